"""A SQLite file as the source of a move, held for its whole time, or as its target."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from doorward.database.move.layout import CannotMove, Column, Copy, Kind, Relation, Table, ValueType, quoted
from doorward.database.move.protocol import Batch, Progress, Report, Row, in_batches
from doorward.database.schema import UNFINISHED
from doorward.drafts import sync

T = TypeVar("T")

_HOLD_SECONDS: Final = 1.0
_TIMEOUT: Final = 10.0
_CACHE_KIB: Final = 65_536
_CHECKPOINT_PAGES: Final = 16_000
_FETCHED: Final = 256
_STATE: Final = (
    "CREATE TABLE unfinished_move (part TEXT NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY (part, name)) WITHOUT ROWID"
)


class _SQLiteReader:
    kind: Kind = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # A single one: what is under way when the command is interrupted has ended before the connection is closed.
        self._thread = ThreadPoolExecutor(1, "sqlite-move")

    async def _on_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Runs work that takes long, so that the other side works meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def tables(self) -> dict[str, Table]:
        rows = self._connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: self._table(name, sql or "") for name, sql in rows}

    def _table(self, name: str, sql: str) -> Table:
        info = self._connection.execute(f"PRAGMA table_info({quoted(name)})").fetchall()
        columns = tuple(Column(row[1], _type(row[2]), row[2]) for row in info)
        key = tuple(row[1] for row in sorted(info, key=lambda row: row[5]) if row[5])
        return Table(name, columns, key, key[0] if "AUTOINCREMENT" in sql.upper() else None)

    async def count(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0])

    async def read(self, relation: Relation) -> AsyncGenerator[Batch]:
        batches = in_batches(self._rows(relation.sql()))
        while (batch := await self._on_thread(next, batches, None)) is not None:
            yield batch

    def _rows(self, sql: str) -> Iterator[Row]:
        cursor = self._connection.execute(sql)
        cursor.arraysize = _FETCHED
        while rows := cursor.fetchmany():
            yield from rows

    async def close(self) -> None:
        self._connection.interrupt()  # An index may take minutes to build.
        await self._on_thread(self._connection.close)
        self._thread.shutdown()


class SQLiteSource(_SQLiteReader):
    """With `hold`, the only connection to the file: others can neither read nor write until it ends.

    In WAL mode every open connection has a shared lock on the file. The exclusive lock is refused while a server or a
    command has it open, even one that is idle, and ends with this process however that ends.
    """

    def __init__(self, path: Path, *, hold: bool) -> None:
        uri = f"{path.resolve().as_uri()}?mode=rw"
        options: dict[str, Any] = {"isolation_level": None, "check_same_thread": False}
        connection = sqlite3.connect(uri, uri=True, timeout=_HOLD_SECONDS if hold else _TIMEOUT, **options)
        super().__init__(connection)
        try:
            if hold:
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE" if hold else "BEGIN")
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise CannotMove(
                    f"{path} is in use. Stop the service and other commands that have it open, then run this again"
                ) from None
            raise CannotMove(f"{path} can't be read: {error}") from None

    async def check_held(self) -> None:
        """Nothing can take the lock away."""

    async def counters(self, tables: Mapping[str, Table]) -> dict[str, int]:
        if not any(table.counter for table in tables.values()):
            return {}
        return dict(self._connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


class SQLiteTarget(_SQLiteReader):
    def __init__(self, path: Path) -> None:
        connection = sqlite3.connect(path, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False)
        super().__init__(connection)
        self._path = path
        for pragma in (
            # A power cut may take the latest batches, and the run after it continues where the file is.
            "synchronous = NORMAL",
            f"cache_size = -{_CACHE_KIB}",
            f"wal_autocheckpoint = {_CHECKPOINT_PAGES}",
            # Tables are copied in any order; all references are checked at the end.
            "foreign_keys = OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()

    async def check(self) -> str:
        return f"SQLite {sqlite3.sqlite_version}"

    async def version(self) -> str | None:
        if "alembic_version" not in await self.tables():
            return None
        row = self._connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None

    async def about(self) -> dict[str, str]:
        with suppress(sqlite3.OperationalError):  # There is no such table.
            rows = self._connection.execute("SELECT name, value FROM unfinished_move WHERE part = 'about'")
            return dict(rows.fetchall())
        return {}

    async def progress(self) -> dict[str, Progress]:
        rows = self._connection.execute("SELECT name, n, value FROM unfinished_move WHERE part = 'table'")
        return {name: Progress(n, value) for name, n, value in rows}

    async def begin(self, copies: Sequence[Copy], about: Mapping[str, str]) -> None:
        names = [copy.name for copy in copies]
        self._execute("BEGIN IMMEDIATE")
        self._execute(_STATE)
        for name, value in about.items():
            self._note("about", name, 0, value)
        self._put_off(names)
        for name in names:
            self._execute(f"DELETE FROM {quoted(name)}")  # What the migrations wrote: the source has it too.
        self._execute("UPDATE alembic_version SET version_num = ?", UNFINISHED)
        self._execute("COMMIT")

    def _put_off(self, names: Sequence[str]) -> None:
        found = self._connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
            f" AND tbl_name IN ({', '.join('?' * len(names))}) ORDER BY rowid",
            names,
        ).fetchall()
        for number, (kind, name, sql) in enumerate(found):
            self._note("later", name, number, sql)
            self._execute(f"DROP {kind} {quoted(name)}")
        for name in names:
            self._note("table", name, 0, "")

    async def write(self, copy: Copy, batch: list[Row], reached: Progress) -> None:
        await self._on_thread(self._write, copy.target, batch, reached)

    def _write(self, relation: Relation, rows: list[Row], reached: Progress) -> None:
        columns, places = ", ".join(map(quoted, relation.columns)), ", ".join("?" * len(relation.columns))
        self._execute("BEGIN IMMEDIATE")
        self._connection.executemany(f"INSERT INTO {quoted(relation.table)} ({columns}) VALUES ({places})", rows)
        self._note("table", relation.table, reached.rows, reached.digest)
        self._execute("COMMIT")

    async def build(self, report: Report) -> None:
        later = self._connection.execute("SELECT name, value FROM unfinished_move WHERE part = 'later' ORDER BY n")
        statements = later.fetchall()
        for number, (name, sql) in enumerate(statements, 1):
            await self._on_thread(self._create, name, sql)
            report("indexes", number, len(statements))
        broken = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            raise CannotMove(f"{broken[0]}, row {broken[1]}, refers to a row of {broken[2]} that the source lacks")

    def _create(self, name: str, sql: str) -> None:
        self._execute("BEGIN IMMEDIATE")
        self._execute(sql)
        self._execute("DELETE FROM unfinished_move WHERE part = 'later' AND name = ?", name)
        self._execute("COMMIT")

    async def set_counters(self, copies: Sequence[Copy], largest: Mapping[str, int]) -> None:
        for copy in copies:
            if copy.counter and copy.continues and (last := largest.get(copy.name, 0)):
                self._execute("BEGIN IMMEDIATE")
                missing = "NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)"
                insert = f"INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE {missing}"
                self._execute(insert, copy.name, copy.name)
                self._execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, copy.name)
                self._execute("COMMIT")

    async def finish(self, version: str) -> None:
        self._execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sync(self._path)
        self._execute("PRAGMA synchronous = FULL")
        self._execute("BEGIN IMMEDIATE")
        self._execute("DROP TABLE unfinished_move")
        self._execute("UPDATE alembic_version SET version_num = ?", version)
        self._execute("COMMIT")

    async def erase(self) -> None:
        tables = self._connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        virtual = [name for name, sql in tables if sql and sql.startswith("CREATE VIRTUAL")]
        kept = ("alembic_version", "list_index", "order_index", "attribute_index", "unfinished_move", *virtual)
        names = list(await self.progress())
        self._execute("BEGIN IMMEDIATE")
        self._put_off(names)
        for index in ("list_index", "attribute_index"):
            self._execute(f"UPDATE {index} SET upto = 0, ready = 0")
        for name, _ in tables:
            if name not in kept and not any(name.startswith(f"{whole}_") for whole in virtual):
                self._execute(f"DELETE FROM {quoted(name)}")
        for name in virtual:
            self._execute(f"INSERT INTO {quoted(name)} ({quoted(name)}) VALUES ('delete-all')")
        self._execute("COMMIT")

    def _note(self, part: str, name: str, n: int, value: str) -> None:
        self._execute("INSERT OR REPLACE INTO unfinished_move VALUES (?, ?, ?, ?)", part, name, n, value)

    def _execute(self, sql: str, *args: Any) -> None:
        self._connection.execute(sql, args)


def _type(declared: str) -> ValueType | None:
    """By the rules of SQLite's type affinity, as far as the migrations use it."""
    name = declared.upper()
    if name.startswith("BOOL"):
        return "boolean"
    if "INT" in name:
        return "integer"
    if "CHAR" in name or "TEXT" in name or name == "JSON":
        return "text"
    if "BLOB" in name:
        return "bytes"
    return "float" if name in ("REAL", "FLOAT", "DOUBLE") else None
