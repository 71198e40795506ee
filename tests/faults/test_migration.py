"""Migrations of a database that is large and in use: no table is rewritten, or read under an exclusive lock."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import sqlalchemy as sa

from doorward import app, preparation
from doorward.database import schema
from doorward.database.postgres.database import PostgresDatabase
from doorward.database.protocol import Database
from doorward.search.filling import Pacer, ignore_progress
from doorward.search.options import Batches, SearchOptions
from doorward.search.postgres.backend import PostgresSearch
from doorward.settings import Settings
from tests.support.databases import Databases, settings_for
from tests.support.measurements import Measurements
from tests.support.old_schema import as_before
from tests.support.service import running

USERS = 20_000
_FILES = "SELECT relname, relfilenode FROM pg_class WHERE relname IN ('users', 'user_roles', 'sessions') ORDER BY 1"
_READ = (
    "SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd FROM pg_stat_xact_user_tables"
)


@contextlib.contextmanager
def watching(event: str, listener: Any) -> Iterator[None]:
    """Calls the listener on events of the connections that a migration uses."""
    sa.event.listen(sa.Engine, event, listener)
    try:
        yield
    finally:
        sa.event.remove(sa.Engine, event, listener)


async def test_postgresql_reads_and_writes_no_user_while_it_changes_the_schema(
    postgres: Databases, tmp_path: Any, measurements: Measurements
) -> None:
    """Mutants: a column whose default is not constant, `SET NOT NULL`, an index that is built within the migration."""
    rows: dict[str, int] = {}
    async with postgres.new(tmp_path) as environ:
        settings = await as_before(environ, "0001", USERS)
        connection: Any = await asyncpg.connect(settings.database_url)
        try:
            before = await connection.fetch(_FILES)
            with watching("commit", lambda migration: rows.update(list(migration.exec_driver_sql(_READ)))):
                await schema.migrate(None, settings.database_url)
            assert await connection.fetch(_FILES) == before
        finally:
            await connection.close()
    assert rows["list_index"] > 0  # The counters were read in time: this table was written by the last step.
    large = {name: rows.get(name, 0) for name in ("users", "user_roles", "sessions")}
    assert large == {"users": 0, "user_roles": 0, "sessions": 0}
    measurements.add(
        f"schema changed under {USERS:,} users", "postgres", "no table rewritten, no user read under its lock"
    )


async def test_a_transaction_that_read_users_can_write_them_while_a_migration_waits_for_the_table(
    postgres: Databases, tmp_path: Any
) -> None:
    """Mutant: tables that are locked one by one as the steps need them, in a weaker mode first."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    async with postgres.new(tmp_path) as environ:
        settings = await as_before(environ, "0005", 10)
        # A lock timeout below deadlock_timeout: a statement that times out was in a deadlock.
        other: Any = await asyncpg.connect(settings.database_url, server_settings={"lock_timeout": "400ms"})
        watcher: Any = await asyncpg.connect(settings.database_url)
        try:
            async with other.transaction():
                await other.fetch("SELECT count(*) FROM users")
                migrating = asyncio.create_task(schema.migrate(None, settings.database_url))
                while not await watcher.fetch(waiting):
                    assert not migrating.done()
                    await asyncio.sleep(0.005)
                await other.execute("UPDATE users SET version = version + 1")
            await migrating
            assert await watcher.fetchval("SELECT version_num FROM alembic_version") == schema.HEAD
        finally:
            await other.close()
            await watcher.close()


async def test_sqlite_does_no_more_work_for_many_users_than_for_none_while_it_changes_the_schema(
    sqlite_databases: Databases, tmp_path: Any, measurements: Measurements
) -> None:
    """Mutants: an index on a column of users that is built within the migration, or an `UPDATE` of all of them.

    0019 is left out. It builds two indexes, for which writers wait once (decision 48).
    """
    steps = []
    for users in (1, USERS):
        folder = tmp_path / str(users)
        folder.mkdir()
        async with sqlite_databases.new(folder) as environ:
            steps.append(await _steps_of_migration(await as_before(environ, "0001", users)))
    # Less than one step for each user: no row was read.
    assert steps[1] - steps[0] < USERS // 10
    measured = f"{steps[1]:,} steps of its machine, {steps[0]:,} for one user"
    measurements.add(f"schema changed under {USERS:,} users", "sqlite", measured)


