"""Opens the two databases of a move, and explains the errors of their drivers."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from doorward.database.move.layout import CannotMove
from doorward.database.move.protocol import Source, Target
from doorward.errors import DatabaseUnavailable


class Interrupted(Exception):
    """A database stopped answering, or its disk is full."""


async def open_source(sqlite_path: Path | None, url: str, *, pgbouncer: bool, hold: bool) -> Source:
    """With `hold`, nothing else writes to it until it is closed. Raises CannotMove where others use it."""
    if sqlite_path is not None:
        from doorward.database.move.sqlite_side import SQLiteSource

        return SQLiteSource(sqlite_path, hold=hold)
    from doorward.database.move.postgres_side import PostgresSource

    return await PostgresSource.open(url, pgbouncer=pgbouncer, hold=hold)


async def open_target(sqlite_path: Path | None, url: str, *, pgbouncer: bool) -> Target:
    if sqlite_path is not None:
        from doorward.database.move.sqlite_side import SQLiteTarget

        try:
            return SQLiteTarget(sqlite_path)
        except sqlite3.Error as error:
            raise CannotMove(f"{sqlite_path} can't be written: {error}") from None
    from doorward.database.move.postgres_side import PostgresTarget

    return await PostgresTarget.open(url, pgbouncer=pgbouncer)


@contextmanager
def explained() -> Iterator[None]:
    """Turns errors of the drivers into Interrupted. Errors of the program itself pass."""
    import asyncpg

    try:
        yield
    except (sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError) as error:
        raise Interrupted(str(error)) from None
    except DatabaseUnavailable as error:
        raise Interrupted(str(error.__cause__ or error)) from None
