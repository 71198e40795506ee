"""Who may do what to whom: role × endpoint × own or other × field, cell by cell."""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from doorward.domain.access import NO_ORIGIN, covers
from doorward.domain.users import Profile
from doorward.errors import PermissionDenied
from doorward.web.routing import Route
from tests.support.routes import ROUTES, path_of
from tests.support.service import PASSWORD, Client, Service

# Actors by what they may do. A manager manages users and roles, and holds a right of one application as well.
ACTORS = {
    "anonymous": None,
    "plain": [],
    "reader": ["users:read", "roles:read"],
    "updater": ["users:update"],
    "manager": ["users:*", "roles:*", "orders:read"],
    "admin": ["*"],
}


async def sign_in(service: Service, admin: Client, actor: str) -> Client:
    """The actor, signed in; the roles of all actors exist."""
    for name, permissions in ACTORS.items():
        if permissions is not None and name != "admin":
            await admin.post("/api/roles", {"name": name, "permissions": permissions})
    await admin.post("/api/roles", {"name": "exporter", "permissions": ["orders:export"]})
    if actor in ("anonymous", "admin"):
        return admin if actor == "admin" else service.anonymous
    await service.create(admin, actor, roles=[actor])
    return await service.login(actor, PASSWORD)


def expected_at_the_door(route: Route, held: list[str] | None) -> str | None:
    if held is None:
        return "authentication_required"
    return None if route.permission is None or covers(held, route.permission) else "permission_denied"


@pytest.mark.parametrize("actor", ACTORS)
async def test_every_endpoint_asks_for_its_right(service: Service, admin: Client, actor: str) -> None:
    """Covers every route. A permitted request fails only because its body is empty or its id unknown."""
    client = await sign_in(service, admin, actor)
    wrong = []
    # Signing out everywhere comes last: it ends the session of the test.
    for route in sorted(ROUTES, key=lambda route: route.path == "/api/auth/logout-all"):
        if not route.signed_in:
            continue
        # Ids that do not exist, so that a permitted request changes nothing.
        answer = await client.call(route.method, path_of(route, 987654321), json={} if route.body else None)
        door = answer.reason if answer.reason in ("authentication_required", "permission_denied") else None
        if door != expected_at_the_door(route, ACTORS[actor]):
            wrong.append((route.method, route.path, answer.body))
        if door == "permission_denied":
            assert answer.data["required"] == route.permission
            assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]
    assert wrong == []


FIELDS: dict[str, Any] = {
    "username": "renamed",
    "name": "Renamed",
    "email": "renamed@example.com",
    "phone": "+1 555 0100",
    "avatar": "/a.png",
    "password": "another long password",
    "status": 0,
    "mustChangePassword": True,
    "roles: none": [],
    "roles: less": ["reader"],
    "roles: same": ["manager"],
    "roles: more": ["admin"],
    "roles: a little more": ["exporter"],
}
# Users to be changed, by their roles. The exporter holds one right that the manager lacks, and nothing else.
TARGETS = {"plain": ["plain"], "manager": ["manager"], "exporter": ["exporter"], "admin": ["admin"]}


def expected_change(actor: str, target: str, field: str) -> str | None:
    """The expected result of a cell, by the rules in their order."""
    if actor in ("plain", "reader"):
        return "permission_denied"
    if actor == "admin":
        return None
    outranked = {"updater": {"manager", "exporter", "admin"}, "manager": {"exporter", "admin"}}
    beyond = {
        "updater": {"roles: less", "roles: same", "roles: more", "roles: a little more"},
        "manager": {"roles: more", "roles: a little more"},
    }
    if target in outranked[actor]:
        return "outranked"
    # The manager's `roles:*` includes `roles:grant`. The updater lacks the role of the target.
    if actor == "updater" and field in ("username", "email", "password"):
        return "role_not_held"
    return "beyond_own_rights" if field in beyond[actor] else None


def cells() -> Iterator[tuple[str, str]]:
    yield from itertools.product(TARGETS, FIELDS)


