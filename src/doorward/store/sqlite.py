"""SQLite: reads inline on the event loop, writes on one thread that commits waiting work together."""

import asyncio
import contextlib
import itertools
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from doorward.errors import DatabaseUnavailable
from doorward.store.database import Row, Survey, Work

T = TypeVar("T")

_NAMES: Final = tuple(str(number) for number in range(1, 65))
# How much work shares one commit at most: it bounds how long the first of a batch waits for the last.
_BATCH: Final = 128

# Many rows in one statement: other threads have the interpreter while it runs, and after each it has to be waited for.
_ROWS_AT_ONCE: Final = 2048
_VALUES_AT_ONCE: Final = 32_766

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    # In WAL mode NORMAL may lose acknowledged commits when the power fails.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -16384",
    "PRAGMA temp_store = MEMORY",
)
_OUR_MISTAKES: Final = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
)


def _named(args: tuple[Any, ...]) -> dict[str, Any]:
    # How sqlite3 binds `$1`.
    return dict(zip(_NAMES, args))  # noqa: B905  (`strict` costs as much again, on every statement)


def connect(path: Path, timeout: int) -> sqlite3.Connection:
    # Autocommit: transactions are begun and ended here, never by the driver's guess.
    connection = sqlite3.connect(
        path, timeout=timeout, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection


class SQLiteTransaction:
    """Its methods never wait, so that a thread can run them to their end without an event loop."""

    claim = ""  # There is one writer at a time anyway.

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return self._execute(sql, _named(args)).fetchall()

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        row: Row | None = self._execute(sql, _named(args)).fetchone()
        return row

    async def execute(self, sql: str, *args: Any) -> None:
        self._execute(sql, _named(args))

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


class SQLiteDatabase:
    def __init__(self, path: Path, timeout: int) -> None:
        self.path = path
        self._timeout = timeout
        self._waiting: list[_Waiting] = []
        self._writing = False  # Whether a batch is with the writer, or about to be.
        self._queue: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[_Waiting]] | None] = queue.SimpleQueue()
        self._reader: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._surveyor: ThreadPoolExecutor | None = None
        self._survey_connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        try:
            self._reader = connect(self.path, self._timeout)
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error:
            raise DatabaseUnavailable from None
        self._writer = threading.Thread(target=self._write_loop, name="sqlite-writer", daemon=True)
        self._writer.start()
        self._surveyor = ThreadPoolExecutor(1, thread_name_prefix="sqlite-surveyor")

    async def close(self) -> None:
        if self._writer:
            while self._waiting:
                self._hand_over(asyncio.get_running_loop())
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._surveyor:
            await asyncio.to_thread(self._surveyor.shutdown)
            self._surveyor = None
        for connection in (self._reader, self._survey_connection):
            if connection:
                connection.close()
        self._reader = self._survey_connection = None

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return self._read(sql, args).fetchall()

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        cursor = self._read(sql, args)
        row: Row | None = cursor.fetchone()
        # An unfinished statement would keep its snapshot open, and the WAL from being checkpointed.
        cursor.close()
        return row

    def _read(self, sql: str, args: tuple[Any, ...]) -> sqlite3.Cursor:
        assert self._reader is not None, "the database is not open"  # noqa: S101
        try:
            return self._reader.execute(sql, _named(args))
        except sqlite3.Error as error:
            if _is_trouble(error):
                raise DatabaseUnavailable from None
            raise

    async def survey(self, work: Survey[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._surveyor, self._run_survey, work)

    def _run_survey(self, work: Survey[T]) -> T:
        try:
            if self._survey_connection is None:
                self._survey_connection = connect(self.path, self._timeout)
                self._survey_connection.execute("PRAGMA query_only = ON")
            connection = self._survey_connection
            connection.execute("BEGIN")
            try:
                outcome: T = _run_to_end(work(SQLiteTransaction(connection)))
            finally:
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            if _is_trouble(error):
                raise DatabaseUnavailable from None
            raise
        return outcome

    def vitals(self) -> dict[str, float]:
        # One connection reads, and one writes.
        return {"connections": 2, "connections_idle": 2 - self._writing, "database_waiting": len(self._waiting)}

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", name) is not None

    async def write(self, work: Work[T]) -> T:
        return await self._write(work, one_statement=False)

    async def write_row(self, sql: str, *args: Any) -> Row | None:
        return await self._write(lambda tx: tx.fetchrow(sql, *args), one_statement=True)

    async def _write(self, work: Work[T], *, one_statement: bool) -> T:
        loop = asyncio.get_running_loop()
        waiting = _Waiting(work, loop.create_future(), one_statement)
        self._waiting.append(waiting)
        if not self._writing:
            self._writing = True
            # After whatever is ready now: requests that arrived together then share one commit.
            loop.call_soon(self._hand_over, loop)
        outcome: T = await waiting.future
        return outcome

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives the writer all that waits. What comes while it commits waits for the next time, and so adds up."""
        batch = self._waiting[:_BATCH]
        del self._waiting[:_BATCH]
        self._writing = bool(batch)
        if batch:
            self._queue.put((loop, batch))

    def _answer(self, loop: asyncio.AbstractEventLoop, batch: list["_Waiting"]) -> None:
        self._hand_over(loop)
        for waiting in batch:
            waiting.answer()

    def _write_loop(self) -> None:
        connection: sqlite3.Connection | None = None
        while (handed_over := self._queue.get()) is not None:
            loop, batch = handed_over
            try:
                connection = connection or connect(self.path, self._timeout)
                _commit_together(connection, batch)
            except sqlite3.Error as error:
                # After a failed commit nothing is known of the connection: a new one starts clean.
                if connection:
                    connection.close()
                    connection = None
                for waiting in batch:
                    waiting.outcome = DatabaseUnavailable() if _is_trouble(error) else error
            with contextlib.suppress(RuntimeError):  # The loop is gone, and with it whoever asked.
                loop.call_soon_threadsafe(self._answer, loop, batch)
        if connection:
            connection.close()


class _Waiting:
    """Work that waits for its turn, and then its caller for the commit."""

    def __init__(self, work: Callable[[Any], Awaitable[Any]], future: asyncio.Future[Any], one_statement: bool) -> None:
        self.work, self.future, self.one_statement = work, future, one_statement
        self.outcome: Any = None

    def answer(self) -> None:
        if self.future.cancelled():
            return
        if isinstance(self.outcome, BaseException):
            self.future.set_exception(self.outcome)
        else:
            self.future.set_result(self.outcome)


def _commit_together(connection: sqlite3.Connection, batch: list[_Waiting]) -> None:
    transaction = SQLiteTransaction(connection)
    connection.execute("BEGIN IMMEDIATE")
    for waiting in batch:
        # A statement by itself is undone by itself.
        if not waiting.one_statement:
            connection.execute("SAVEPOINT work")
        try:
            waiting.outcome = _run_to_end(waiting.work(transaction))
        except Exception as error:
            if _is_trouble(error):
                raise
            if not waiting.one_statement:
                connection.execute("ROLLBACK TO work")
            waiting.outcome = error
        if not waiting.one_statement:
            connection.execute("RELEASE work")
    connection.execute("COMMIT")


def _run_to_end(work: Awaitable[Any]) -> Any:
    """Runs work that never waits for anything but its transaction, whose methods never wait."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    raise RuntimeError("work in a transaction must wait for nothing but the transaction")


def _is_trouble(error: Exception) -> bool:
    """Locked, full, unreadable, gone: the database's troubles. Anything else is a mistake of ours and stays one."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return isinstance(error, sqlite3.Error) and code not in _OUR_MISTAKES
