"""Rows sorted in a temporary file."""

import asyncio
import sqlite3
import time
from functools import partial
from pathlib import Path

import pytest

from doorward.database.sqlite.database import connect
from doorward.database.sqlite.sorted_rows import sorted_rows

# Takes half a minute or more.
_LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000000) SELECT count(*) FROM n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "rows.db") as database:
        database.execute("CREATE TABLE source (i INTEGER)")
        database.execute("CREATE TABLE target (i INTEGER PRIMARY KEY)")
        database.executemany("INSERT INTO source VALUES (?)", [(3,), (1,), (2,)])
    database.close()
    return tmp_path / "rows.db"


async def test_sorted_rows_are_inserted_in_pieces_unless_they_are_there(path: Path) -> None:
    with sqlite3.connect(path, isolation_level=None) as database:
        database.execute("INSERT INTO target VALUES (2)")
        async with sorted_rows(partial(connect, path, 5)) as rows:
            assert await rows.sort("SELECT i FROM source ORDER BY i") == 3
            await rows.insert("target", 0, 2)
            assert database.execute("SELECT i FROM target ORDER BY i").fetchall() == [(1,), (2,)]
            await rows.insert("target", 2, 4)
            assert await rows.sort("SELECT i FROM source WHERE i > 5 ORDER BY i") == 0
        assert database.execute("SELECT i FROM target ORDER BY i").fetchall() == [(1,), (2,), (3,)]
    database.close()


async def test_a_sort_ends_when_it_is_cancelled(path: Path) -> None:
    """Mutant: the statement goes on, and a service that stops waits for it."""
    started = time.monotonic()
    async with sorted_rows(partial(connect, path, 5)) as rows:
        sorting = asyncio.create_task(rows.sort(_LONG))
        done, _ = await asyncio.wait([sorting], timeout=0.2)
        assert not done
        sorting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sorting
    assert time.monotonic() - started < 10
