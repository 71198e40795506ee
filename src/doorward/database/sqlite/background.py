"""Reads on background threads, each with a connection of its own. A read that is cancelled is interrupted."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

_INTERRUPT_AGAIN_SECONDS: Final = 0.01


class BackgroundThreads:
    def __init__(self, threads: int, connect: Callable[[], sqlite3.Connection]) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite-background-reader")
        self._connect = connect
        self._lock = threading.Lock()
        self._reads: set[_RunningRead] = set()
        self.connections = 0
        # The most recently used one, whose page cache is warm, is used first.
        self.idle: list[sqlite3.Connection] = []

    async def run(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Runs a read in one transaction, on one of the threads."""
        running = _RunningRead()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._run, running, read)
        except asyncio.CancelledError:
            running.interrupt(loop)
            raise

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        for running in list(self._reads):
            running.interrupt(loop)
        await asyncio.to_thread(self._threads.shutdown)
        while self.idle:
            self.idle.pop().close()

    def _run(self, running: "_RunningRead", read: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._take()
        self._reads.add(running)
        try:
            connection.execute("BEGIN")
            running.begin(connection)
            try:
                return read(connection)
            finally:
                running.end()
        finally:
            self._reads.discard(running)
            if connection.in_transaction:
                connection.execute("COMMIT")
            self.idle.append(connection)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self.idle:
                return self.idle.pop()
            connection = self._connect()
            self.connections += 1
            return connection


class _RunningRead:
    """What the event loop and the thread of a read tell each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._cancelled = False

    def begin(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if self._cancelled:
                raise sqlite3.OperationalError("interrupted")
            self._connection = connection

    def end(self) -> None:
        """After this the connection belongs to another read, which no interrupt of this one may reach."""
        with self._lock:
            self._connection = None

    def interrupt(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._cancelled = True
            if self._connection is None:
                return
            self._connection.interrupt()
        # SQLite forgets an interrupt that arrives between two statements of the read.
        loop.call_later(_INTERRUPT_AGAIN_SECONDS, self.interrupt, loop)
