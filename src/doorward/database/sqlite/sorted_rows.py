"""Rows sorted in a temporary file, to be inserted in the order of a table's key.

Rows in no order change a page each, and a table of millions of rows has hundreds of thousands of pages. In order, each
page is written once. Other connections read and write while the rows are sorted.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

_CACHE_KIB: Final = 4_096


class SortedRows:
    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection, self._thread = connection, thread

    async def sort(self, select: str) -> int:
        """Replaces the rows by those of a statement, in its order. Returns how many there are."""
        return await self._run(lambda: self._sort(select))

    async def insert(self, table: str, after: int, upto: int) -> None:
        """Inserts those of the rows `after < number <= upto` that the table does not have."""
        rows = "SELECT * FROM temp.sorted_rows WHERE rowid > ? AND rowid <= ? ORDER BY rowid"
        await self._run(lambda: self._connection.execute(f"INSERT OR IGNORE INTO {table} {rows}", (after, upto)))

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except asyncio.CancelledError:
            self._connection.interrupt()
            raise

    def _sort(self, select: str) -> int:
        self._connection.execute("DROP TABLE IF EXISTS temp.sorted_rows")
        self._connection.execute(f"CREATE TEMP TABLE sorted_rows AS {select}")
        count: int = self._connection.execute("SELECT coalesce(max(rowid), 0) FROM temp.sorted_rows").fetchone()[0]
        return count


@contextlib.asynccontextmanager
async def sorted_rows(connect: Callable[[], sqlite3.Connection]) -> AsyncIterator[SortedRows]:
    connection = await asyncio.to_thread(connect)
    with contextlib.closing(connection), ThreadPoolExecutor(1, "sqlite-sorter") as thread:
        # Sorting in memory would take as much of it as the rows. A cache four times as large gained a tenth at most.
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        yield SortedRows(connection, thread)