async def _steps_of_migration(settings: Settings) -> int:
    done = 0

    def step() -> None:
        nonlocal done
        done += 1

    def counting() -> Any:
        return watching("connect", lambda connection, _: connection.set_progress_handler(step, 1))

    with counting():
        await schema.migrate(settings.sqlite_path, settings.database_url, "0018")
    await schema.migrate(settings.sqlite_path, settings.database_url, "0019")
    with counting():
        await schema.migrate(settings.sqlite_path, settings.database_url)
    return done


async def test_requests_read_and_write_while_the_indexes_of_lists_are_filled(environ: dict[str, str]) -> None:
    """Mutants: `_fill_blocks` for all users at once; on SQLite, `fill_indexes` without a pause between blocks."""
    # A pause after every block, however fast the machine is.
    search = SearchOptions(batches=Batches(seconds=0.0))
    settings = await as_before(environ, "0001", USERS)
    await schema.migrate(settings.sqlite_path, settings.database_url)
    beside = app.connect(settings)
    await beside.open()
    async with _writing(beside) as writes:
        after_block: list[int] = []

        def report(what: str, done: int, whole: int) -> None:
            if what == "users":
                after_block.append(len(writes))

        await preparation.prepare_database(settings, migrate=True, report=report, search=search)
        assert len(set(after_block)) > 2  # Other writes were committed between blocks.
    row = await beside.fetchrow("SELECT version FROM users WHERE id = $1", USERS)
    await beside.close()
    assert row is not None
    assert row[0] == 1 + len(writes)


@contextlib.asynccontextmanager
async def _writing(database: Database) -> AsyncIterator[list[int]]:
    """Reads and writes one row after the other in the background; yields what was read each time."""
    done, read = False, []

    async def keep_writing() -> None:
        while not done:
            row = await database.write_once(
                lambda tx: tx.fetchrow("UPDATE users SET version = version + 1 WHERE id = $1 RETURNING version", USERS)
            )
            assert row
            read.append(row[0])
            await asyncio.sleep(0.001)

    task = asyncio.create_task(keep_writing())
    try:
        yield read
    finally:
        done = True
        await task


async def test_postgresql_builds_an_index_during_a_long_transaction(postgres: Databases, tmp_path: Any) -> None:
    """Mutant: `CREATE INDEX` without `CONCURRENTLY` waits for that transaction, and all others queue behind it."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'"
    change = "UPDATE users SET version = version + 1"
    async with postgres.new(tmp_path) as environ, running(settings_for(environ)) as service:
        long: Any = await asyncpg.connect(service.settings.database_url)
        other: Any = await asyncpg.connect(
            service.settings.database_url, server_settings={"lock_timeout": "5s", "application_name": "other"}
        )
        try:
            await other.execute("DROP INDEX users_by_name")
            transaction = long.transaction()
            await transaction.start()
            await long.execute(f"{change} WHERE id = -1")
            database = service.core.database
            assert isinstance(database, PostgresDatabase)
            search = PostgresSearch(database.build_index)
            building = asyncio.create_task(search.build_indexes(database, ignore_progress, Pacer(0, 0)))
            while not await other.fetch(waiting):
                assert not building.done()
                await asyncio.sleep(0.02)
            await other.execute(change)
            await transaction.commit()
            await building
            row = await other.fetchrow("SELECT indisvalid FROM pg_index WHERE indexrelid = 'users_by_name'::regclass")
        finally:
            await long.close()
            await other.close()
    assert row is not None
    assert row[0]
