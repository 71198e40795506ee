"""An autovacuum of a large table holds its lock for minutes. Nothing that needs the table may fail for that."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from doorward import app
from doorward.database import schema
from tests.support.databases import PostgresDatabases
from tests.support.old_schema import as_before
from tests.support.postgres import postgres_server

USERS = 5_000
# One page in 0.4 s: it would take minutes.
_SLOW = (
    "ALTER TABLE {0} SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,"
    " autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100)"
)
_INDEXES = "SELECT 1 FROM pg_indexes WHERE indexname ~ '^(user_search_.*_trigrams|users_by_.*)$'"
_VACUUMED = (
    "SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE backend_type = 'autovacuum worker' AND granted"
    " AND relation = $1::text::regclass AND mode = 'ShareUpdateExclusiveLock'"
)


@pytest.fixture(scope="module")
def eager() -> Iterator[PostgresDatabases]:
    """A server that looks every second what to vacuum."""
    with postgres_server(in_memory=True, options={"autovacuum_naptime": "1s"}) as server:
        yield PostgresDatabases(server.url())


@pytest.fixture
async def environ(eager: PostgresDatabases, tmp_path: Path, anyio_backend: str) -> AsyncIterator[dict[str, str]]:
    async with eager.new(tmp_path) as environ:
        yield environ


async def _vacuumed(url: str, table: str = "users", change: str = "version = version + 1") -> Any:
    """A connection, when an autovacuum has the lock of the table."""
    watcher: Any = await asyncpg.connect(url)
    await watcher.execute(_SLOW.format(table))
    await watcher.execute(f"UPDATE {table} SET {change}")
    while not await watcher.fetch(_VACUUMED, table):
        await asyncio.sleep(0.05)
    return watcher


async def test_the_indexes_of_lists_are_filled_while_users_are_vacuumed(environ: dict[str, str]) -> None:
    """Mutant: a limit below `deadlock_timeout` for the lock that keeps writers away."""
    settings = await as_before(environ, "0005", USERS)
    await schema.migrate(None, settings.database_url)
    core = app.build(settings)
    await core.database.open()
    watcher = await _vacuumed(settings.database_url)
    try:
        await core.users.directory.fill(pause=0)
        assert await watcher.fetchval("SELECT ready FROM list_index") == 1
    finally:
        await watcher.close()
        await core.database.close()


async def test_the_schema_is_upgraded_while_users_are_vacuumed(environ: dict[str, str]) -> None:
    """Mutant: a limit below `deadlock_timeout` for the locks of a migration."""
    settings = await as_before(environ, "0005", USERS)
    watcher = await _vacuumed(settings.database_url)
    try:
        await schema.migrate(None, settings.database_url)
        assert await watcher.fetchval("SELECT version_num FROM alembic_version") == schema.HEAD
    finally:
        await watcher.close()


@pytest.mark.parametrize(
    ("table", "change"), [("users", "version = version + 1"), ("user_search_enabled", "roles = roles")]
)
async def test_a_bulk_load_drops_the_indexes_of_lists_while_their_table_is_vacuumed(
    environ: dict[str, str], table: str, change: str
) -> None:
    """Mutant: `_drop` without `hold_writers`, whose limit for the lock is longer beside an autovacuum."""
    settings = await as_before(environ, "0005", USERS)
    await schema.migrate(None, settings.database_url)
    core = app.build(settings)
    await core.database.open()
    await core.users.directory.fill(pause=0)
    watcher = await _vacuumed(settings.database_url, table, change)
    try:
        assert await core.users.directory.postpone(10**6)
        assert await watcher.fetch(_INDEXES) == []
    finally:
        await watcher.close()
        await core.database.close()
