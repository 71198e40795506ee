"""API keys in the wrong hands, and as a way around what protects an account."""

import asyncio
from typing import Any

import pytest

from doorward.domain.access import NO_ORIGIN
from doorward.domain.api_keys import KEYS_MAX
from doorward.domain.users import Profile
from doorward.errors import InvalidToken, PermissionDenied
from doorward.web.routing import KeyUse, Route
from tests.attacks.test_users_and_rights import SENT
from tests.support import factors
from tests.support.api_keys import TOKENS, new_account, new_key, person, role
from tests.support.databases import settings_for
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Client, Service, running


def named(routes: list[Route]) -> set[str]:
    return {f"{route.method} {route.path}" for route in routes}


def body_of(route: Route) -> Any:
    return SENT if route.method in ("POST", "PUT") else None


# The action of an operation asks for its right, also of a key, and callers follow their own: tests/api/test_operations.
OPERATIONS = {
    "POST /api/operations",
    "GET /api/operations",
    "GET /api/operations/{id}",
    "GET /api/operations/{id}/failures",
    "POST /api/operations/{id}/cancel",
}


def test_what_keys_may_call_without_an_own_permission_is_listed() -> None:
    """Mutant: a route of the own account that is open to keys. A new one is closed, unless it says otherwise."""
    signed_in = [route for route in ROUTES if route.signed_in]
    open_to_all = [route for route in signed_in if route.permission is None and route.key_use is not KeyUse.NEVER]
    assert named(open_to_all) == {"GET /api/auth/user"} | OPERATIONS
    assert named([route for route in signed_in if route.key_use is KeyUse.NAMED]) == {
        "POST /api/service-accounts/{id}/keys",
        "PUT /api/service-accounts/{id}/keys/{key}",
        "DELETE /api/service-accounts/{id}/keys/{key}",
        # Whose accounts have the passwords of the file.
        "GET /api/imports",
        "POST /api/imports",
        "POST /api/imports/{id}/apply",
        "DELETE /api/imports/{id}",
    }


async def test_a_key_neither_sees_nor_changes_the_credentials_of_its_owner(service: Service, admin: Client) -> None:
    """Mutant: `Application._respond` without `admit`."""
    before = (await admin.get("/api/auth/user")).data
    key = await new_key(admin, permissions=["*"])
    closed = [route for route in ROUTES if route.signed_in and route.permission is None]
    closed = [route for route in closed if named([route]).isdisjoint({"GET /api/auth/user"} | OPERATIONS)]
    assert len(closed) > 20
    for route in closed:
        refused = await key.call(route.method, path_of(route), body_of(route))
        assert (refused.code, refused.reason) == (403, "key_not_allowed"), route.path
    assert (await admin.get("/api/auth/user")).data == before
    assert len((await admin.get(TOKENS)).data["list"]) == 1


async def test_a_key_opens_no_endpoint_whose_permission_it_does_not_name(service: Service, admin: Client) -> None:
    """Mutant: the permissions of the owner in the place of those in common."""
    narrow, everything = await new_key(admin, permissions=["orders:read"]), await new_key(admin)
    for route in ROUTES:
        if route.permission is None:
            continue
        refused = await narrow.call(route.method, path_of(route), body_of(route))
        reason = "permission_denied" if route.key_use is KeyUse.PERMITTED else "key_not_allowed"
        assert (refused.code, refused.reason) == (403, reason), route.path
        if route.key_use is not KeyUse.PERMITTED:  # What it inherits from its owner is not enough.
            refused = await everything.call(route.method, path_of(route), body_of(route))
            assert (refused.code, refused.reason) == (403, "key_not_allowed"), route.path


