"""Statements within a SQLite transaction."""

import itertools
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from doorward.database.protocol import Row

# As many values as a statement is given at most; lists of ids and names come in chunks of 500 or less.
_NAMES: Final = tuple(str(number) for number in range(1, 1025))
# Many rows in one statement, because sqlite3 releases the interpreter's lock for each and then waits to get it back.
_MAX_ROWS: Final = 2048
# Fewer values than SQLite allows: for a statement that may fail half-way it keeps the former content of each changed
# page in memory, and in a large table each row of a user changes two pages.
_MAX_VALUES: Final = 17_408  # 1,024 rows of a user.


def named(args: tuple[Any, ...]) -> dict[str, Any]:
    # sqlite3 binds `$1` by the name `1` (docs/decisions/0003).
    return dict(zip(_NAMES, args))  # noqa: B905  (`strict` costs as much again, on every statement)


class SQLiteTransaction:
    """Its methods never suspend, so that the writer thread can run work to its end without an event loop."""

    skip_locked = lock_rows = ""  # SQLite has one writer at a time.

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return self._execute(sql, named(args)).fetchall()

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        row: Row | None = self._execute(sql, named(args)).fetchone()
        return row

    async def execute(self, sql: str, *args: Any) -> None:
        self._execute(sql, named(args))

    async def insert_rows(self, table: str, columns: str, rows: Sequence[Row]) -> None:
        self._insert(table, columns, rows, "")

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], key: str) -> dict[str, int]:
        last = self._execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
        self._insert(table, columns, rows, "ON CONFLICT DO NOTHING")
        # All ids in one row: sqlite3 releases the interpreter's lock for each row too.
        found = self._execute(f"SELECT json_group_object({key}, id) FROM {table} WHERE id > ?", (last,)).fetchone()
        return msgspec.json.decode(found[0], type=dict[str, int])

    def _insert(self, table: str, columns: str, rows: Sequence[Row], tail: str) -> None:
        done = 0
        while done < len(rows):
            width = len(rows[0])
            # Powers of two, so that few distinct statements have to be prepared.
            limit = min(len(rows) - done, _MAX_ROWS, _MAX_VALUES // width)
            count = 1 << (limit.bit_length() - 1)
            # Placeholders without numbers: SQLite searches a numbered one among all before it.
            placeholders = ", ".join(["(" + ", ".join("?" * width) + ")"] * count)
            values = list(itertools.chain.from_iterable(rows[done : done + count]))
            self._execute(f"INSERT INTO {table} ({columns}) VALUES {placeholders} {tail}", values)
            done += count

    async def lock(self, name: str) -> None:
        """SQLite has one writer at a time."""

    async def continue_after(self, table: str, last: int) -> None:
        """AUTOINCREMENT continues after the largest id that there ever was."""

    async def hold_writers(self, *tables: str) -> None:
        """The transaction is the only writer."""
