"""Deleting a role that very many users have: it grants nothing at once, and is taken from them in steps."""

import asyncio
from typing import Any

import pytest

from doorward.core import rights
from doorward.database.protocol import Transaction
from doorward.domain.users import Profile
from doorward.store import roles, users
from tests.support.service import PASSWORD, Client, Service

STEP = 5
HOLDERS = 3 * STEP + 2


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doorward.core.roles._STEP", STEP)


@pytest.fixture
async def crew(service: Service, admin: Client) -> int:
    """The id of a role with HOLDERS holders; `holder00` has a password."""
    role = (await admin.post("/api/roles", {"name": "crew", "permissions": ["users:read"]})).data
    first = await service.create(admin, "holder00", roles=["crew"])

    async def work(tx: Transaction) -> None:
        for number in range(1, HOLDERS):
            user_id = await users.insert(tx, Profile.parse(username=f"holder{number:02}"), "!", 0)
            assert user_id is not None
            await users.set_roles(tx, user_id, [role["id"]])

    await service.core.database.write(work)
    assert first["roles"] == ["crew"]
    return int(role["id"])


async def memberships(service: Service, role_id: int) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM user_roles WHERE role_id = $1", role_id)
    return int(row[0]) if row else 0


async def is_stored(service: Service, role_id: int) -> bool:
    return await service.core.database.fetchrow("SELECT 1 FROM roles WHERE id = $1", role_id) is not None


async def test_a_deleted_role_grants_nothing_from_the_next_request_on(
    service: Service, admin: Client, crew: int
) -> None:
    """Mutants: `JOIN_ROLES` without `deleted_at`; `delete` that removes every membership in its transaction, which on
    PostgreSQL held the rights lock for a minute with 100,000 holders."""
    # The last of them, so that the first step does not reach this user.
    last = await service.create(admin, "last", roles=["crew", "user"])
    holder = await service.login("last", PASSWORD)
    assert (await holder.get("/api/users")).code == 200
    assert (await admin.delete(f"/api/roles/{crew}?force=true")).code == 200
    assert await memberships(service, crew) == HOLDERS + 1 - STEP
    assert (await holder.get("/api/users")).reason == "permission_denied"
    own = (await holder.get("/api/auth/user")).data
    assert (own["roles"], own["permissions"]) == (["user"], [])
    assert (await admin.get(f"/api/users/{last['id']}")).data["roles"] == ["user"]
    listed = (await admin.get("/api/users?keyword=holder&sort=username")).data
    assert (listed["total"], listed["list"][0]["roles"]) == (HOLDERS, [])
    assert (await (await service.login("last", PASSWORD)).refresh()).code == 200


async def test_a_deleted_role_is_not_found_and_its_name_is_free(service: Service, admin: Client, crew: int) -> None:
    """Mutant: a query of roles without `deleted_at`."""
    await admin.delete(f"/api/roles/{crew}?force=true")
    assert await is_stored(service, crew)
    for answer in (
        await admin.get(f"/api/roles/{crew}"),
        await admin.put(f"/api/roles/{crew}", {"permissions": ["users:read"]}),
        await admin.delete(f"/api/roles/{crew}"),
    ):
        assert answer.reason == "role_not_found"
    assert [role["name"] for role in (await admin.get("/api/roles")).data["list"]] == ["admin", "user"]
    assert (await admin.get("/api/users?role=crew")).data["total"] == 0
    assert (await admin.get(f"/api/users?role=%1F{crew}")).data["total"] == 0
    uses = {use["name"]: use for use in (await admin.get("/api/permissions")).data["list"]}
    assert uses["users:read"]["roles"] == ["admin"]
    ann = await admin.post("/api/users", {"username": "ann", "password": PASSWORD, "roles": ["crew"]})
    assert ann.fields.keys() == {"roles"}
    again = (await admin.post("/api/roles", {"name": "crew"})).data
    assert (again["id"] != crew, again["userCount"]) == (True, 0)
    assert (await admin.get("/api/users?role=crew")).data["total"] == 0


async def test_an_interrupted_deletion_is_continued(service: Service, admin: Client, crew: int) -> None:
    """A process that is killed between two steps leaves what a failed step leaves."""
    await admin.delete(f"/api/roles/{crew}?force=true")
    database: Any = service.core.database
    write, calls = database.write, iter([None])

    async def fail_second(work: Any) -> Any:
        next(calls)  # Raises the second time.
        return await write(work)

    database.write = fail_second
    try:
        with pytest.raises((RuntimeError, StopIteration)):
            await service.core.roles.finish_deletions()
    finally:
        database.write = write
    assert await memberships(service, crew) == HOLDERS - 2 * STEP
    await service.core.roles.finish_deletions()
    assert await memberships(service, crew) == 0
    assert not await is_stored(service, crew)
    assert (await admin.get("/api/users?keyword=holder")).data["total"] == HOLDERS


async def test_two_workers_finish_a_deletion_together(service: Service, admin: Client, crew: int) -> None:
    """Mutant: no `skip_locked`: on PostgreSQL the workers wait for each other's users, and may deadlock."""
    await admin.delete(f"/api/roles/{crew}?force=true")
    await asyncio.gather(*(service.core.roles.finish_deletions() for _ in range(3)))
    await service.core.roles.finish_deletions()
    assert await memberships(service, crew) == 0
    assert not await is_stored(service, crew)


async def test_the_steps_do_not_take_the_rights_lock(
    service: Service, admin: Client, crew: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `detach` after `tx.lock(rights.LOCK)`: every change of users and roles would wait for the steps."""
    await admin.delete(f"/api/roles/{crew}?force=true")
    taken: list[str] = []
    found = roles.detach

    async def watched(tx: Any, role_id: int, limit: int) -> bool:
        assert rights.LOCK not in taken
        return await found(tx, role_id, limit)

    async def lock(self: Any, name: str) -> None:
        taken.append(name)

    async def kind(tx: Transaction) -> type[Any]:
        return type(tx)

    monkeypatch.setattr(await service.core.database.write(kind), "lock", lock)
    monkeypatch.setattr(roles, "detach", watched)
    await service.core.roles.finish_deletions()
    assert rights.LOCK not in taken
    assert await memberships(service, crew) == 0