@pytest.mark.parametrize("actor", ["plain", "reader", "updater", "manager", "admin"])
async def test_changes_of_others_by_rank_and_field(service: Service, admin: Client, actor: str) -> None:
    client = await sign_in(service, admin, actor)
    users: dict[str, dict[str, Any]] = {}
    wrong = []
    for number, (target, field) in enumerate(cells()):
        if target not in users:
            users[target] = await service.create(admin, f"target{number}", roles=TARGETS[target])
        user = users[target]
        body = {field.partition(":")[0]: FIELDS[field]}
        answer = await client.put(f"/api/users/{user['id']}", body)
        if answer.reason != expected_change(actor, target, field):
            wrong.append((target, field, answer.body))
        challenge = answer.headers.get("www-authenticate")
        if challenge != ('Bearer error="insufficient_scope"' if answer.code == 403 else None):
            wrong.append((target, field, challenge))
        unchanged = (await admin.get(f"/api/users/{user['id']}")).data == user
        if unchanged != (answer.code != 200) and field != "password":
            wrong.append((target, field, "changed although refused, or the reverse"))
        if answer.code == 200:
            await admin.delete(f"/api/users/{users.pop(target)['id']}")
    assert wrong == []


@pytest.mark.parametrize("actor", ["plain", "reader", "updater", "manager", "admin"])
async def test_deleting_others_by_rank(service: Service, admin: Client, actor: str) -> None:
    client = await sign_in(service, admin, actor)
    for number, target in enumerate(TARGETS):
        user = await service.create(admin, f"target{number}", roles=TARGETS[target])
        answer = await client.delete(f"/api/users/{user['id']}")
        if actor in ("plain", "reader", "updater"):
            assert answer.reason == "permission_denied"
        else:
            assert answer.reason == ("outranked" if actor == "manager" and target in ("exporter", "admin") else None)


OWN = {
    "username": None,
    "name": None,
    "email": None,
    "phone": None,
    "avatar": None,
    "status": "own_account",
    "mustChangePassword": None,
    "roles: more": "beyond_own_rights",
    "roles: a little more": "beyond_own_rights",
    "roles: less": None,
}


@pytest.mark.parametrize("field", OWN)
async def test_a_managers_changes_of_their_own_account(service: Service, admin: Client, field: str) -> None:
    manager = await sign_in(service, admin, "manager")
    answer = await manager.put(f"/api/users/{manager.id}", {field.partition(":")[0]: FIELDS[field]})
    assert answer.reason == OWN[field]
    refusals = {"roles: less": "permission_denied", "mustChangePassword": "password_change_required"}
    assert (await manager.delete(f"/api/users/{manager.id}")).reason == refusals.get(field, "own_account")


@pytest.mark.parametrize(
    ("granted", "reason"),
    [
        ([], None),
        (["manager"], None),
        (["reader", "plain"], None),
        (["admin"], "beyond_own_rights"),
        (["plain", "exporter"], "beyond_own_rights"),
    ],
)
async def test_a_manager_creates_no_user_with_more_rights_than_their_own(
    service: Service, admin: Client, granted: list[str], reason: str | None
) -> None:
    manager = await sign_in(service, admin, "manager")
    body = {"username": "new", "password": PASSWORD, "roles": granted}
    assert (await manager.post("/api/users", body)).reason == reason


@pytest.mark.parametrize(
    ("permissions", "reason"),
    [
        ([], None),
        (["users:read", "roles:create"], None),
        (["users:*"], None),
        (["orders:read"], None),
        (["orders:export"], "beyond_own_rights"),
        (["orders:*"], "beyond_own_rights"),
        (["*"], "beyond_own_rights"),
    ],
)
async def test_a_manager_creates_no_role_with_more_rights_than_their_own(
    service: Service, admin: Client, permissions: list[str], reason: str | None
) -> None:
    """A role could grant its author rights that they may not grant directly (Keycloak CVE-2026-3121)."""
    manager = await sign_in(service, admin, "manager")
    assert (await manager.post("/api/roles", {"name": "new", "permissions": permissions})).reason == reason
    own = (await admin.get("/api/roles?keyword=manager")).data["list"][0]
    assert (await manager.put(f"/api/roles/{own['id']}", {"permissions": permissions})).reason == reason


