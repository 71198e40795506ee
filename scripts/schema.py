"""Writes the schema snapshots: what a migrated database looks like, with its indexes, triggers and functions.

`make schema` runs it on new databases; a test fails when a snapshot is not what the migrations make.
"""

import asyncio
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.support.databases import Databases, SQLiteDatabases, postgres_databases, settings_for

from doorward import app
from doorward.database import schema
from doorward.database.protocol import Reader, Row

FOLDER: Final = Path(schema.__file__).parent
_WIDTH: Final = 110
_BREAK: Final = "\0"
_QUOTED: Final = re.compile(r"""('(?:[^']|'')*'|"(?:[^"]|"")*")""")
# Where a line that is too long may be broken.
_CLAUSE: Final = re.compile(
    r"(?<=,) (?=\S)|(?<=\S)(?<!ALL) (?=(?:SELECT|FROM|WHERE|AND|OR|VALUES|UNION ALL|ON CONFLICT|DO UPDATE|INSERT|"
    r"DELETE|(?:LEFT )?JOIN|RETURNING|GROUP|ORDER|IF|WHEN|THEN|ELSE|RETURN|AFTER|BEFORE|FOR|EXECUTE|DEFERRABLE)\b)"
)
# The tables in which FTS5 stores a virtual table.
_SHADOWS: Final = ("data", "idx", "content", "docsize", "config")
_SQLITE_ORDER: Final = ("table", "index", "trigger", "view")

_RELATIONS: Final = (
    "SELECT c.oid, c.relname, c.relkind::text, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),"
    " (SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid)"
    " FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')"
    " ORDER BY c.relkind = 'v', c.relname COLLATE \"C\""
)
_COLUMNS: Final = (
    "SELECT a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attcollation <> t.typcollation"
    " THEN (SELECT collname FROM pg_collation l WHERE l.oid = a.attcollation) END, a.attidentity::text,"
    " pg_get_expr(d.adbin, d.adrelid), a.attnotnull FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid"
    " LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
    " WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
)
# Without names, which PostgreSQL chose, and without NOT NULL, which only later versions list among the constraints.
_CONSTRAINTS: Final = (
    "SELECT pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = $1 AND contype IN ('p', 'u', 'f', 'c')"
    " ORDER BY strpos('pufc', contype::text), pg_get_constraintdef(oid, true) COLLATE \"C\""
)
_INDEXES: Final = (
    "SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM pg_index i WHERE i.indrelid = $1 AND i.indisvalid"
    " AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)"
    ' ORDER BY pg_get_indexdef(i.indexrelid, 0, true) COLLATE "C"'
)
_TRIGGERS: Final = (
    "SELECT pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal AND tgparentid = 0"
    ' ORDER BY tgname COLLATE "C"'
)
_FUNCTIONS: Final = (
    "SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace"
    " AND p.prokind = 'f' AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')"
    ' ORDER BY p.proname COLLATE "C", p.oid'
)


def path_of(dialect: str) -> Path:
    return FOLDER / f"schema.{dialect}.sql"


async def snapshot(reader: Reader, dialect: str) -> str:
    """Returns the definition of all tables, views and functions, in an order that depends on their names alone."""
    version: Any = await reader.fetchrow("SELECT version_num FROM alembic_version")
    statements = await (_sqlite(reader) if dialect == "sqlite" else _postgres(reader))
    head = f"-- The schema of a migrated database at version {version[0]}. Written by `make schema`: do not edit.\n"
    return head + "".join(f"\n{_formatted(statement)};\n" for statement in statements)


