"""SQLite: reads run inline on the event loop, writes on one thread that commits pending work together.

A point read costs less than passing it to a thread; why writes are batched: docs/decisions/0013.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from doorward.database.caller import CallerQueue, caller
from doorward.database.list_lane import ListLane
from doorward.database.protocol import BackgroundRead, Row, Work
from doorward.database.sqlite.background import BackgroundThreads
from doorward.database.sqlite.checkpointer import Checkpointer
from doorward.database.sqlite.held_lock import held
from doorward.database.sqlite.sorted_rows import SortedRows, sorted_rows
from doorward.database.sqlite.thread_work import resolve, run_to_end
from doorward.database.sqlite.transaction import SQLiteTransaction, named
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

# How many units of work share one commit at most: this bounds how long the first of a batch waits for the last.
_MAX_BATCH: Final = 128

# Pages of the write-ahead log after which a commit copies it by itself, because the checkpointer does not keep up.
_LOG_PAGES: Final = 4_000
# A log that an import made longer is cut to this when it is overwritten; otherwise it would keep its size until the
# last connection closes. Twice the log that the service makes by itself, which is never cut and grown again.
_LOG_BYTES: Final = 2 * _LOG_PAGES * 4096
# The cache of the writer keeps all that is written, and is full after some minutes of a busy service. More of it saves
# no time that could be measured.
_WRITER_CACHE_KIB: Final = 8_192

# Background threads for lists. One user has at most one of them: the other is left to other users.
_LIST_THREADS: Final = 2
# Lists among a million users read pages all over the database, and many of them repeatedly.
_BACKGROUND_CACHE_KIB: Final = 24_576

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    # In WAL mode NORMAL may lose acknowledged commits when the power fails.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -16384",
    "PRAGMA temp_store = MEMORY",
)
_PROGRAMMING_ERRORS: Final = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
)


def connect(path: Path, timeout: int) -> sqlite3.Connection:
    # Autocommit: transactions are begun and ended explicitly, never by the driver.
    connection = sqlite3.connect(
        path, timeout=timeout, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection


class SQLiteDatabase:
    def __init__(self, path: Path, timeout: int, list_timeout: int = 5) -> None:
        self.path = path
        self._timeout = timeout
        self._lists = ListLane(_LIST_THREADS, list_timeout)
        self._pending: CallerQueue[_PendingWrite] = CallerQueue()
        self._writing = False  # Whether the writer thread has a batch, or its submission is scheduled.
        self._queue: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[_PendingWrite]] | None]
        self._queue = queue.SimpleQueue()
        self._reader: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._checkpointer: Checkpointer | None = None
        self._background: BackgroundThreads | None = None

    async def open(self) -> None:
        try:
            self._reader = connect(self.path, self._timeout)
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise DatabaseUnavailable from error
        self._checkpointer = Checkpointer(partial(connect, self.path, self._timeout))
        self._writer = threading.Thread(
            target=self._write_loop, args=[self._checkpointer], name="sqlite-writer", daemon=True
        )
        self._writer.start()
        self._background = BackgroundThreads(self._lists, _LIST_THREADS, self._connect_background)

    async def close(self) -> None:
        if self._writer:
            while self._pending:
                self._submit_batch(asyncio.get_running_loop())
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._checkpointer:
            await asyncio.to_thread(self._checkpointer.close)
            self._checkpointer = None
        if self._background:
            await self._background.close()
            self._background = None
        if self._reader:
            self._reader.close()
            self._reader = None

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return self._read(sql, args, sqlite3.Cursor.fetchall)

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        return self._read(sql, args, _first)

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        # SQLite never reorders the tables of a CROSS JOIN.
        joined = source.format(key="wanted.value")
        sql = f"SELECT wanted.value, {columns} FROM json_each($1) AS wanted CROSS JOIN {joined}"
        return await self.fetch(sql, msgspec.json.encode(keys).decode(), *args)

    def _read(self, sql: str, args: tuple[Any, ...], consume: Callable[[sqlite3.Cursor], T]) -> T:
        assert self._reader is not None, "the database is not open"  # noqa: S101
        try:
            return consume(self._reader.execute(sql, named(args)))
        except sqlite3.Error as error:
            if _is_outage(error):
                raise DatabaseUnavailable from None
            raise

    async def read_in_background(
        self, work: BackgroundRead[T], user_id: int | None = None, *, replica: bool = False
    ) -> T:
        assert self._background is not None, "the database is not open"  # noqa: S101
        try:
            return await self._background.run(work, user_id)
        except sqlite3.Error as error:
            if _is_outage(error):
                raise DatabaseUnavailable from None
            raise

    def _connect_background(self) -> sqlite3.Connection:
        connection = connect(self.path, self._timeout)
        connection.execute("PRAGMA query_only = ON")
        connection.execute(f"PRAGMA cache_size = -{_BACKGROUND_CACHE_KIB}")
        return connection

    @contextlib.asynccontextmanager
    async def sorted_rows(self) -> AsyncIterator[SortedRows]:
        try:
            async with sorted_rows(partial(connect, self.path, self._timeout)) as rows:
                yield rows
        except sqlite3.Error as error:
            if _is_outage(error):
                raise DatabaseUnavailable from None
            raise

    @contextlib.asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[bool]:
        with held(self.path, name) as free:
            yield free

    def gauges(self) -> dict[str, float]:
        # One connection for reads, one for writes, and those of the background threads. That of the checkpointer is
        # left out: no request waits for it.
        background = self._background
        connections, idle = (background.connections, len(background.idle)) if background else (0, 0)
        waiting = len(self._pending) + self._lists.waiting
        return {
            "connections": 2 + connections,
            "connections_idle": 2 - self._writing + idle,
            "database_waiting": waiting,
        }

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", name) is not None

    async def write(self, work: Work[T]) -> T:
        return await self._write(work, writes_once=False)

    async def write_once(self, work: Work[T]) -> T:
        # Its reads run on the writing connection: a commit empties the page cache of the other (docs/decisions/0014).
        return await self._write(work, writes_once=True)

    async def _write(self, work: Work[T], *, writes_once: bool) -> T:
        loop = asyncio.get_running_loop()
        pending = _PendingWrite(work, loop.create_future(), writes_once)
        self._pending.append(pending, caller.get())
        if not self._writing:
            self._writing = True
            # Runs after all callbacks that are ready now, so that requests that arrived together share one commit.
            loop.call_soon(self._submit_batch, loop)
        outcome: T = await pending.future
        return outcome

    def _submit_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives pending writes to the writer thread. Writes that arrive during its commit form the next batch."""
        batch = [self._pending.popleft() for _ in range(min(len(self._pending), _MAX_BATCH))]
        self._writing = bool(batch)
        if batch:
            self._queue.put((loop, batch))

    def _complete(self, loop: asyncio.AbstractEventLoop, batch: list["_PendingWrite"]) -> None:
        self._submit_batch(loop)
        for pending in batch:
            resolve(pending.future, pending.outcome)

    def _connect_writer(self) -> sqlite3.Connection:
        connection = connect(self.path, self._timeout)
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {_LOG_BYTES}")
        connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KIB}")
        return connection

    def _write_loop(self, checkpointer: Checkpointer) -> None:
        connection: sqlite3.Connection | None = None
        while (submitted := self._queue.get()) is not None:
            loop, batch = submitted
            try:
                connection = connection or self._connect_writer()
                _commit_together(connection, batch)
                checkpointer.note_commit()
            except sqlite3.Error as error:
                # The state of a connection is unknown after a failed commit: a new one starts clean.
                if connection:
                    connection.close()
                    connection = None
                for pending in batch:
                    pending.outcome = DatabaseUnavailable() if _is_outage(error) else error
            with contextlib.suppress(RuntimeError):  # The event loop was closed, and its tasks with it.
                loop.call_soon_threadsafe(self._complete, loop, batch)
            del submitted, loop, batch  # Otherwise the last batch would stay in memory until the next one.
        if connection:
            connection.close()


