"""The sort orders of SQLite, which are built at the end: right whatever happens meanwhile."""

from collections.abc import Callable
from typing import Any

import pytest

from doorward.database.sqlite.sorted_rows import SortedRows
from doorward.search import filling
from doorward.search.sqlite import order_build
from tests.support.service import Client, Service

pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)

SORTS = ("name", "-name", "status", "-createdAt", "updatedAt", "lastLoginAt")


class Interrupted(Exception):
    pass


async def listed(admin: Client) -> dict[str, list[str]]:
    pages = {sort: await admin.get("/api/users", params={"sort": sort}) for sort in SORTS}
    return {sort: [user["username"] for user in page.data["list"]] for sort, page in pages.items()}


async def postponed(service: Service, admin: Client, *usernames: str) -> list[int]:
    """Creates users that no index has yet."""
    await service.core.jobs.stop()  # Nothing but the test fills them.
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    assert await lists.postpone(len(usernames))
    await beyond_the_block(service)
    ids = [(await service.create(admin, username))["id"] for username in usernames]
    assert await database.fetchrow("SELECT 1 FROM list_index WHERE upto < $1", ids[0])
    return ids


async def beyond_the_block(service: Service) -> None:
    """The next user is one that the triggers leave to a fill."""
    await service.core.database.write(
        lambda tx: tx.execute("UPDATE sqlite_sequence SET seq = seq / 1000 * 1000 + 2000")
    )


def before_insert(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Any]) -> None:
    """Does the work once, after the first order was sorted."""
    insert = SortedRows.insert
    due = [work]

    async def meanwhile(self: SortedRows, *arguments: Any) -> None:
        if due:
            await due.pop()()
        await insert(self, *arguments)

    monkeypatch.setattr(SortedRows, "insert", meanwhile)


async def is_ready(service: Service) -> bool:
    return await filling.is_ready(service.core.database)


@pytest.mark.parametrize("after_sorting", [False, True])
async def test_users_that_change_while_the_orders_are_built_have_their_new_place(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, after_sorting: bool
) -> None:
    """Mutants: the entries come from the rows of changed users; they leave out users that were changed or deleted."""
    ids = await postponed(service, admin, "ann", "bob", "cid", "dan")

    async def change() -> None:
        await admin.put(f"/api/users/{ids[0]}", {"name": "Zoe", "status": 0})
        await admin.delete(f"/api/users/{ids[1]}")
        await service.create(admin, "new", name="Aaron")

    if after_sorting:
        before_insert(monkeypatch, change)
    else:
        build = order_build._build

        async def changed_before(*arguments: Any) -> None:
            await change()
            await build(*arguments)

        monkeypatch.setattr(order_build, "_build", changed_before)
    await service.core.users.directory.fill()
    assert await is_ready(service)
    by_orders = await listed(admin)
    assert by_orders["name"] == ["new", "admin", "cid", "dan", "ann"]
    assert by_orders["status"][0] == "ann"
    assert by_orders["-createdAt"][0] == "new"
    assert await _entries(service) == 5 * len(by_orders["name"])


async def _entries(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM user_order")
    assert row is not None
    return int(row[0])


async def test_pending_changes_wait_even_if_a_process_was_applying_them_before_the_bulk_load(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a batch of changes is applied although the indexes are not full. The build then inserts the entry that it
    has sorted before, and the user is in the order twice."""
    ids = await postponed(service, admin, "ann", "bob")
    lists, database = service.core.users.directory, service.core.database

    async def change_and_apply() -> None:
        await admin.put(f"/api/users/{ids[0]}", {"name": "Zoe"})
        # The next round of a loop that has found the indexes full when it began.
        await lists._backend.apply_pending_changes(database)

    before_insert(monkeypatch, change_and_apply)
    await lists.fill()
    assert await is_ready(service)
    assert (await listed(admin))["name"] == ["admin", "bob", "ann"]
    assert await _entries(service) == 5 * 3


@pytest.mark.parametrize("indexed_meanwhile", [False, True])
async def test_a_build_that_a_bulk_load_overtakes_is_begun_again(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, indexed_meanwhile: bool
) -> None:
    """Mutants: the build does not notice, and what the other has indexed meanwhile is never in the orders; it has
    entries of users whose changes are not recorded yet, and these entries stay."""
    await postponed(service, admin, "ann", "bob")
    lists, database = service.core.users.directory, service.core.database
    backend: Any = lists._backend

    async def load_more() -> None:
        await database.write(lambda tx: filling.postpone(tx, backend))
        await beyond_the_block(service)
        await service.create(admin, "later")
        more: Any = indexed_meanwhile
        while more:
            more = await database.write(lambda tx: filling._fill_blocks(tx, backend, 1))

    before_insert(monkeypatch, load_more)
    await lists.fill()
    assert not await is_ready(service)
    later = (await admin.get("/api/users?keyword=later")).data["list"][0]["id"]
    await admin.put(f"/api/users/{later}", {"status": 0})
    by_scan = await listed(admin)
    await lists.fill()
    assert await is_ready(service)
    assert await listed(admin) == by_scan
    assert by_scan["-createdAt"] == ["later", "bob", "ann", "admin"]
    assert await _entries(service) == 5 * 4


async def test_an_interrupted_build_continues(service: Service, admin: Client) -> None:
    """Mutant: the entries that are there already are inserted again."""
    await postponed(service, admin, "ann", "bob")

    def interrupt(what: str, done: int, whole: int) -> None:
        if what == "entries of orders" and done > whole // 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        await service.core.users.directory.fill(interrupt)
    assert not await is_ready(service)
    by_scan = await listed(admin)
    await service.core.users.directory.fill()
    assert await is_ready(service)
    assert await listed(admin) == by_scan


async def test_orders_are_not_taken_for_built_while_another_process_builds_them(
    service: Service, admin: Client
) -> None:
    """Mutants: the indexes are marked as full by the process that does not build them; its pending changes are applied,
    which the other process has in its entries as they were."""
    ids = await postponed(service, admin, "ann", "bob")
    async with service.core.database.hold("sort-orders") as free:
        assert free
        await service.core.users.directory.fill()
        await admin.put(f"/api/users/{ids[0]}", {"name": "Zoe"})
        await service.core.users.directory.fill()
        assert not await is_ready(service)
        assert (await listed(admin))["name"] == ["admin", "bob", "ann"]
        assert await service.core.database.fetchrow("SELECT 1 FROM user_news WHERE id = $1", ids[0])
    await service.core.users.directory.fill()
    assert await is_ready(service)
    assert (await listed(admin))["name"] == ["admin", "bob", "ann"]