async def test_a_key_is_no_way_around_the_strength_that_roles_ask_for(service: Service, admin: Client) -> None:
    """Mutants: a key without `withheld`; one that shows permissions or roles, by which applications decide."""
    path = await role(admin, "chief", "users:read")
    await service.create(admin, "ann", roles=["chief"])
    ann = await service.login("ann", PASSWORD)
    weak = await new_key(ann)
    assert (await weak.get("/api/users")).code == 200
    await admin.put(path, {"requiredStrength": "twoFactors"})
    made_weak = await new_key(ann)
    for key in (weak, made_weak):
        refused = await key.get("/api/users")
        assert (refused.code, refused.reason, refused.data["requiredStrength"]) == (403, "weak_key", "twoFactors")
        shown = (await key.get("/api/auth/user")).data
        assert (shown["permissions"], shown["roles"]) == ([], [])
    await factors.set_up(ann)
    strong = await new_key(ann)
    assert (await strong.get("/api/users")).code == 200
    assert (await weak.get("/api/users")).reason == "weak_key"
    await admin.put(path, {"requiredStrength": "phishingResistant"})
    assert (await strong.get("/api/users")).data["requiredStrength"] == "phishingResistant"


async def test_a_key_gives_nothing_while_its_owner_must_change_the_password(service: Service, admin: Client) -> None:
    ann = await person(service, admin, "ann", "users:read")
    key = await new_key(ann)
    await admin.put(f"/api/users/{ann.id}", {"mustChangePassword": True})
    assert (await key.get("/api/users")).reason == "password_change_required"
    assert (await key.get("/api/auth/user")).data["permissions"] == []
    await ann.put("/api/auth/password", {"currentPassword": PASSWORD, "newPassword": "another good password"})
    assert (await key.get("/api/users")).code == 200  # A new password keeps keys.


async def test_what_asks_for_recent_authentication_is_closed_to_keys(service: Service, admin: Client) -> None:
    """Mutant: `require_recent` that takes a request without a session for an operator's."""
    key = await new_key(admin)
    ann = await person(service, admin, "ann")
    await factors.set_up(ann)
    assert (await key.delete(f"/api/users/{ann.id}/factors")).reason == "key_not_allowed"
    assert (await key.put("/api/users/1", {"email": "thief@example.com"})).reason == "key_not_allowed"
    assert (await key.put("/api/users/1", {"password": "another good password"})).reason == "own_password"
    assert len((await ann.get("/api/auth/factors")).data["list"]) == 2
    assert (await admin.get("/api/auth/user")).data["email"] is None


@pytest.mark.settings(step_up_permissions="users:read")
async def test_permissions_that_ask_for_a_fresh_factor_are_closed_to_keys(service: Service, admin: Client) -> None:
    key = await new_key(admin)
    assert (await key.get("/api/users")).reason == "key_not_allowed"
    assert (await key.get("/api/roles")).code == 200


async def test_a_transaction_reads_the_rights_of_a_key_again(service: Service, admin: Client) -> None:
    """Mutant: `rights.current` that returns an actor without a session as they are."""
    ann = await person(service, admin, "ann", "users:create", "users:delete")
    profile = Profile.parse(username="bob", password=PASSWORD)
    for change, fault in (("role", PermissionDenied), ("key", InvalidToken), ("owner", InvalidToken)):
        key = await new_key(ann)
        actor, _ = await service.core.authentication.authenticate(key.token, NO_ORIGIN)
        if change == "role":
            await admin.put(f"/api/users/{ann.id}", {"roles": []})
        elif change == "key":
            await ann.delete(f"{TOKENS}/{key.tokens['id']}")
        else:
            await admin.put(f"/api/users/{ann.id}", {"status": 0})
        with pytest.raises(fault):
            await service.core.users.create(actor, profile)
        await admin.put(f"/api/users/{ann.id}", {"roles": ["ann-role"]})
    assert (await admin.get("/api/users?keyword=bob")).data["total"] == 0


async def test_a_narrow_key_grants_no_more_than_it_may_itself(service: Service, admin: Client) -> None:
    """Mutants: guard rails that ask what the owner holds; the roles of the owner, for a key that names permissions."""
    key = await new_key(admin, permissions=["users:*", "roles:create", "orders:read"])
    await role(admin, "buyer", "orders:read")
    ann = await person(service, admin, "ann", "audit:read")
    body = {"username": "bob", "password": PASSWORD}
    assert (await key.post("/api/users", body | {"roles": ["admin"]})).reason == "beyond_own_rights"
    assert (await key.post("/api/users", body | {"roles": ["buyer"]})).reason == "role_not_held"
    assert (await key.put(f"/api/users/{ann.id}", {"password": PASSWORD + "2"})).reason == "outranked"
    assert (await key.post("/api/roles", {"name": "x", "permissions": ["*"]})).reason == "beyond_own_rights"
    assert (await key.post("/api/roles", {"name": "x", "permissions": ["orders:read"]})).code == 200