class _PendingWrite:
    """A unit of work, and the future that its caller awaits until the commit."""

    def __init__(self, work: Callable[[Any], Awaitable[Any]], future: asyncio.Future[Any], writes_once: bool) -> None:
        self.work, self.future, self.writes_once = work, future, writes_once
        self.outcome: Any = None


def _commit_together(connection: sqlite3.Connection, batch: list[_PendingWrite]) -> None:
    transaction = SQLiteTransaction(connection)
    connection.execute("BEGIN IMMEDIATE")
    for pending in batch:
        # SQLite undoes a failed statement by itself, and the only work of a batch is undone with the transaction. Other
        # work needs a savepoint, for which SQLite keeps the former content of each changed page in memory.
        guarded = len(batch) > 1 and not pending.writes_once
        if guarded:
            connection.execute("SAVEPOINT work")
        try:
            pending.outcome = run_to_end(pending.work(transaction))
        except Exception as error:
            if _is_outage(error):
                raise
            pending.outcome = error
            if guarded:
                connection.execute("ROLLBACK TO work")
            elif not pending.writes_once:
                connection.execute("ROLLBACK")
                return
        if guarded:
            connection.execute("RELEASE work")
    connection.execute("COMMIT")


def _first(cursor: sqlite3.Cursor) -> Row | None:
    row: Row | None = cursor.fetchone()
    # A statement that is not finished keeps its snapshot open, and the WAL from being checkpointed.
    cursor.close()
    return row


def _is_outage(error: Exception) -> bool:
    """Locked, full, unreadable or missing. Anything else is a programming error and is raised as it is."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return isinstance(error, sqlite3.Error) and code not in _PROGRAMMING_ERRORS
