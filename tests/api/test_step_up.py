"""Recent authentication: sessions record how and when their user authenticated, and sensitive changes ask for it."""

import asyncio
from typing import Any

import jwt
import pytest

from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN, Actor, trusted
from doorward.domain.sign_in.auth_context import ACR
from doorward.domain.sign_in.strength import Strength
from doorward.errors import SessionEnded, StepUpRequired
from doorward.web.messages import failure
from tests.support.service import ADMIN_PASSWORD, PASSWORD, Client, Clock, Service

STEP_UP = "/api/auth/step-up"
BY_PASSWORD = {"method": "password", "password": ADMIN_PASSWORD}


def claims(token: str) -> dict[str, Any]:
    decoded: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return decoded


async def require_recent(service: Service, client: Client) -> None:
    """What a sensitive change does in its transaction."""
    actor = Actor(client.id, int(claims(client.token)["sid"]), (), NO_ORIGIN, "admin")

    async def change(tx: Transaction) -> None:
        await service.core.step_up.require_recent(tx, actor)

    await service.core.database.write(change)


async def test_tokens_tell_how_and_when_the_user_authenticated(service: Service, admin: Client, clock: Clock) -> None:
    """Mutant: a refresh that issues tokens with its own time as `auth_time`."""
    first = claims(admin.token)
    assert (first["amr"], first["acr"], first["auth_time"]) == (["pwd"], ACR[Strength.PASSWORD], first["iat"])
    clock.advance(minutes=5)
    repeated = admin.refresh_token
    await admin.refresh()
    later = claims(admin.token)
    assert later["iat"] >= first["iat"] + 300
    assert {name: later[name] for name in ("amr", "acr", "auth_time")} == {
        name: first[name] for name in ("amr", "acr", "auth_time")
    }
    # Within the grace period the predecessor gets the same claims.
    again = await service.anonymous.post("/api/auth/refresh", {"refreshToken": repeated})
    assert claims(again.data["token"])["auth_time"] == first["auth_time"]


async def test_a_minted_token_names_no_method(service: Service, admin: Client) -> None:
    tokens = await service.core.sign_in.mint(trusted("cli:test"), admin.id)
    assert (claims(tokens.access)["amr"], claims(tokens.access)["acr"]) == ([], "urn:doorward:acr:none")


@pytest.mark.settings(step_up_ttl=60)
async def test_a_sensitive_change_needs_a_recent_authentication(service: Service, admin: Client, clock: Clock) -> None:
    """Mutant: the age of the last refresh in place of `auth_time`."""
    await require_recent(service, admin)
    clock.advance(61)
    await admin.refresh()
    with pytest.raises(StepUpRequired) as raised:
        await require_recent(service, admin)
    assert raised.value.data == {"reason": "step_up_required", "maxAge": 60, "methods": ["password"]}
    stepped = await admin.post(STEP_UP, BY_PASSWORD)
    assert stepped.data.keys() == {"token", "refreshToken", "expiresIn"}
    assert claims(stepped.data["token"])["auth_time"] == claims(stepped.data["token"])["iat"]
    assert claims(stepped.data["token"])["sid"] == claims(admin.token)["sid"]
    await require_recent(service, admin)
    admin.tokens |= stepped.data
    assert (await admin.refresh()).code == 200


@pytest.mark.settings(step_up_ttl=60)
async def test_an_authentication_in_the_future_is_not_recent(service: Service, admin: Client, clock: Clock) -> None:
    """A clock that was set back would make every old authentication recent. Mutant: no lower bound of the age."""
    clock.advance(minutes=10)
    admin.tokens |= (await admin.post(STEP_UP, BY_PASSWORD)).data
    clock.advance(minutes=-5)
    with pytest.raises(StepUpRequired):
        await require_recent(service, admin)


async def test_a_session_that_ended_changes_nothing(service: Service, admin: Client) -> None:
    await admin.post("/api/auth/logout")
    with pytest.raises(SessionEnded):
        await require_recent(service, admin)


def test_the_challenge_is_that_of_rfc_9470() -> None:
    response = failure(StepUpRequired(["password"], max_age=900))
    assert response.status == 401
    assert dict(response.headers)[b"www-authenticate"] == (
        b'Bearer error="insufficient_user_authentication",'
        b' error_description="More recent or stronger authentication needed", max_age="900"'
    )


