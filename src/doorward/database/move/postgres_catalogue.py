"""What PostgreSQL's catalogue tells about tables, counters, indexes and constraints of the current schema."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from doorward.database.move.layout import Column, Table, ValueType, quoted

# Partitions are read through the table that they are part of.
_COLUMNS: Final = (
    "SELECT c.relname, a.attname, t.typname, pg_get_serial_sequence(quote_ident(c.relname), a.attname),"
    " array_position(k.conkey, a.attnum) FROM pg_class c"
    " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
    " JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'"
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition"
    " ORDER BY c.relname, a.attnum"
)
# Indexes and constraints that cost time with every row, and are checked at once when they are created afterwards. A
# reference needs the index that it refers to, so that references come last.
_LATER: Final = (
    "SELECT * FROM (SELECT i.indexrelid::regclass::text, 'DROP INDEX ' || i.indexrelid::regclass,"
    " pg_get_indexdef(i.indexrelid), 1 AS place FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1::text[])"
    " AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))"
    " UNION ALL SELECT k.conrelid::regclass || '.' || k.conname,"
    " format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname),"
    " format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)),"
    " CASE k.contype WHEN 'u' THEN 2 ELSE 3 END FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid"
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1::text[])"
    " AND k.contype IN ('u', 'f')) AS put_off ORDER BY 4, 1"
)
_TYPES: Final[dict[str, ValueType]] = {
    "int2": "integer",
    "int4": "integer",
    "int8": "integer",
    "bool": "boolean",
    "float8": "float",
    "text": "text",
    "varchar": "text",
    "json": "text",
    "bytea": "bytes",
}


class PutOff(Struct, frozen=True):
    name: str
    drop: str
    create: str


async def tables(connection: Any) -> dict[str, Table]:
    found: dict[str, list[Any]] = {}
    for row in await connection.fetch(_COLUMNS):
        found.setdefault(row[0], []).append(row)
    return {name: _table(name, rows) for name, rows in found.items()}


def _table(name: str, rows: list[Any]) -> Table:
    columns = tuple(Column(row[1], _TYPES.get(row[2]), row[2]) for row in rows)
    key = tuple(row[1] for row in sorted((row for row in rows if row[4]), key=lambda row: row[4]))
    counter = next((row[1] for row in rows if row[3]), None)
    return Table(name, columns, key, counter)


async def later(connection: Any, names: Sequence[str]) -> list[PutOff]:
    return [PutOff(*tuple(row)[:3]) for row in await connection.fetch(_LATER, names)]


async def last_value(connection: Any, table: Table) -> int:
    name = await connection.fetchval("SELECT pg_get_serial_sequence($1, $2)", quoted(table.name), table.counter)
    row = await connection.fetchrow(f"SELECT last_value, is_called FROM {name}")
    return int(row[0]) if row[1] else 0


async def continue_after(connection: Any, table: str, column: str, last: int) -> None:
    """Rows that are inserted later get larger ids than `last` and all that are there."""
    found = f"SELECT greatest($3::bigint, max({quoted(column)})) AS top FROM {quoted(table)}"
    sql = f"SELECT setval(pg_get_serial_sequence($1, $2), top) FROM ({found}) AS found WHERE top > 0"
    await connection.execute(sql, quoted(table), column, last)
