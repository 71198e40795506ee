"""What work in a transaction on SQLite can do."""

import itertools
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from doorward.database.protocol import Row

_NAMES: Final = tuple(str(number) for number in range(1, 65))
# Many rows in one statement: other threads have the interpreter while it runs, and after each it has to be waited for.
_ROWS_AT_ONCE: Final = 2048
# Not as many as SQLite takes: of a statement that may fail half-way it keeps each page as it was before, in memory, and
# in a large table each row of a user is two pages.
_VALUES_AT_ONCE: Final = 16_384


def named(args: tuple[Any, ...]) -> dict[str, Any]:
    # How sqlite3 binds `$1`.
    return dict(zip(_NAMES, args))  # noqa: B905  (`strict` costs as much again, on every statement)


class SQLiteTransaction:
    """Its methods never wait, so that a thread can run them to their end without an event loop."""

    claim = ""  # There is one writer at a time anyway.

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

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], known_by: str) -> dict[str, int]:
        last = self._execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
        self._insert(table, columns, rows, "ON CONFLICT DO NOTHING")
        # In one row, for the same reason: between two rows the interpreter would have to be waited for.
        found = self._execute(f"SELECT json_group_object({known_by}, id) FROM {table} WHERE id > ?", (last,)).fetchone()
        return msgspec.json.decode(found[0], type=dict[str, int])

    def _insert(self, table: str, columns: str, rows: Sequence[Row], tail: str) -> None:
        done = 0
        while done < len(rows):
            width = len(rows[0])
            # By powers of two, so that there are few statements to be kept prepared.
            most = min(len(rows) - done, _ROWS_AT_ONCE, _VALUES_AT_ONCE // width)
            count = 1 << (most.bit_length() - 1)
            # Without numbers: SQLite finds the place of a numbered one by going through all before it.
            places = ", ".join(["(" + ", ".join("?" * width) + ")"] * count)
            values = list(itertools.chain.from_iterable(rows[done : done + count]))
            self._execute(f"INSERT INTO {table} ({columns}) VALUES {places} {tail}", values)
            done += count

    async def lock(self, name: str) -> None:
        """There is one writer at a time anyway."""

    async def hold_writers(self, *tables: str) -> None:
        """They are held already."""
