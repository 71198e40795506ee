"""Every table and every value: odd ones too, there and back again."""

import random
import sqlite3
from contextlib import closing
from graphlib import TopologicalSorter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from doorward.database.move import postgres_catalogue
from doorward.database.move.layout import DERIVED, CannotMove, Column, Relation, Table, is_derived, plan
from doorward.database.move.sqlite_side import SQLiteSource
from tests.features.move.support import connected, content, empty_postgres, file_of, moved
from tests.support.databases import Databases

TEXTS = (
    "",
    " ",
    "西施 😀 Ω",
    "a\u0300\u200d",
    "quo\"te's \\N \\. {}",
    "line\nbreak\ttab\r",
    "\x01\x1f\x7f",
    "x" * 70_000,
)
BYTES = (b"", b"\0", bytes(range(256)), b"\\x00", b"\xff" * 70_000)
LIMITS = {"int2": 2**15 - 1, "int4": 2**31 - 1, "int8": 2**63 - 1}
# Rows that the service verifies or opens: these come from the service itself.
REAL = ("audit", "audit_lanes", "keys", "events", "roles")
ROWS = 12


async def tables_of(postgres: Databases, sqlite_databases: Databases, folder: Path) -> tuple[Any, Any]:
    async with postgres.new(folder) as server, connected(server) as connection:
        on_postgres = await postgres_catalogue.tables(connection)
    async with sqlite_databases.new(folder) as environ:
        source = SQLiteSource(file_of(environ), hold=False)
        on_sqlite = await source.tables()
        await source.close()
    return on_sqlite, on_postgres


