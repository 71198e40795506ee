"""Copies of a SQLite database, made while it is in use, and believed only after they were read back."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

# So many pages at a time: writers get their turn in between.
_PAGES: Final = 2048
_TIMEOUT: Final = 60

Progress = Callable[[int, int], None]


class BadCopy(Exception):
    """A file that is not a sound database of ours; the message says what is wrong with it."""


class Contents(Struct, frozen=True):
    """What was found on reading a database from end to end."""

    version: str
    users: int
    sessions: int
    size: int


def backup(source: Path, target: Path, progress: Progress) -> Contents:
    """Copies a live database into a new file, which has its name only once it was found to be sound."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _copy(source, draft, progress)
        contents = inspect(draft)
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
        return contents
    finally:
        draft.unlink(missing_ok=True)


def restore(source: Path, target: Path, progress: Progress) -> Contents:
    """Puts a sound copy in the place of a database, under SQLite's own locks: nobody ever sees half of it."""
    inspect(source)
    _copy(source, target, progress)
    return inspect(target)


def inspect(path: Path) -> Contents:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_TIMEOUT)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise BadCopy(f"{path} is damaged: {verdict}")
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            users, sessions = (_count(connection, table) for table in ("users", "sessions"))
            return Contents(version, users, sessions, path.stat().st_size)
    except sqlite3.Error as error:
        raise BadCopy(f"{path} is not a database of Doorward: {error}") from None


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