async def test_a_role_that_outranks_the_actor_is_out_of_reach(service: Service, admin: Client) -> None:
    manager = await sign_in(service, admin, "manager")
    exporter = (await admin.get("/api/roles?keyword=exporter")).data["list"][0]
    highest = (await admin.get("/api/roles?keyword=admin")).data["list"][0]
    for role in (exporter, highest):
        path = f"/api/roles/{role['id']}"
        changes: list[dict[str, Any]] = [{"permissions": []}, {"name": "other"}, {"description": "other"}]
        for body in changes:
            assert (await manager.put(path, body)).reason == "outranked"
        assert (await manager.delete(path)).reason == "outranked"
        assert (await admin.get(path)).data == role


async def test_taking_a_role_from_all_its_users_stops_at_one_who_outranks_the_actor(
    service: Service, admin: Client
) -> None:
    manager = await sign_in(service, admin, "manager")
    role = (await manager.post("/api/roles", {"name": "shared", "permissions": ["orders:read"]})).data
    await service.create(admin, "low", roles=["shared"])
    high = await service.create(admin, "high", roles=["shared", "admin"])
    assert (await manager.delete(f"/api/roles/{role['id']}?force=true")).reason == "outranked"
    await admin.put(f"/api/users/{high['id']}", {"roles": ["shared"]})
    assert (await manager.delete(f"/api/roles/{role['id']}?force=true")).code == 200


async def test_the_last_enabled_administrator_stays(service: Service, admin: Client) -> None:
    own = f"/api/users/{admin.id}"
    await service.create(admin, "sleeper", roles=["admin"], status=0)
    changes: list[dict[str, Any]] = [{"status": 0}, {"roles": []}, {"roles": ["user"]}]
    for body in changes:
        assert (await admin.put(own, body)).reason == "last_administrator"
    assert (await admin.delete(own)).reason == "last_administrator"
    await service.create(admin, "second", roles=["admin"])
    assert (await admin.put(own, {"status": 0})).reason == "own_account"
    assert (await admin.delete(own)).reason == "own_account"
    assert (await admin.put(own, {"roles": []})).code == 200


@pytest.mark.parametrize("change", ["demote", "disable", "delete"])
async def test_of_two_administrators_who_remove_each_other_at_once_one_stays(
    service: Service, admin: Client, change: str
) -> None:
    """Mutant: without `tx.lock(LOCK)` both find the other still there on PostgreSQL, and both succeed."""
    for turn in range(4):
        rival_user = await service.create(admin, f"rival{turn}", roles=["admin"])
        rival = await service.login(f"rival{turn}", PASSWORD)

        async def strike(attacker: Client, victim: int) -> int:
            path = f"/api/users/{victim}"
            if change == "delete":
                return (await attacker.delete(path)).code
            return (await attacker.put(path, {"roles": []} if change == "demote" else {"status": 0})).code

        codes = await asyncio.gather(strike(admin, rival.id), strike(rival, admin.id))
        assert sorted(codes)[0] == 200
        assert sorted(codes)[1] in (401, 403)
        winner = admin if codes[0] == 200 else rival
        standing = await winner.get("/api/users?role=admin&status=1")
        assert [user["id"] for user in standing.data["list"]] == [winner.id]
        if winner is not admin:
            # The next turn needs the first administrator again.
            if change == "delete":
                return
            await rival.put(f"/api/users/{admin.id}", {"roles": ["admin"], "status": 1})
            admin = await service.login()
        await admin.delete(f"/api/users/{rival_user['id']}")


async def test_rights_removed_during_a_request_take_effect_in_it(service: Service, admin: Client) -> None:
    """Mutant: without asking again inside the transaction, a manager demoted at that moment still creates users."""
    manager = await sign_in(service, admin, "manager")
    body = {"username": "late", "password": PASSWORD}
    core = service.core
    actor, _ = await core.authentication.authenticate(manager.token, NO_ORIGIN)
    await admin.put(f"/api/users/{manager.id}", {"roles": []})
    with pytest.raises(PermissionDenied):
        await core.users.create(actor, Profile.parse(**body))
