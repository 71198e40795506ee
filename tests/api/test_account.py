"""A user's own account: profile, password, and a password that must be changed."""

import asyncio
import base64
import json
from typing import Any

import pytest

from tests.support.service import PASSWORD, Client, Service

NEW = "an even longer password"


async def signed_in(service: Service, admin: Client, **fields: Any) -> Client:
    await service.create(admin, "ann", **fields)
    return await service.login("ann", PASSWORD)


def claims(client: Client) -> dict[str, Any]:
    body = client.token.split(".")[1]
    return dict(json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))


async def test_users_change_their_own_name_phone_and_picture(service: Service, admin: Client) -> None:
    """tests/features/email_change has the e-mail address."""
    ann = await signed_in(service, admin, email="old@example.com")
    body = {"name": "Ann Lee", "email": "old@example.com", "phone": "+1 555 0100", "avatar": "/ann.png"}
    answer = await ann.put("/api/auth/user", body)
    assert {field: answer.data[field] for field in body} == body
    assert (await ann.get("/api/auth/user")).data == answer.data
    cleared = await ann.put("/api/auth/user", {"email": None, "phone": ""})
    assert (cleared.data["email"], cleared.data["phone"], cleared.data["name"]) == (None, None, "Ann Lee")


async def test_users_change_no_other_field_of_their_account(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    before = (await ann.get("/api/auth/user")).data
    body = {
        "id": 1,
        "username": "boss",
        "roles": ["admin"],
        "permissions": ["*"],
        "status": 0,
        "password": NEW,
        "mustChangePassword": True,
        "name": before["name"],
    }
    assert (await ann.put("/api/auth/user", body)).code == 200
    after = (await ann.get("/api/auth/user")).data
    assert after == before | {"updatedAt": after["updatedAt"]}
    await service.login("ann", PASSWORD)


async def test_an_email_address_must_be_valid(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    assert (await ann.put("/api/auth/user", {"email": "nowhere", "name": ""})).fields.keys() == {"email", "name"}


async def test_if_match_protects_a_users_own_account(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    first = (await ann.put("/api/auth/user", {"name": "One"})).headers["etag"]
    assert (await ann.put("/api/auth/user", {"name": "Two"}, headers={"If-Match": first})).code == 200
    assert (await ann.put("/api/auth/user", {"name": "Three"}, headers={"If-Match": first})).code == 412


async def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    elsewhere = await service.login("ann", PASSWORD)
    answer = await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert (answer.code, set(answer.data)) == (200, {"token", "refreshToken", "expiresIn"})
    assert (await ann.get("/api/auth/user")).code == 200
    ann.tokens |= answer.data
    assert (await ann.get("/api/auth/user")).code == 200
    assert (await ann.refresh()).code == 200
    assert (await elsewhere.get("/api/auth/user")).reason == "session_ended"
    assert (await elsewhere.refresh()).reason == "invalid_refresh_token"
    old = await service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD})
    assert old.reason == "invalid_credentials"
    await service.login("ann", NEW)


@pytest.mark.parametrize("refreshed", [True, False])
async def test_a_new_password_kills_a_stolen_refresh_token_at_once(
    service: Service, admin: Client, refreshed: bool
) -> None:
    """Mutants: `generation + 1` leaves the grace period to the token in use; no new generation leaves it valid."""
    ann = await signed_in(service, admin)
    predecessor = ann.refresh_token
    if refreshed:
        await ann.refresh()
    stolen = ann.refresh_token
    ann.tokens |= (await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})).data
    assert ann.refresh_token not in (predecessor, stolen)
    replayed = await service.anonymous.post("/api/auth/refresh", {"refreshToken": stolen})
    assert (replayed.code, replayed.reason) == (401, "refresh_token_reused")
    assert (await ann.refresh()).code == 401, "two clients hold tokens of this session, so it ends, as in any reuse"


@pytest.mark.settings(refresh_rotation=False)
async def test_a_new_password_replaces_the_refresh_token_without_rotation_too(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    stolen = ann.refresh_token
    ann.tokens |= (await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})).data
    assert [(await ann.refresh()).code for _ in range(2)] == [200, 200]
    replayed = await service.anonymous.post("/api/auth/refresh", {"refreshToken": stolen})
    assert replayed.reason == "refresh_token_reused"


