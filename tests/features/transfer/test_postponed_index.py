"""An import of very many leaves the indexes of lists for the end; lists are right all the while."""

from math import inf
from pathlib import Path
from typing import Any

import pytest

from doorward.domain.users import Profile
from doorward.features.transfer import queries
from doorward.search import filling
from doorward.store.users import new_row
from tests.support.databases import PostgresDatabases
from tests.support.service import Client, Service

_GAP_SQLITE = "UPDATE sqlite_sequence SET seq = 5000"
_GAP_POSTGRES = "SELECT setval(pg_get_serial_sequence('users', 'id'), 5000)"
_LIST_INDEXES = "SELECT count(*) FROM pg_indexes WHERE indexname ~ '^(user_search_.*_trigrams|users_by_.*)$'"


async def postpone(service: Service) -> None:
    """As `UserDirectory.postpone`, without the time in which all nodes notice it."""
    backend = service.core.users.directory._backend
    await service.core.database.write(lambda tx: filling.postpone(tx, backend))
    await backend.drop_indexes(service.core.database)


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


async def test_users_are_indexed_in_a_block_whose_users_were_all_deleted_before(
    service: Service, admin: Client
) -> None:
    """Mutant: the fill inserts counts of users, and fails for ever where the deleted users have left theirs."""
    await service.core.jobs.stop()
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    on_sqlite = service.settings.sqlite_path is not None
    await database.write(lambda tx: tx.execute(_GAP_SQLITE if on_sqlite else _GAP_POSTGRES))
    gone = (await service.create(admin, "gone", roles=["user"]))["id"]
    if not on_sqlite:  # Adds the changes of counts up, as after some hundred others.
        nothing = "SELECT 0, 1, 0, 0 FROM generate_series(1, 512)"
        deltas = f"INSERT INTO user_count_deltas (role_id, status, block, n) {nothing}"
        await database.write(lambda tx: tx.execute(deltas))
    await admin.delete(f"/api/users/{gone}")
    await database.write(lambda tx: filling.postpone(tx, lists._backend))
    # As a bulk load has left it that looked only at the users that there are.
    await database.write(lambda tx: tx.execute("UPDATE list_index SET upto = 999"))
    new = (await service.create(admin, "new", roles=["user"]))["id"]
    assert gone // 1000 == new // 1000 == 5
    await lists.fill()
    assert await filling.is_ready(database)
    totals = {query: (await admin.get(f"/api/users?{query}")).data["total"] for query in ("", "role=user", "keyword=n")}
    assert totals == {"": 2, "role=user": 1, "keyword=n": 2}


@pytest.mark.parametrize("postponed", [False, True])
async def test_a_user_can_be_given_the_id_of_one_who_was_deleted_a_moment_ago(
    service: Service, admin: Client, postponed: bool
) -> None:
    """Mutants: the trigger for new users inserts a row that the deletion has written already; a bulk load leaves the
    id to the fill, which meets what the indexes have of the former user."""
    await service.core.jobs.stop()
    lists, database = service.core.users.directory, service.core.database
    on_sqlite = service.settings.sqlite_path is not None
    await database.write(lambda tx: tx.execute(_GAP_SQLITE if on_sqlite else _GAP_POSTGRES))
    gone = (await service.create(admin, "gone", status=0, roles=["user"]))["id"]
    await lists.fill()
    await admin.delete(f"/api/users/{gone}")
    if postponed:
        await database.write(lambda tx: filling.postpone(tx, lists._backend))
    row = new_row(Profile(username="again", name="again"), "", 1, 2)
    await database.write(lambda tx: queries.insert_with_ids(tx, [(gone, *row)]))
    for _ in range(2):
        for query, usernames in (
            ("", ["admin", "again"]),
            ("sort=-name", ["again", "admin"]),
            ("sort=createdAt&status=1", ["again", "admin"]),
            ("keyword=again", ["again"]),
            ("keyword=gone", []),
            ("status=0", []),
            ("role=user", []),
            ("noRole=true&neverSignedIn=true", ["again"]),
        ):
            page = (await admin.get(f"/api/users?{query}")).data
            assert ([user["username"] for user in page["list"]], page["total"]) == (usernames, len(usernames)), query
        await lists.fill()
        assert await filling.is_ready(database)


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
        await postpone(service)

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


@pytest.mark.parametrize(
    "damage",
    [
        "DROP INDEX user_search_enabled_trigrams",
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'users_by_name'::regclass",
    ],
)
async def test_postgresql_reads_the_table_while_an_index_is_missing_and_builds_it_again(
    postgres: PostgresDatabases, tmp_path: Path, run_service: Any, damage: str
) -> None:
    """Mutants: lists or `fill` rely on the mark that indexes are filled; an index that was left invalid counts."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        await service.core.jobs.stop()
        lists, database = service.core.users.directory, service.core.database
        await lists.fill()
        assert await lists._is_ready()
        await database.write(lambda tx: tx.execute(damage))
        lists._checked_at = -inf
        assert not await lists._is_ready()
        assert await filling.is_ready(database)
        await lists.fill()
        assert await lists._is_ready()
        assert tuple(await database.fetchrow(_LIST_INDEXES)) == (8,)


async def test_postgresql_does_not_take_indexes_for_full_that_were_dropped_while_another_node_filled_the_users(
    postgres: PostgresDatabases, tmp_path: Path, run_service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: `are_built` is always true. The one node has built all, the other has filled all users, and was killed
    before it built again what the bulk load between them had dropped."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        await service.core.jobs.stop()
        lists, database = service.core.users.directory, service.core.database
        backend: Any = lists._backend
        assert await lists.postpone(100)
        build = backend.build_indexes

        async def postponed_and_filled_meanwhile(*arguments: Any) -> None:
            await build(*arguments)
            await postpone(service)
            while await database.write(lambda tx: filling._fill_blocks(tx, backend, 1)) is not None:
                pass

        with monkeypatch.context() as patch:
            patch.setattr(backend, "build_indexes", postponed_and_filled_meanwhile)
            await lists.fill()
        assert not await filling.is_ready(database)
        await lists.fill()
        assert await filling.is_complete(database, backend)
        assert tuple(await database.fetchrow(_LIST_INDEXES)) == (8,)
