"""Backups of a SQLite database that is in use, each verified by reading it back."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from doorward.database.schema import UNFINISHED

# Pages copied between two reports of progress.
_PAGES: Final = 2048
# Steps of SQLite's virtual machine between two looks at whether to stop: a few milliseconds.
_STEPS: Final = 100_000
_TIMEOUT: Final = 60

Progress = Callable[[int, int], None]
Stopped = Callable[[], bool]


class InvalidBackup(Exception):
    """The file is damaged or no database of Doorward; the message says what is wrong with it."""


class DatabaseSummary(Struct, frozen=True):
    """What a full read of a database found."""

    version: str
    users: int
    sessions: int
    size: int


class BackupStopped(Exception):
    """Ended by the caller before it was complete."""


def backup(source: Path, target: Path, progress: Progress, stopped: Stopped) -> DatabaseSummary:
    """Copies a live database into a file of no value yet, and verifies the copy."""
    with (
        _explained(),
        _reading(source, live=True) as origin,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        # After a crash the target is worthless anyway, and the caller syncs it.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        _copy(origin, copy, progress, stopped)
        # A copy in WAL mode could not be read without files beside it, nor on a read-only medium.
        copy.execute("PRAGMA journal_mode = DELETE")
    return inspect(target, stopped)


def restore(source: Path, target: Path, progress: Progress, stopped: Stopped) -> DatabaseSummary:
    """Replaces a database by a verified copy, under SQLite's locks: a concurrent reader sees the old or the new one."""
    inspect(source, stopped)
    with (
        _explained(),
        _reading(source, live=False) as origin,
        closing(sqlite3.connect(target, timeout=_TIMEOUT)) as copy,
    ):
        _copy(origin, copy, progress, stopped)
    # From here on the database is replaced, so the check runs to its end.
    return inspect(target, lambda: False, live=True)


def inspect(path: Path, stopped: Stopped, *, live: bool = False) -> DatabaseSummary:
    if not live and _is_cut_off(path):
        raise InvalidBackup(f"{path} is cut off: its end is missing")
    try:
        with _reading(path, live=live) as connection:
            connection.set_progress_handler(stopped, _STEPS)
            result = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if result != "ok":
                raise InvalidBackup(f"{path} is damaged: {result}")
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            version = row[0] if row else UNFINISHED
            if version == UNFINISHED:
                raise InvalidBackup(f"{path} holds an unfinished database, not one that could be served")
            users, sessions = (_count(connection, table) for table in ("users", "sessions"))
            return DatabaseSummary(version, users, sessions, path.stat().st_size)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise BackupStopped from None
        raise InvalidBackup(f"{path} is not a database of Doorward: {error}") from None


@contextmanager
def _reading(path: Path, *, live: bool) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, and leaves no files beside the database that were not there.

    To read a database in WAL mode SQLite makes -wal and -shm, and a connection with mode=ro does not remove them. So a
    live database is opened with mode=rw. A copy may be on a read-only medium, and without a -wal file it needs none.
    """
    still = not live and not path.with_name(path.name + "-wal").exists()
    uri = f"{path.resolve().as_uri()}?mode={'ro&immutable=1' if still else 'rw'}"
    with closing(sqlite3.connect(uri, uri=True, timeout=_TIMEOUT, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        yield connection


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise InvalidBackup(f"The database could not be copied: {error}") from None


def _is_cut_off(path: Path) -> bool:
    """By the header. SQLite reads zeros behind the end of a file, which may look like a value."""
    if not path.is_file() or path.with_name(path.name + "-wal").exists():
        return False  # With such a file, the last pages may be there.
    with path.open("rb") as file:
        header = file.read(100)
    pages, size = int.from_bytes(header[28:32], "big"), int.from_bytes(header[16:18], "big")
    return header.startswith(b"SQLite format 3\0") and path.stat().st_size < pages * (65_536 if size == 1 else size)


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _copy(origin: sqlite3.Connection, copy: sqlite3.Connection, progress: Progress, stopped: Stopped) -> None:
    """Copies one snapshot.

    SQLite starts the copy again after a write of another connection, and would never finish under load, unless the
    source is in a read transaction. Writers continue: in WAL mode they append, and the file is checkpointed afterwards.
    """

    def report(_: int, left: int, total: int) -> None:
        if stopped():
            raise BackupStopped
        progress(total - left, total)

    origin.execute("BEGIN")
    origin.execute("SELECT count(*) FROM sqlite_master").fetchone()  # The snapshot is taken by the first read.
    origin.backup(copy, pages=_PAGES, progress=report)
    origin.execute("COMMIT")