async def test_the_current_password_must_be_right(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    answer = await ann.put("/api/auth/password", {"currentPassword": "a wrong guess", "newPassword": NEW})
    assert (answer.code, answer.reason) == (400, "wrong_password")
    assert answer.fields.keys() == {"currentPassword"}
    await service.login("ann", PASSWORD)
    actions = await service.core.database.fetch("SELECT action FROM audit WHERE target = $1", f"user:{ann.id}")
    assert ("auth.password_change_failed",) in [tuple(row) for row in actions]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"currentPassword": PASSWORD, "newPassword": "short"}, "newPassword"),
        ({"currentPassword": PASSWORD, "newPassword": PASSWORD}, "newPassword"),
        ({"currentPassword": PASSWORD, "newPassword": ""}, "newPassword"),
        ({"currentPassword": PASSWORD, "newPassword": "password123"}, "newPassword"),
        ({"newPassword": NEW}, "currentPassword"),
        ({"currentPassword": "", "newPassword": NEW}, "currentPassword"),
        ({"currentPassword": None, "newPassword": NEW}, "currentPassword"),
    ],
)
async def test_a_new_password_that_is_not_acceptable_is_refused(
    service: Service, admin: Client, body: dict[str, Any], field: str
) -> None:
    answer = await admin.put("/api/auth/password", body)
    assert (answer.code, set(answer.fields)) == (400, {field})


async def test_guessing_the_current_password_is_throttled_like_sign_in(service: Service, admin: Client) -> None:
    ann = await signed_in(service, admin)
    body = {"currentPassword": "a wrong guess", "newPassword": NEW}
    reasons = [(await ann.put("/api/auth/password", body)).reason for _ in range(15)]
    assert reasons[0] == "wrong_password"
    assert reasons[-1] == "too_many_attempts"


async def test_of_two_password_changes_at_once_one_counts(service: Service, admin: Client) -> None:
    """Mutant: an update without `AND password_hash = verified` lets both succeed, although one was overwritten."""
    ann = await signed_in(service, admin)
    bodies = [{"currentPassword": PASSWORD, "newPassword": f"{NEW} {number}"} for number in range(2)]
    answers = await asyncio.gather(*(ann.put("/api/auth/password", body) for body in bodies))
    assert sorted(answer.code for answer in answers) == [200, 400]
    winner = next(body for body, answer in zip(bodies, answers, strict=True) if answer.code == 200)
    await service.login("ann", winner["newPassword"])


async def test_a_user_who_must_change_their_password_reaches_only_their_account(
    service: Service, admin: Client
) -> None:
    await service.create(admin, "chief", roles=["admin"], mustChangePassword=True)
    chief = await service.login("chief", PASSWORD)
    assert chief.tokens["user"]["mustChangePassword"] is True
    assert chief.tokens["user"]["permissions"] == ["*"]
    for method, path in (
        ("GET", "/api/users"),
        ("GET", f"/api/users/{chief.id}"),
        ("PUT", f"/api/users/{chief.id}"),
        ("POST", "/api/roles"),
        ("GET", "/api/permissions"),
        ("GET", f"/api/users/{chief.id}/sessions"),
    ):
        answer = await chief.call(method, path, json={})
        assert (answer.code, answer.reason) == (403, "password_change_required"), path
    assert (await chief.get("/api/auth/user")).data["mustChangePassword"] is True
    assert (await chief.get("/api/auth/sessions")).code == 200
    assert (await chief.put("/api/auth/user", {"name": "Chief"})).code == 200
    assert (await chief.refresh()).code == 200
    # Other services read the token, and must not grant what is withheld here.
    assert (claims(chief)["roles"], claims(chief)["permissions"]) == ([], [])
    changed = await chief.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": NEW})
    assert changed.code == 200
    assert (await chief.get("/api/users")).code == 200
    assert (await chief.get("/api/auth/user")).data["mustChangePassword"] is False
    chief.tokens |= changed.data
    assert claims(chief)["permissions"] == ["*"]


async def test_requiring_a_password_change_takes_effect_at_the_next_request(service: Service, admin: Client) -> None:
    chief_user = await service.create(admin, "chief", roles=["admin"])
    chief = await service.login("chief", PASSWORD)
    assert (await chief.get("/api/users")).code == 200
    marked = await admin.put(f"/api/users/{chief_user['id']}", {"mustChangePassword": True})
    assert marked.data["mustChangePassword"] is True
    assert (await chief.get("/api/users")).reason == "password_change_required"
    assert (await chief.post("/api/auth/logout")).code == 200
    await admin.put(f"/api/users/{chief_user['id']}", {"mustChangePassword": False})
    assert (await (await service.login("chief", PASSWORD)).get("/api/users")).code == 200


async def test_an_administrator_who_must_change_their_password_meanwhile_changes_nothing(
    service: Service, admin: Client
) -> None:
    """Mutant: without the check in `rights.current`, a request that was authenticated before is carried out."""
    from doorward.domain.access import NO_ORIGIN
    from doorward.domain.users import Profile
    from doorward.errors import PasswordChangeRequired

    chief_user = await service.create(admin, "chief", roles=["admin"])
    chief = await service.login("chief", PASSWORD)
    actor, _ = await service.core.authentication.authenticate(chief.token, NO_ORIGIN)
    await admin.put(f"/api/users/{chief_user['id']}", {"mustChangePassword": True})
    with pytest.raises(PasswordChangeRequired):
        await service.core.users.update(actor, admin.id, Profile.parse(name="x"))
