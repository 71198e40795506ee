"""An import of very many leaves the indexes of lists for the end; lists are right all the while."""

from pathlib import Path
from typing import Any

import pytest

from doorward.search import filling
from tests.support.databases import PostgresDatabases
from tests.support.service import Client, Service

_GAP_SQLITE = "UPDATE sqlite_sequence SET seq = 5000"
_GAP_POSTGRES = "SELECT setval(pg_get_serial_sequence('users', 'id'), 5000)"
_LIST_INDEXES = "SELECT count(*) FROM pg_indexes WHERE indexname ~ '^(user_search_.*_trigrams|users_by_.*)$'"


async def test_lists_are_right_before_and_after_the_indexes_are_filled(service: Service, admin: Client) -> None:
    """Fails when a node that found the indexes full never asks again, or a block is counted twice."""
    await service.core.jobs.stop()  # Nothing but the test fills them.
    await service.create(admin, "earlier")
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    assert (await admin.get("/api/users?keyword=earlier")).data["total"] == 1
    assert await lists.postpone(100)
    # Beyond the block that is begun, where no trigger is responsible.
    on_sqlite = service.settings.sqlite_path is not None
    await database.write(lambda tx: tx.execute(_GAP_SQLITE if on_sqlite else _GAP_POSTGRES))
    later = await service.create(admin, "later", roles=["user"])
    assert later["id"] > 5000
    for _ in range(2):
        assert (await admin.get("/api/users?keyword=later")).data["total"] == 1
        assert (await admin.get("/api/users?role=user")).data["total"] == 1
        assert (await admin.get("/api/users")).data["total"] == 3
        listed = (await admin.get("/api/users?sort=-createdAt")).data["list"]
        assert [user["username"] for user in listed] == ["later", "earlier", "admin"]
        await lists.fill()


async def test_indexes_that_are_postponed_while_a_node_fills_them_are_not_taken_for_full(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: the node that fills them marks them as full all the same; what was taken away is not built again."""
    await service.core.jobs.stop()
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    assert await lists.postpone(100)
    build = lists._backend.build_indexes

    async def postponed_meanwhile(*arguments: Any) -> None:
        await build(*arguments)
        await database.write(lambda tx: filling.postpone(tx, lists._backend))

    with monkeypatch.context() as patch:
        patch.setattr(lists._backend, "build_indexes", postponed_meanwhile)
        await lists.fill()
    assert not await filling.is_ready(database)
    await lists.fill()
    assert await filling.is_ready(database)
    if not service.settings.sqlite_path:
        assert tuple(await database.fetchrow(_LIST_INDEXES) or ()) == (8,)


async def test_postgresql_builds_the_indexes_of_lists_again_only_for_as_many_users_as_there_are(
    postgres: PostgresDatabases, tmp_path: Path, run_service: Any
) -> None:
    """Mutants: 20,000 rows for a million users have all of them indexed again; the indexes are not built again."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        await service.core.jobs.stop()  # One of them would build the indexes at any time.
        lists, database = service.core.users.directory, service.core.database
        await service.create(await service.login(), "second")
        await lists.fill()
        assert not await lists.postpone(1)
        assert tuple(await database.fetchrow(_LIST_INDEXES)) == (8,)
        assert await lists.postpone(2)
        assert tuple(await database.fetchrow(_LIST_INDEXES)) == (0,)
        await lists.fill()
        assert tuple(await database.fetchrow(_LIST_INDEXES)) == (8,)
