"""Copies the write-ahead log into the database file on a thread of its own (docs/decisions/0055).

SQLite would do it within the commit that makes the log long enough. The file has to be on disk before the log may be
overwritten, and that commit, with all writes behind it, would wait for it.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from typing import Final

# Many small copies: while the disk writes a large one, commits wait for it after all.
_PAUSE_SECONDS: Final = 0.2
# Commits go on while pages are copied. A log that is copied completely is overwritten from its beginning; otherwise it
# grows. Each attempt has only those commits left that came during the previous one.
_ATTEMPTS: Final = 4


class Checkpointer:
    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._committed, self._closing = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="sqlite-checkpointer", daemon=True)
        self._thread.start()

    def note_commit(self) -> None:
        self._committed.set()

    def close(self) -> None:
        self._closing.set()
        self._committed.set()
        self._thread.join()

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while True:
            self._committed.wait()
            self._committed.clear()  # Before it looks whether to end: `close` sets both, and is not overlooked.
            if self._closing.wait(_PAUSE_SECONDS):
                break
            # A full or failing disk: commits report it, and the next checkpoint copies what this one did not.
            with contextlib.suppress(sqlite3.Error):
                connection = connection or self._connect()
                _copy(connection)
        if connection:
            connection.close()


def _copy(connection: sqlite3.Connection) -> None:
    for _ in range(_ATTEMPTS):
        _, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if copied == pages:
            return
