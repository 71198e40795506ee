"""User search stays fast however many users there are. `bench/` measures it at a million; here steps are counted."""

import asyncio
import sqlite3
from typing import Any, cast

import asyncpg
import pytest

from doorward.settings import load
from tests.support.databases import PostgresDatabases, SQLiteDatabases
from tests.support.service import Client, Clock, Service, running
from tests.support.user_lists import crowd

_STEPS_AT_ONCE = 50
# So many that PostgreSQL prefers an index to a sequential scan.
_USERS = 20_000


async def steps(service: Service, admin: Client, query: str) -> int:
    """How many of SQLite's instructions the answer took: the same on every machine."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    # The first answer opens the connection for what may take longer; the second is counted on both.
    assert (await admin.get("/api/users?keyword=x")).code == 200
    database = cast(Any, service.core.database)
    connections: list[sqlite3.Connection] = [database._reader, *database._background.idle]
    for connection in connections:
        connection.set_progress_handler(count, _STEPS_AT_ONCE)
    try:
        assert (await admin.get(f"/api/users?{query}")).code == 200
    finally:
        for connection in connections:
            connection.set_progress_handler(None, _STEPS_AT_ONCE)
    return counted * _STEPS_AT_ONCE


@pytest.mark.parametrize("query", ["keyword=administrat", "page=2", "sort=name&page=2", "role=user&sort=-createdAt"])
async def test_a_search_does_not_cost_more_with_ten_times_the_users(
    sqlite_databases: SQLiteDatabases, tmp_path: Any, query: str, anyio_backend: str
) -> None:
    """Mutant: lists that are always scanned, as they are before their indexes are filled."""
    cost = {}
    for size in (400, 4_000):
        folder = tmp_path / str(size)
        folder.mkdir()
        async with sqlite_databases.new(folder) as environ, running(load(environ), Clock()) as service:
            await crowd(service, size)
            cost[size] = await steps(service, await service.login(), query)
    assert cost[4_000] < 3 * max(cost[400], 1_000), cost


async def rows_read(service: Service, admin: Client, query: str) -> int:
    """How many rows of PostgreSQL's tables a request reads, by the server's own count."""
    sql = (
        "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
        " WHERE relname = 'users' OR relname LIKE 'user_search%'"
    )
    connection: Any = await asyncpg.connect(service.settings.database_url)
    try:
        before = await _settled(connection, sql)
        assert (await admin.get(f"/api/users?{query}")).code == 200
        await service.core.close()  # A connection reports its counters at the latest when it ends.
        return await _settled(connection, sql) - before
    finally:
        await connection.close()


async def _settled(connection: Any, sql: str) -> int:
    """Other connections report their counters with a delay: read until the value stays the same."""
    last = -1
    async with asyncio.timeout(20):
        while (now := int(await connection.fetchval(sql))) != last:
            last = now
            await asyncio.sleep(1.2)
    return last


async def test_a_search_on_postgresql_reads_a_fraction_of_the_users(
    postgres: PostgresDatabases, tmp_path: Any, anyio_backend: str
) -> None:
    """Mutant: lists that are always scanned, as they are before their indexes are filled."""
    async with postgres.new(tmp_path) as environ:
        async with running(load(environ), Clock()) as service:
            await crowd(service, _USERS)
        connection: Any = await asyncpg.connect(service.settings.database_url)
        await connection.execute("VACUUM ANALYZE")
        await connection.close()
        async with running(load(environ), Clock()) as service:
            read = await rows_read(service, await service.login(), "keyword=administrat")
    assert 0 < read < _USERS / 5