async def test_every_table_is_copied_or_listed_as_derived_with_a_reason(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Fails for a migration that adds a table to one database alone, or a column of a type that can't be copied.

    Mutant: a name of `DERIVED` that stands for a table with data of its own.
    """
    on_sqlite, on_postgres = await tables_of(postgres, sqlite_databases, tmp_path)
    for kind, source, target in (("sqlite", on_sqlite, on_postgres), ("postgres", on_postgres, on_sqlite)):
        copied = {copy.name for copy in plan(kind, source, target)}  # type: ignore[arg-type]
        assert copied | {name for name in (*source, *target) if is_derived(name)} == {*source, *target}
        assert {"users", "roles", "sessions", "keys", "audit", "events", "facts", "attempts"} <= copied
    unused = [name for name in DERIVED if not any(_stands_for(name, it) for it in (*on_sqlite, *on_postgres))]
    assert unused == ["unfinished_move", "outdated_*"]


def _stands_for(name: str, table: str) -> bool:
    return table == name or (name[-1] == "*" and table.startswith(name[:-1]))


async def test_a_table_that_a_later_migration_adds_is_copied_without_an_edit_here() -> None:
    ids = Column("id", "integer", "BIGINT")
    known = {"users": Table("users", (ids,), ("id",), "id")}
    added = known | {"operations": Table("operations", (ids,), ("id",), "id")}
    assert [copy.name for copy in plan("sqlite", added, added)] == ["operations", "users"]
    with pytest.raises(CannotMove, match="operations"):
        plan("sqlite", added, known)
    with pytest.raises(CannotMove, match="operations"):
        plan("sqlite", known, added)


async def test_a_column_that_cannot_be_copied_is_refused_before_anything_is_written() -> None:
    table = Table("users", (Column("id", "integer", "BIGINT"), Column("at", None, "timestamptz")), ("id",), "id")
    with pytest.raises(CannotMove, match=r"users\.at has the type timestamptz"):
        plan("sqlite", {"users": table}, {"users": table})
    without = {"users": replace(table, columns=table.columns[:1])}
    text = {"users": replace(table, columns=(table.columns[0], Column("at", "text", "TEXT")))}
    with pytest.raises(CannotMove, match=r"no column users\.at"):
        plan("sqlite", without, text)


def test_both_sides_are_read_in_the_order_of_bytes() -> None:
    """Mutant: the order of the server's collation. The digests would differ where it is that of a language."""
    relation = Relation("mail_texts", ("kind", "n", "body"), ("text", "integer", "text"), ("kind", "n"), {})
    assert relation.sql(' COLLATE "C"').endswith('ORDER BY "kind" COLLATE "C", "n"')
    assert relation.sql().endswith('ORDER BY "kind", "n"')


async def test_a_round_trip_returns_every_table_as_it_was(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Texts in any script and empty ones, bytes, nulls, the largest and smallest numbers; and the counters of ids.

    Mutants: empty text as NULL; `max(id)` in place of the counter of deleted rows.
    """
    _, types = await tables_of(postgres, sqlite_databases, tmp_path)
    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as middle:
        with closing(sqlite3.connect(file_of(source))) as file:
            _fill(file, types)
            counters = _counters(file)
        await moved(source, middle)
        end = source | {"DOORWARD_DATABASE_URL": f"sqlite:///{tmp_path / 'end.db'}"}
        await moved(middle, end)
        before, after = await content(source), await content(end)
        assert set(before) == set(after)
        for name, rows in before.items():
            assert after[name] == rows, name
        assert all(len(rows) >= ROWS for name, rows in before.items() if name not in REAL)
        with closing(sqlite3.connect(file_of(end))) as file:
            assert _counters(file) == counters


def _counters(file: sqlite3.Connection) -> dict[str, int]:
    return dict(file.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def _fill(file: sqlite3.Connection, types: dict[str, Table]) -> None:
    """Adds rows of odd values to every table. Deletes the last user: its id must not be given again."""
    chance, fresh = random.Random(7), count(1000)
    names = [name for name in types if not is_derived(name) and name not in REAL]
    for name in _parents_first(file, names):
        references = {row[3]: (row[2], row[4]) for row in file.execute(f'PRAGMA foreign_key_list("{name}")')}
        info = {row[1]: row for row in file.execute(f'PRAGMA table_info("{name}")')}
        unique = _unique(file, name)
        for row in range(1, ROWS + 1):
            values = {
                column.name: _referred(file, references[column.name], row)
                if column.name in references
                else _value(chance, next(fresh), column, info[column.name], column.name in unique)
                for column in types[name].columns
            }
            places = ", ".join("?" * len(values))
            columns = ", ".join(f'"{column}"' for column in values)
            file.execute(f'INSERT INTO "{name}" ({columns}) VALUES ({places})', list(values.values()))
    file.executemany("INSERT INTO attempts VALUES (?, 0, 0, 0, 0, 0)", [("B",), ("a",), ("ä",), ("z",)])
    last = file.execute("SELECT max(id) FROM users").fetchone()[0]
    file.execute("INSERT INTO users SELECT ?, 'z', 'z', '', '', NULL, NULL, '', NULL, NULL, 1, '', 0, 0, NULL, 1, 0,"
                 " '{}', 0, NULL, 0, 0", (last + 5,))  # fmt: skip
    file.execute("DELETE FROM users WHERE id = ?", (last + 5,))
    file.commit()


def _referred(file: sqlite3.Connection, refers: tuple[str, str], row: int) -> Any:
    found = file.execute(f'SELECT "{refers[1]}" FROM "{refers[0]}" ORDER BY 1').fetchall()
    return found[row % len(found)][0]


def _parents_first(file: sqlite3.Connection, names: list[str]) -> list[str]:
    """Tables after those that they refer to."""
    parents = {name: {row[2] for row in file.execute(f'PRAGMA foreign_key_list("{name}")')} for name in names}
    return list(TopologicalSorter({name: found & set(names) for name, found in parents.items()}).static_order())


def _unique(file: sqlite3.Connection, name: str) -> set[str]:
    indexes = [row[1] for row in file.execute(f'PRAGMA index_list("{name}")') if row[2]]
    return {row[2] for index in indexes for row in file.execute(f'PRAGMA index_info("{index}")')}


def _value(chance: random.Random, number: int, column: Column, info: Any, unique: bool) -> Any:
    required, in_key = info[3], info[5]
    if column.name in ("username_key", "email_key", "search"):
        return f"{chance.choice(TEXTS)[:40]}{number}"  # Unique, and small enough for an index.
    if not required and not in_key and chance.random() < 0.3:
        return None
    if column.type == "integer":
        limit = LIMITS[column.declared]
        return number if in_key or column.name == "status" else chance.choice((0, 1, -1, limit, -limit - 1, number))
    if column.type == "bytes":
        return chance.choice(BYTES)[: None if column.name == "body" else 200] + number.to_bytes(4, "big")
    return f"{number} {chance.choice(TEXTS)[:60]}" if in_key or unique else chance.choice(TEXTS)


async def test_a_value_that_postgresql_cannot_store_is_named_and_the_move_goes_on_when_it_is_corrected(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as target:
        with closing(sqlite3.connect(file_of(source))) as file:
            file.execute("INSERT INTO username_skeletons VALUES (1, 'a' || char(0) || 'b')")
            file.commit()
        with pytest.raises(CannotMove, match=r"username_skeletons .*\(column skeleton of the row 1, a"):
            await moved(source, target)
        with closing(sqlite3.connect(file_of(source))) as file:
            file.execute("DELETE FROM username_skeletons")
            file.commit()
        assert not (await moved(source, target)).restarted
