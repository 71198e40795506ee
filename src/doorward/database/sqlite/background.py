"""Lists on background threads, each with a connection of its own. A read that is cancelled is interrupted.

A thread takes the next read from the lane by itself, and its results reach the event loop together: while reads wait,
neither of the two waits for the other.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from doorward.database.list_lane import LaneRead, ListLane
from doorward.database.protocol import BackgroundRead
from doorward.database.sqlite.thread_work import resolve, run_to_end
from doorward.database.sqlite.transaction import SQLiteTransaction
from doorward.errors import DatabaseUnavailable, SearchTimeout

T = TypeVar("T")

_INTERRUPT_AGAIN_SECONDS: Final = 0.01


class _Read(LaneRead[T]):
    def __init__(self, work: BackgroundRead[T]) -> None:
        super().__init__()
        self.work = work
        self.outcome: Any = None
        self.connection: sqlite3.Connection | None = None  # While an interrupt of it stops this read and no other.


class BackgroundThreads:
    def __init__(self, lane: ListLane, threads: int, connect: Callable[[], sqlite3.Connection]) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite-background-reader")
        self._lane, self._connect = lane, connect
        self._lock = threading.Lock()
        self._reads: set[_Read[Any]] = set()
        self._ended: deque[_Read[Any]] = deque()
        self._delivering = self._closing = False
        self.connections = 0
        # The most recently used one, whose page cache is warm, is used first.
        self.idle: list[sqlite3.Connection] = []

    async def run(self, work: BackgroundRead[T], user_id: int | None) -> T:
        """Runs work in one transaction, on one of the threads, when it is its turn."""
        loop = asyncio.get_running_loop()
        read = _Read(work)
        if self._lane.enter(user_id, read):
            self._threads.submit(self._serve, read, loop)
        try:
            return await read.future
        except (asyncio.CancelledError, SearchTimeout):
            if not self._lane.withdraw(read):
                self._interrupt(read, loop)
            raise

    async def close(self) -> None:
        self._closing = True
        for read in list(self._reads):
            self._interrupt(read, asyncio.get_running_loop())
        await asyncio.to_thread(self._threads.shutdown)
        while self.idle:
            self.idle.pop().close()

    def _serve(self, first: _Read[Any], loop: asyncio.AbstractEventLoop) -> None:
        """On a thread: runs this read, and after it those that are next, until the slot of the lane is free."""
        read: Any = first
        while read is not None:
            try:
                read.outcome = self._run(read)
            except Exception as error:
                read.outcome = error
            following = self._lane.finish(read)
            self._ended.append(read)
            if not self._delivering:
                self._delivering = True
                with contextlib.suppress(RuntimeError):  # The event loop was closed, and its tasks with it.
                    loop.call_soon_threadsafe(self._deliver)
            read = following

    def _deliver(self) -> None:
        self._delivering = False  # First: a read that ends from now on may come too late for the loop below.
        while self._ended:
            read = self._ended.popleft()
            resolve(read.future, read.outcome)

    def _run(self, read: _Read[T]) -> T:
        connection = self._take()
        self._reads.add(read)
        try:
            connection.execute("BEGIN")
            with self._lock:
                if self._closing or read.future.done():  # Its interrupt came, or comes, too early.
                    raise DatabaseUnavailable
                read.connection = connection
            try:
                outcome: T = run_to_end(read.work(SQLiteTransaction(connection)))
                return outcome
            finally:
                with self._lock:
                    read.connection = None
        finally:
            self._reads.discard(read)
            if connection.in_transaction:
                connection.execute("COMMIT")
            self.idle.append(connection)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self.idle:
                return self.idle.pop()
        connection = self._connect()  # Without the lock, for which the event loop may wait.
        with self._lock:
            self.connections += 1
        return connection

    def _interrupt(self, read: _Read[Any], loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            if read.connection is None:
                return
            read.connection.interrupt()
        # SQLite forgets an interrupt that arrives between two statements of the read.
        loop.call_later(_INTERRUPT_AGAIN_SECONDS, self._interrupt, read, loop)