async def _sqlite(reader: Reader) -> list[str]:
    rows = await reader.fetch("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    virtual = [row[1] for row in rows if row[3].startswith("CREATE VIRTUAL TABLE")]
    hidden = {"sqlite_sequence", *(f"{table}_{part}" for table in virtual for part in _SHADOWS)}

    def position(row: Row) -> tuple[bool, str, int, str]:
        return row[0] == "view", row[2], _SQLITE_ORDER.index(row[0]), row[1]

    return [row[3] for row in sorted(rows, key=position) if row[2] not in hidden]


async def _postgres(reader: Reader) -> list[str]:
    statements: list[str] = []
    relations = await reader.fetch(_RELATIONS)
    for relation in relations:
        oid, name, kind, partition_key, bound, parent = relation
        if kind == "v":
            statements.append(await _view(reader, oid, name, [other[1] for other in relations]))
            continue
        if parent:
            statements.append(f"CREATE TABLE {name} PARTITION OF {parent} {bound}")
        else:
            columns = map(_column, await reader.fetch(_COLUMNS, oid))
            body = ",\n".join(f"    {part}" for part in (*columns, *await _texts(reader, _CONSTRAINTS, oid)))
            partitioned = f" PARTITION BY {partition_key}" if partition_key else ""
            statements.append(f"CREATE TABLE {name} (\n{body}\n){partitioned}")
        statements += await _texts(reader, _INDEXES, oid)
        statements += await _texts(reader, _TRIGGERS, oid)
    schema_name: Any = await reader.fetchrow("SELECT current_schema()")
    return [*statements, *(text.replace(f"{schema_name[0]}.", "") for text in await _texts(reader, _FUNCTIONS))]


async def _view(reader: Reader, oid: int, name: str, relations: Iterable[str]) -> str:
    (definition,) = await _texts(reader, "SELECT pg_get_viewdef($1::oid, true)", oid)
    # PostgreSQL before version 16 writes the table before each column.
    definition = re.sub(rf"\b(?:{'|'.join(relations)})\.", "", definition)
    return f"CREATE VIEW {name} AS\n{definition.rstrip(';')}"


async def _texts(reader: Reader, sql: str, *args: Any) -> list[str]:
    return [row[0] for row in await reader.fetch(sql, *args)]


def _column(row: Row) -> str:
    name, kind, collation, identity, default, not_null = row
    parts = [name, kind]
    if collation:
        parts.append(f'COLLATE "{collation}"')
    if identity:
        parts.append(f"GENERATED {'ALWAYS' if identity == 'a' else 'BY DEFAULT'} AS IDENTITY")
    if default:
        parts.append(f"DEFAULT {default}")
    if not_null:
        parts.append("NOT NULL")
    return " ".join(parts)


def _formatted(sql: str) -> str:
    """Breaks long lines between clauses, outside of quotes, and those outside of parentheses first."""
    marked = "".join(part if index % 2 else _marked(part) for index, part in enumerate(_QUOTED.split(sql)))
    lines = (line for whole in marked.expandtabs(4).splitlines() for line in _wrapped(whole.rstrip(), 0))
    return "\n".join(line for line in lines if line.strip())


def _marked(text: str) -> str:
    """Puts a newline where a line has to end, and _BREAK where one may."""
    text = re.sub(r"\)\s+WITHOUT", ") WITHOUT", text)
    text = re.sub(r"(?:^| )(BEGIN|AS \$function\$) ", "\n\\1\n    ", text)
    text = re.sub(r"; (?=END\b(?! IF))", ";\n", text)
    text = re.sub(r"; (?=\S)", ";\n    ", text)
    return _CLAUSE.sub(_BREAK, text)


def _wrapped(line: str, depth: int) -> Iterator[str]:
    if len(line) <= _WIDTH or _BREAK not in line:
        yield line.replace(_BREAK, " ")
        return
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    parts = _split(line, depth)
    current = parts[0]
    for part in parts[1:]:
        if len(current) + len(part) < _WIDTH:
            current += f" {part}"
        else:
            yield from _wrapped(current, depth + 1)
            current = indent + part
    yield from _wrapped(current, depth + 1)


def _split(line: str, depth: int) -> list[str]:
    """Splits at the breaks at this depth of parentheses."""
    parts, nesting = [""], 0
    for character in line:
        nesting += (character == "(") - (character == ")")
        if character == _BREAK and nesting == depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


async def _write(databases: dict[str, Databases], folder: Path) -> None:
    for dialect, maker in databases.items():
        async with maker.new(folder) as environ:
            database = app.connect(settings_for(environ))
            await database.open()
            path_of(dialect).write_text(await snapshot(database, dialect), "utf-8")
            await database.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as name, postgres_databases() as postgres:
        folder = Path(name)
        asyncio.run(_write({"sqlite": SQLiteDatabases(folder), "postgres": postgres}, folder))


if __name__ == "__main__":
    main()
