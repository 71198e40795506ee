"""SQLite: reads inline on the event loop, writes on one thread that commits waiting work together."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from doorward.database.protocol import BackgroundRead, Row, Transaction, Work
from doorward.database.sqlite.transaction import SQLiteTransaction, named
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

# How much work shares one commit at most: it bounds how long the first of a batch waits for the last.
_BATCH: Final = 128

# Lists among a million users read pages all over the database, and many of them again and again.
_BACKGROUND_CACHE_KIB: Final = 24_576

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


def connect(path: Path, timeout: int) -> sqlite3.Connection:
    # Autocommit: transactions are begun and ended here, never by the driver's guess.
    connection = sqlite3.connect(
        path, timeout=timeout, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection


class SQLiteDatabase:
    def __init__(self, path: Path, timeout: int) -> None:
        self.path = path
        self._timeout = timeout
        self._waiting: list[_Waiting] = []
        self._writing = False  # Whether a batch is with the writer, or about to be.
        self._queue: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[_Waiting]] | None] = queue.SimpleQueue()
        self._reader: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._background_thread: ThreadPoolExecutor | None = None
        self._background_connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        try:
            self._reader = connect(self.path, self._timeout)
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error:
            raise DatabaseUnavailable from None
        self._writer = threading.Thread(target=self._write_loop, name="sqlite-writer", daemon=True)
        self._writer.start()
        self._background_thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-background-reader")

    async def close(self) -> None:
        if self._writer:
            while self._waiting:
                self._hand_over(asyncio.get_running_loop())
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._background_thread:
            await asyncio.to_thread(self._background_thread.shutdown)
            self._background_thread = None
        for connection in (self._reader, self._background_connection):
            if connection:
                connection.close()
        self._reader = self._background_connection = None

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return self._read(sql, args, sqlite3.Cursor.fetchall)

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        return self._read(sql, args, _first)

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        # It keeps to the order of a cross join.
        sql = f"SELECT asked.value, {columns} FROM json_each($1) AS asked CROSS JOIN {source} asked.value"
        return await self.fetch(sql, msgspec.json.encode(keys).decode(), *args)

    def _read(self, sql: str, args: tuple[Any, ...], take: Callable[[sqlite3.Cursor], T]) -> T:
        assert self._reader is not None, "the database is not open"  # noqa: S101
        try:
            return take(self._reader.execute(sql, named(args)))
        except sqlite3.Error as error:
            if _is_trouble(error):
                raise DatabaseUnavailable from None
            raise

    async def read_in_background(self, work: BackgroundRead[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._background_thread, self._run_background_read, work
        )

    def _run_background_read(self, work: BackgroundRead[T]) -> T:
        try:
            if self._background_connection is None:
                self._background_connection = connect(self.path, self._timeout)
                self._background_connection.execute("PRAGMA query_only = ON")
                self._background_connection.execute(f"PRAGMA cache_size = -{_BACKGROUND_CACHE_KIB}")
            connection = self._background_connection
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

    def gauges(self) -> dict[str, float]:
        # One connection reads, and one writes.
        return {"connections": 2, "connections_idle": 2 - self._writing, "database_waiting": len(self._waiting)}

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", name) is not None

    async def write(self, work: Work[T]) -> T:
        return await self._write(work, writes_once=False)

    async def write_and_read(self, sql: str, *args: Any, then: str) -> Sequence[Row] | None:
        async def work(tx: Transaction) -> Sequence[Row] | None:
            row = await tx.fetchrow(sql, *args)
            return None if row is None else await tx.fetch(then, row[0])

        # Not by the reading connection: a commit makes it forget its pages.
        return await self._write(work, writes_once=True)

    async def _write(self, work: Work[T], *, writes_once: bool) -> T:
        loop = asyncio.get_running_loop()
        waiting = _Waiting(work, loop.create_future(), writes_once)
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
            del handed_over, loop, batch  # Or all that was written would stay in memory until there is more to write.
        if connection:
            connection.close()


class _Waiting:
    """Work that waits for its turn, and then its caller for the commit."""

    def __init__(self, work: Callable[[Any], Awaitable[Any]], future: asyncio.Future[Any], writes_once: bool) -> None:
        self.work, self.future, self.writes_once = work, future, writes_once
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
        # A statement that fails is undone by itself, and work by itself with its transaction. A savepoint makes SQLite
        # keep every page as it was before, in memory.
        guarded = len(batch) > 1 and not waiting.writes_once
        if guarded:
            connection.execute("SAVEPOINT work")
        try:
            waiting.outcome = _run_to_end(waiting.work(transaction))
        except Exception as error:
            if _is_trouble(error):
                raise
            waiting.outcome = error
            if guarded:
                connection.execute("ROLLBACK TO work")
            elif not waiting.writes_once:
                connection.execute("ROLLBACK")
                return
        if guarded:
            connection.execute("RELEASE work")
    connection.execute("COMMIT")


def _first(cursor: sqlite3.Cursor) -> Row | None:
    row: Row | None = cursor.fetchone()
    # An unfinished statement would keep its snapshot open, and the WAL from being checkpointed.
    cursor.close()
    return row


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