async def test_the_number_of_a_key_is_not_enough(service: Service, admin: Client) -> None:
    """Keys are looked up by a number, the first bits of their hash, which lists and the audit trail show. Mutant: no
    comparison of the whole hash: another text with these bits can be computed."""
    key = await new_key(admin)
    assert (await key.get("/api/auth/user")).code == 200
    row = await service.core.database.fetchrow("SELECT key_hash FROM api_keys")
    assert row is not None
    other = row[0][:8] + bytes(24)
    await service.core.database.write(lambda tx: tx.execute("UPDATE api_keys SET key_hash = $1", other))
    assert (await key.get("/api/auth/user")).reason == "invalid_token"


async def test_a_key_is_no_other_kind_of_token(service: Service, admin: Client) -> None:
    key = await new_key(admin)
    assert (await key.post("/api/auth/logout")).reason == "invalid_token"
    assert (await service.anonymous.post("/api/auth/refresh", {"refreshToken": key.token})).code == 401
    assert (await service.anonymous.post("/api/auth/login", {"username": "admin", "password": key.token})).code == 401
    assert (await key.get("/api/auth/user")).code == 200
    assert (await Client(service, {"token": admin.refresh_token}).get("/api/auth/user")).code == 401


async def test_no_key_is_in_a_log_or_an_entry(
    service: Service, admin: Client, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    key = await new_key(admin)
    path = await new_account(admin)
    other = await new_key(admin, f"{path}/keys")
    for client in (key, other):
        await client.get("/api/auth/user")
        await client.get("/api/nothing")
        await client.post("/api/users", {"username": "", "password": ""})
    service.application._stop_telemetry()
    printed = capfd.readouterr()
    everything = printed.out + printed.err + caplog.text + str((await admin.get("/api/audit")).data)
    for name in ("users", "audit", "outbox", "idempotency_keys", "events", "service_accounts"):
        everything += str([tuple(row) for row in await service.core.database.fetch(f"SELECT * FROM {name}")])
    assert "/api/auth/user" in everything
    assert [each for each in (key.token, other.token, key.token[4:-8]) if each in everything] == []


async def test_a_key_that_is_deleted_on_one_node_is_refused_by_all(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutant: an identity that is served from the cache without its lookup."""
    async with running(settings_for(environ), service.clock) as node:
        key = await new_key(admin)
        there = Client(node, key.tokens)
        for _ in range(3):
            assert (await there.get("/api/auth/user")).code == 200
        await admin.delete(f"{TOKENS}/{key.tokens['id']}")
        assert (await there.get("/api/auth/user")).reason == "invalid_token"


async def test_concurrent_requests_do_not_exceed_the_number_of_keys(service: Service, admin: Client) -> None:
    """Mutant: no lock of the owner's row before the count."""
    columns = "id, user_id, name, key_hash, hint, strength, language, created_at"
    rows = [(number, 1, "x", b"x", "x", 0, "en", 0) for number in range(1, KEYS_MAX)]
    await service.core.database.write(lambda tx: tx.insert_rows("api_keys", columns, rows))
    answers = await asyncio.gather(*(admin.post(TOKENS, {"name": "one more"}) for _ in range(6)))
    assert sorted(answer.code for answer in answers) == [200, *[409] * 5]


async def test_many_keys_at_once_are_each_their_own(service: Service, admin: Client) -> None:
    """Concurrent lookups share a statement. Mutant: rows of another key of the batch."""
    keys = [await new_key(admin, permissions=[f"orders:{number}"]) for number in range(12)]
    for _ in range(2):
        answers = await asyncio.gather(*(key.get("/api/auth/user") for key in keys for _ in range(2)))
        shown = [answer.data["permissions"] for answer in answers]
        assert shown == [[f"orders:{number}"] for number in range(12) for _ in range(2)]
