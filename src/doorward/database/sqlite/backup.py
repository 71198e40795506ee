"""Backups of a SQLite database that is in use, each verified by reading it back."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

# Pages copied at a time: writers proceed in between.
_PAGES: Final = 2048
_TIMEOUT: Final = 60

Progress = Callable[[int, int], None]


class InvalidBackup(Exception):
    """The file is damaged or no database of Doorward; the message says what is wrong with it."""


class DatabaseSummary(Struct, frozen=True):
    """What a full read of a database found."""

    version: str
    users: int
    sessions: int
    size: int


def backup(source: Path, target: Path, progress: Progress) -> DatabaseSummary:
    """Copies a live database into a new file, which gets its name only after it was verified."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _copy(source, draft, progress)
        summary = inspect(draft)
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
        return summary
    finally:
        draft.unlink(missing_ok=True)


def restore(source: Path, target: Path, progress: Progress) -> DatabaseSummary:
    """Replaces a database by a verified copy, under SQLite's locks: a concurrent reader sees the old or the new one."""
    inspect(source)
    _copy(source, target, progress)
    return inspect(target)


def inspect(path: Path) -> DatabaseSummary:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_TIMEOUT)) as connection:
            result = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if result != "ok":
                raise InvalidBackup(f"{path} is damaged: {result}")
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            users, sessions = (_count(connection, table) for table in ("users", "sessions"))
            return DatabaseSummary(version, users, sessions, path.stat().st_size)
    except sqlite3.Error as error:
        raise InvalidBackup(f"{path} is not a database of Doorward: {error}") from None


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _copy(source: Path, target: Path, progress: Progress) -> None:
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=_TIMEOUT)) as origin,
        closing(sqlite3.connect(target, timeout=_TIMEOUT)) as copy,
    ):
        origin.backup(copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0.01)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
