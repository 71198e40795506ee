"""An administrator acts as a user: what that allows, what it never does, and how it ends."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from msgspec import Struct

from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN
from doorward.domain.events.revocation import MAX_NAMED
from doorward.errors import ImpersonationNotAllowed
from doorward.features.impersonation.service import LONGEST, Impersonation
from tests.attacks.support import make_role
from tests.core.test_audit import trail
from tests.features.revocations.support import claims_of, is_revoked, read
from tests.support.api_keys import new_account, new_key
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Answer, Client, Clock, Service


class Scene(Struct):
    service: Service
    admin: Client
    clock: Clock
    helper: Client  # An administrator with less than all rights.
    ann: Client
    acting: Client  # The helper as ann.

    @property
    def path(self) -> str:
        return f"/api/users/{self.ann.id}"


async def begin(client: Client, user_id: int) -> Answer:
    return await client.post(f"/api/users/{user_id}/impersonate")


async def acts_as(client: Client, user_id: int) -> Client:
    answer = await begin(client, user_id)
    assert answer.code == 200, answer.body
    return Client(client.service, answer.data)


@pytest.fixture
async def scene(service: Service, admin: Client, clock: Clock) -> Scene:
    await make_role(service, "helper", "roles:grant sessions:* users:*")
    await make_role(service, "reader", "users:read users:update")
    helper_made = await service.create(admin, "helper", roles=["helper"])
    await service.create(admin, "ann", roles=["reader"], email="ann@example.com", emailVerified=True)
    assert helper_made["permissions"]
    helper, ann = await service.login("helper", PASSWORD), await service.login("ann", PASSWORD)
    return Scene(service, admin, clock, helper, ann, await acts_as(helper, ann.id))


async def test_the_session_has_the_rights_of_the_user_and_names_the_administrator(scene: Scene) -> None:
    told = claims_of(scene.acting.token)
    assert (told["sub"], told["act"]) == (str(scene.ann.id), {"sub": str(scene.helper.id)})
    assert told["permissions"] == ["users:read", "users:update"]
    assert told["exp"] - told["iat"] <= LONGEST // 1000
    assert set(scene.acting.tokens) == {"token", "expiresIn", "user"}
    assert scene.acting.tokens["expiresIn"] <= LONGEST // 1000
    own = await scene.acting.get("/api/auth/user")
    assert (own.data["username"], own.data["impersonator"]) == ("ann", {"id": scene.helper.id, "username": "helper"})
    assert "impersonator" not in (await scene.ann.get("/api/auth/user")).data
    assert "act" not in claims_of(scene.ann.token)
    assert (await scene.acting.get("/api/users")).code == 200
    # What the administrator may do and the user may not.
    assert (await scene.acting.delete(f"/api/users/{scene.helper.id}")).reason == "permission_denied"


async def test_it_ends_after_fifteen_minutes_at_most(scene: Scene) -> None:
    scene.clock.advance(LONGEST / 1000 - 5)
    assert (await scene.acting.get("/api/auth/user")).code == 200
    scene.clock.advance(5)
    assert (await scene.acting.get("/api/auth/user")).code == 401


@pytest.mark.settings(access_ttl=3600)
async def test_it_is_not_longer_where_tokens_are(scene: Scene) -> None:
    """Mutant: the lifetime of other tokens."""
    told = claims_of(scene.acting.token)
    assert told["exp"] - told["iat"] <= LONGEST // 1000
    told = claims_of(scene.ann.token)
    assert told["exp"] - told["iat"] == 3600


async def test_every_entry_of_the_audit_trail_names_both(scene: Scene) -> None:
    """Mutants: `AuditTrail.record` or a logout without the administrator."""
    other = await scene.service.create(scene.admin, "other")
    assert (await scene.acting.put(f"/api/users/{other['id']}", {"name": "Other"})).code == 200
    assert (await scene.acting.post("/api/auth/logout")).code == 200
    named = {"id": scene.helper.id, "name": "helper"}
    entries = {entry["action"]: entry for entry in await trail(scene.service)}  # The last of each action.
    begun = entries["user.impersonated"]
    assert (begun["actorName"], begun["targetName"]) == ("helper", "ann")
    for action in ("user.updated", "auth.logout"):
        entry = entries[action]
        assert (entry["actorName"], entry["details"]["impersonator"]) == ("ann", named)
    assert (await scene.acting.get("/api/auth/user")).reason == "session_ended"
    assert (await scene.helper.get("/api/auth/user")).code == 200
    assert (await scene.ann.get("/api/auth/user")).code == 200


async def test_the_user_sees_it_among_their_sessions_and_ends_it(scene: Scene) -> None:
    listed = (await scene.ann.get("/api/auth/sessions")).data["list"]
    assert sorted(each["impersonator"] or "" for each in listed) == ["", "helper"]
    shown = next(each for each in listed if each["impersonator"])
    assert str(shown["id"]) == claims_of(scene.acting.token)["sid"]
    assert (await scene.ann.delete(f"/api/auth/sessions/{shown['id']}")).code == 200
    assert (await scene.acting.get("/api/auth/user")).reason == "session_ended"


async def test_it_takes_the_permission_rank_roles_and_recent_authentication(scene: Scene) -> None:
    """Mutants: any of these checks left out, or made outside the transaction."""
    service, admin, helper = scene.service, scene.admin, scene.helper
    await make_role(service, "plain", "users:read")
    await make_role(service, "support", "users:impersonate users:read")
    await make_role(service, "named", "")
    await service.create(admin, "plain", roles=["plain"])
    await service.create(admin, "support", roles=["support"])
    named = await service.create(admin, "named", roles=["named"])
    disabled = await service.create(admin, "disabled", status=0)
    plain = await service.login("plain", PASSWORD)
    assert (await begin(plain, scene.ann.id)).reason == "permission_denied"
    support = await service.login("support", PASSWORD)
    assert (await begin(support, scene.ann.id)).reason == "outranked"  # ann may update users.
    assert (await begin(support, named["id"])).reason == "role_not_held"
    assert (await begin(helper, 1)).reason == "outranked"
    assert (await begin(helper, helper.id)).reason == "own_account"
    assert (await begin(helper, disabled["id"])).reason == "account_disabled"
    assert (await begin(helper, 999_999)).reason == "user_not_found"
    account = await new_account(admin)
    assert (await begin(helper, int(account.rpartition("/")[2]))).reason == "service_account"
    key = await new_key(helper, permissions=["users:impersonate"])
    assert (await begin(key, scene.ann.id)).reason == "key_not_allowed"
    scene.clock.advance(901)
    helper.tokens |= (await helper.refresh()).data
    assert (await begin(helper, scene.ann.id)).reason == "step_up_required"
    assert (await begin(service.anonymous, scene.ann.id)).code == 401


async def test_nobody_acts_as_another_through_a_third(scene: Scene) -> None:
    """Mutants: a route that is open to such a session, or a service that relies on the route."""
    await make_role(scene.service, "reader", "users:impersonate users:read", await role_id(scene, "reader"))
    other = await scene.service.create(scene.admin, "other")
    assert (await begin(scene.acting, other["id"])).reason == "impersonated_session"
    core = scene.service.core
    actor, _ = await core.authentication.authenticate(scene.acting.token, NO_ORIGIN)
    with pytest.raises(ImpersonationNotAllowed):
        await Impersonation(core).begin(actor, other["id"])


async def role_id(scene: Scene, name: str) -> int:
    found = await scene.service.core.database.fetchrow("SELECT id FROM roles WHERE name = $1", name)
    assert found is not None
    return int(found[0])


async def test_no_credential_is_changed_while_acting_as_a_user(scene: Scene) -> None:
    """Every endpoint of the own account that changes something. Mutants: `admit_impersonator` that refuses nothing;
    `Users.change` without its check."""
    tried = 0
    for route in ROUTES:
        if route.signed_in and route.permission is None and route.method != "GET":
            refused = await scene.acting.call(route.method, path_of(route), {})
            assert (refused.code, refused.reason) == (403, "impersonated_session"), route.path
            tried += 1
    assert tried > 10
    other = await scene.service.create(scene.admin, "other")
    for change in ({"password": "another long enough one"}, {"email": "x@example.com"}, {"username": "x"}):
        for user_id in (other["id"], scene.ann.id):
            refused = await scene.acting.put(f"/api/users/{user_id}", change)
            own_password = "password" in change and user_id == scene.ann.id
            assert refused.reason == ("own_password" if own_password else "impersonated_session"), change
    assert (await scene.acting.delete(f"/api/users/{other['id']}/factors")).reason == "impersonated_session"


async def test_the_user_is_not_changed_while_an_administrator_acts_as_them(scene: Scene) -> None:
    """By endpoints for other users, which name the user here. Mutants: `Sessions.end_of_user`,
    `UserKeys.delete_of_user` or `Users.change` without `require_not_acting_as`; an operation that is queued by such a
    session, and is carried out without it."""
    await make_role(scene.service, "reader", "sessions:* users:*", await role_id(scene, "reader"))
    key = await new_key(scene.ann)
    other = await scene.service.create(scene.admin, "other")
    sid = claims_of(scene.ann.token)["sid"]
    for path in ("sessions", f"sessions/{sid}", "tokens", f"tokens/{key.tokens['id']}"):
        refused = await scene.acting.delete(f"{scene.path}/{path}")
        assert (refused.code, refused.reason) == (403, "impersonated_session"), path
    changes: list[dict[str, Any]] = [
        {"name": "A"},
        {"mustChangePassword": True},
        {"emailVerified": False},
        {"roles": []},
    ]
    for change in changes:
        assert (await scene.acting.put(scene.path, change)).reason == "impersonated_session", change
    queued = await scene.acting.post("/api/operations", {"action": "end_sessions", "users": [scene.ann.id]})
    assert queued.reason == "impersonated_session"
    for client in (key, scene.ann):
        assert (await client.get("/api/auth/user")).code == 200
    # What the rights of the user allow for others goes on.
    for path in ("sessions", "tokens"):
        assert (await scene.acting.delete(f"/api/users/{other['id']}/{path}")).code == 200


End = Callable[[Scene], Awaitable[Any]]


async def take_permission(scene: Scene) -> None:
    path = f"/api/roles/{await role_id(scene, 'helper')}"
    assert (await scene.admin.put(path, {"permissions": ["users:read", "users:update"]})).code == 200


async def begin_another(scene: Scene) -> None:
    other = await scene.service.create(scene.admin, "other")
    assert (await begin(scene.helper, other["id"])).code == 200


async def sign_in_often(scene: Scene) -> None:
    for _ in range(3):
        await scene.service.login("helper", PASSWORD)


async def open_many_sessions(tx: Transaction, user_id: int, opened_from: int | None = None) -> None:
    columns = "id, user_id, generation, rotated_at, created_at, last_used_at, expires_at, address, user_agent"
    columns += ", impersonator_session"
    rows = [(number, user_id, 1, 0, 0, 0, 2**52, "", "", opened_from) for number in range(1, MAX_NAMED + 1)]
    await tx.insert_rows("sessions", columns, rows)


async def sign_out_of_many(scene: Scene) -> None:
    await scene.service.core.database.write(partial(open_many_sessions, user_id=scene.helper.id))
    assert (await scene.helper.post("/api/auth/logout-all")).code == 200


ENDS: dict[str, End] = {
    "the administrator signs out": lambda scene: scene.helper.post("/api/auth/logout"),
    "the administrator signs out everywhere": lambda scene: scene.helper.post("/api/auth/logout-all"),
    "the administrator signs out of more sessions than an event names": sign_out_of_many,
    "the administrator is disabled": lambda scene: scene.admin.put(f"/api/users/{scene.helper.id}", {"status": 0}),
    "the administrator is deleted": lambda scene: scene.admin.delete(f"/api/users/{scene.helper.id}"),
    "the administrator loses the role": lambda scene: scene.admin.put(f"/api/users/{scene.helper.id}", {"roles": []}),
    "the role loses the permission": take_permission,
    "the administrator's session is one too many": sign_in_often,
    "the administrator must change the password": lambda scene: scene.admin.put(
        f"/api/users/{scene.helper.id}", {"mustChangePassword": True}
    ),
    "the administrator begins another": begin_another,
    "the user signs out everywhere": lambda scene: scene.ann.post("/api/auth/logout-all"),
    "the user is disabled": lambda scene: scene.admin.put(scene.path, {"status": 0}),
    "the user is deleted": lambda scene: scene.admin.delete(scene.path),
    "another administrator ends the sessions": lambda scene: scene.admin.delete(f"{scene.path}/sessions"),
}


@pytest.mark.settings(sessions_per_user=3)
@pytest.mark.parametrize("end", ENDS)
async def test_it_ends_and_services_that_verify_offline_are_told(scene: Scene, end: str) -> None:
    """Mutants: `sessions.end`, `end_all` or `end_excess` that leave sessions opened from those that they end;
    `rights.reduced` or `revocation.of_sessions` that name the administrator alone."""
    assert (await scene.acting.get("/api/auth/user")).code == 200
    await ENDS[end](scene)
    assert (await scene.acting.get("/api/auth/user")).reason == "session_ended"
    scene.clock.advance(2)
    assert is_revoked(await read(scene.service), scene.acting.token)


async def test_an_event_that_ends_very_many_names_at_most_a_thousand(scene: Scene) -> None:
    """Mutant: a bound for the users of `rights.reduced` alone, and not for the sessions that they opened."""
    own = int(claims_of(scene.helper.token)["sid"])
    await scene.service.core.database.write(partial(open_many_sessions, user_id=scene.ann.id, opened_from=own))
    await ENDS["the administrator loses the role"](scene)
    rows = await scene.service.core.database.fetch("SELECT revokes FROM events WHERE revokes <> ''")
    assert max(len(revokes.split()) for (revokes,) in rows) <= MAX_NAMED
    scene.clock.advance(2)
    assert is_revoked(await read(scene.service), scene.acting.token)
    left = await scene.service.core.database.fetchrow("SELECT count(*) FROM sessions WHERE impersonator_session > 0")
    assert left is not None
    assert left[0] == 0


async def test_it_ends_when_the_user_outranks_the_administrator(scene: Scene) -> None:
    assert (await scene.admin.put(scene.path, {"roles": ["admin"]})).code == 200
    assert (await scene.acting.get("/api/auth/user")).reason == "session_ended"


async def test_the_sessions_of_the_user_are_not_ended_by_it(scene: Scene) -> None:
    """Mutant: the limit of sessions, applied to it."""
    for _ in range(3):
        scene.acting = await acts_as(scene.helper, scene.ann.id)
    assert (await scene.ann.get("/api/auth/user")).code == 200
    assert len((await scene.ann.get("/api/auth/sessions")).data["list"]) == 2
