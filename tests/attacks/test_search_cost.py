"""User search stays fast however many users there are. `bench/` measures it at a million; here steps are counted."""

import sqlite3
from typing import Any, cast

import pytest

from doorward.settings import load
from tests.support.databases import SQLiteDatabases
from tests.support.service import Client, Clock, Service, running
from tests.test_lists import crowd

_STEPS_AT_ONCE = 50


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
    connections: list[sqlite3.Connection] = [database._reader, database._survey_connection]
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
