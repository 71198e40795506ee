"""Statements of one transaction, on a connection of the pool."""

import itertools
from collections.abc import Sequence
from typing import Any, Final, cast

from doorward.database.postgres.pool import Pool
from doorward.database.protocol import Row

_MAX_INSERT_ROWS: Final = 200


class PostgresTransaction:
    skip_locked = " FOR UPDATE SKIP LOCKED"
    lock_rows = " FOR NO KEY UPDATE"

    def __init__(self, connection: Any, pool: Pool) -> None:
        self._connection, self._pool = connection, pool

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        self._pool.begin_statement(self._connection)
        return cast(Sequence[Row], await self._connection.fetch(sql, *args))

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        self._pool.begin_statement(self._connection)
        return cast("Row | None", await self._connection.fetchrow(sql, *args))

    async def execute(self, sql: str, *args: Any) -> None:
        self._pool.begin_statement(self._connection)
        await self._connection.execute(sql, *args)

    async def insert_rows(self, table: str, columns: str, rows: Sequence[Row]) -> None:
        await self._insert(table, columns, rows, "")

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], key: str) -> dict[str, int]:
        returned = await self._insert(table, columns, rows, f"ON CONFLICT DO NOTHING RETURNING {key}, id")
        return {row[0]: row[1] for row in returned}

    async def _insert(self, table: str, columns: str, rows: Sequence[Row], tail: str) -> Sequence[Row]:
        returned: list[Row] = []
        for start in range(0, len(rows), _MAX_INSERT_ROWS):
            chunk = rows[start : start + _MAX_INSERT_ROWS]
            numbers = itertools.count(1)
            placeholders = ", ".join("(" + ", ".join(f"${next(numbers)}" for _ in row) + ")" for row in chunk)
            sql = f"INSERT INTO {table} ({columns}) VALUES {placeholders} {tail}"
            returned += await self.fetch(sql, *itertools.chain.from_iterable(chunk))
        return returned

    async def lock(self, name: str) -> None:
        await self.execute("SELECT pg_advisory_xact_lock(hashtext($1))", name)

    async def continue_after(self, table: str, last: int) -> None:
        sequence = await self.fetchrow("SELECT pg_get_serial_sequence($1, 'id')", table)
        name = sequence[0] if sequence else ""
        # Not rolled back with the transaction, which leaves a gap in the ids and does no harm.
        await self.execute(f"SELECT setval('{name}', $1) FROM {name} WHERE last_value < $1", last)

    async def hold_writers(self, *tables: str) -> None:
        # Statements that come later queue behind a waiting LOCK TABLE. So it gives up soon, and the work is run again.
        await self.execute("SET LOCAL lock_timeout = 300")
        await self.execute(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")