@pytest.mark.settings(step_up_ttl=60)
async def test_a_changed_password_is_a_recent_authentication(service: Service, admin: Client, clock: Clock) -> None:
    clock.advance(61)
    body = {"currentPassword": ADMIN_PASSWORD, "newPassword": "another long enough one"}
    admin.tokens |= (await admin.put("/api/auth/password", body)).data
    assert claims(admin.token)["auth_time"] == claims(admin.token)["iat"]
    await require_recent(service, admin)


async def test_a_user_without_a_password_can_only_sign_in_again(service: Service, admin: Client, clock: Clock) -> None:
    await service.core.database.write(lambda tx: tx.execute("UPDATE users SET password_hash = '!'"))
    clock.advance(hours=1)
    with pytest.raises(StepUpRequired) as raised:
        await require_recent(service, admin)
    assert raised.value.data["methods"] == []
    answer = await admin.post(STEP_UP, {"method": "password", "password": "!"})
    assert answer.reason in {"token_expired", "wrong_password"}
    await admin.refresh()
    assert (await admin.post(STEP_UP, {"method": "password", "password": "!"})).reason == "wrong_password"


async def test_a_wrong_password_counts_as_a_failed_sign_in(service: Service, admin: Client) -> None:
    """Mutant: `by_password` without `throttle.count`."""
    for _ in range(5):
        answer = await admin.post(STEP_UP, BY_PASSWORD | {"password": "a wrong guess"})
        assert (answer.code, answer.reason, answer.fields) == (400, "wrong_password", {"password": "is wrong"})
    assert (await admin.post(STEP_UP, BY_PASSWORD)).reason == "too_many_attempts"
    login = {"username": "admin", "password": ADMIN_PASSWORD}
    assert (await service.anonymous.post("/api/auth/login", login)).reason == "too_many_attempts"
    entries = (await admin.get("/api/audit", params={"action": "auth.step_up_failed"})).data
    assert len(entries["list"]) == 5


async def test_a_step_up_clears_failures_and_is_audited(service: Service, admin: Client) -> None:
    for _ in range(3):
        await admin.post(STEP_UP, BY_PASSWORD | {"password": "a wrong guess"})
    admin.tokens |= (await admin.post(STEP_UP, BY_PASSWORD)).data
    for _ in range(3):
        assert (await admin.post(STEP_UP, BY_PASSWORD | {"password": "a wrong guess"})).code == 400
    entry = (await admin.get("/api/audit", params={"action": "auth.step_up"})).data["list"][0]
    assert entry["details"] == {"session": int(claims(admin.token)["sid"])}


@pytest.mark.parametrize(
    "body", [{}, {"method": "totp", "password": "x"}, {"method": "password"}, {"method": "password", "password": ""}]
)
async def test_a_step_up_names_what_is_wrong_with_its_body(admin: Client, body: dict[str, str]) -> None:
    assert (await admin.post(STEP_UP, body)).reason == "validation_failed"


async def test_a_refresh_during_a_step_up_keeps_the_session(service: Service, admin: Client) -> None:
    """A second tab refreshes with the token that the step-up replaces. Mutant: a step-up that advances by two."""
    second_tab = Client(service, dict(admin.tokens))
    admin.tokens |= (await admin.post(STEP_UP, BY_PASSWORD)).data
    assert (await second_tab.refresh()).code == 200
    stepped, refreshed = await asyncio.gather(admin.post(STEP_UP, BY_PASSWORD), second_tab.refresh())
    assert (stepped.code, refreshed.code) == (200, 200)
    admin.tokens |= stepped.data
    assert (await admin.refresh()).code == 200


async def test_a_step_up_with_an_ended_session_is_refused(service: Service, admin: Client) -> None:
    ann = await service.create(admin, "ann")
    client = await service.login("ann", PASSWORD)
    await admin.delete(f"/api/users/{ann['id']}/sessions")
    answer = await client.post(STEP_UP, {"method": "password", "password": PASSWORD})
    assert answer.reason == "session_ended"


@pytest.mark.settings(refresh_rotation=False)
async def test_without_rotation_a_step_up_keeps_the_refresh_token(service: Service, admin: Client) -> None:
    stepped = await admin.post(STEP_UP, BY_PASSWORD)
    assert stepped.data["refreshToken"] == admin.refresh_token
