"""The version of the database's schema, and the migrations to the current one.

Alembic is imported only when there is something to migrate: it and SQLAlchemy would double the start-up time.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from doorward.database.postgres.table_locks import limit_wait
from doorward.database.protocol import Database

HEAD: Final = "0027"
# Names the oldest HEAD that can work with the schema, in the table `facts`: programs that are not upgraded yet read it.
_OLDEST: Final = "schema_works_from"
# Stands for the version while `doorward move` fills the database: no part of the program works with such a database.
UNFINISHED: Final = "unfinished move"
_LOCK: Final = 0x646F6F72  # "door": held on PostgreSQL while one node migrates.
_LOCK_MS: Final = 500
_ATTEMPTS: Final = 30


class SchemaTooNew(Exception):
    """The database was migrated by a newer program."""


class UnfinishedMove(SchemaTooNew):
    """The database holds a part of another one."""


class SchemaTooOld(Exception):
    """The database has to be migrated first."""


class MayNotMigrate(Exception):
    """The account of the service lacks a right of the database."""


async def version(database: Database) -> str | None:
    """Returns None for a database without a schema. Raises UnfinishedMove."""
    found = await stored_version(database)
    if found == UNFINISHED:
        raise UnfinishedMove(
            "The database is the target of an unfinished move: run the same doorward move again to finish it, or go on"
            " with the database that was moved"
        )
    return found


async def stored_version(database: Database) -> str | None:
    if not await database.has_table("alembic_version"):
        return None
    row = await database.fetchrow("SELECT version_num FROM alembic_version")
    return str(row[0]) if row else None


async def check(database: Database) -> str:
    """Returns the version of the schema, which may be newer than this program if the program can work with it."""
    found = await version(database)
    # Revisions are numbered in order, so that they compare as text.
    if found is None or found < HEAD:
        raise SchemaTooOld(
            f"The database schema is at {found or 'nothing'}, this program needs {HEAD}: run doorward migrate"
        )
    if found > HEAD:
        row = await database.fetchrow("SELECT value FROM facts WHERE name = $1", _OLDEST)
        if row is None or row[0] > HEAD:
            works = f", and works with programs from {row[0]} on" if row else ""
            raise SchemaTooNew(
                f"The database schema is at {found}, newer than this program ({HEAD}){works}: upgrade doorward"
            )
    return found


async def migrate(sqlite_path: Path | None, url: str, to: str = "head") -> None:
    if sqlite_path is not None:
        await asyncio.to_thread(_migrate_sqlite, sqlite_path, to)
    else:
        await _migrate_postgres(url, to)


def _upgrade(connection: Any, to: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    _record_oldest(connection, ScriptDirectory.from_config(config), to)


def _record_oldest(connection: Any, scripts: Any, to: str) -> None:
    """Records from which program on the schema works. A migration that older programs can work with says so by
    `works_from`; without it, only programs that know the migration do."""
    import sqlalchemy as sa

    oldest = max(getattr(it.module, "works_from", it.revision) for it in scripts.walk_revisions(head=to))
    if sa.inspect(connection).has_table("facts"):
        upsert = (
            "INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value"
        )
        connection.execute(sa.text(upsert), {"name": _OLDEST, "value": oldest})


def _migrate_sqlite(path: Path, to: str) -> None:
    import sqlalchemy as sa

    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 60})
    # The driver itself would begin transactions only at the first change of rows, and leave DDL outside of them.
    sa.event.listen(engine, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
    # Processes that start together migrate one after the other; all but the first find nothing to do.
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        with engine.begin() as connection:
            _upgrade(connection, to)
    finally:
        engine.dispose()


async def _migrate_postgres(url: str, to: str) -> None:
    from asyncpg import DeadlockDetectedError, InsufficientPrivilegeError, InvalidSchemaNameError, LockNotAvailableError
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    engine = create_async_engine("postgresql+asyncpg://", poolclass=NullPool, async_creator=_connector(url))
    try:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with engine.begin() as connection:
                    # Behind PgBouncer the limits of the account would hold.
                    await connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                    await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                    # Nodes that start together migrate one after the other; all but the first find nothing to do.
                    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                    await connection.exec_driver_sql(limit_wait(_LOCK_MS))
                    await connection.run_sync(_upgrade, to)
                return
            except DBAPIError as error:
                cause = error.orig.__cause__ if error.orig else None
                if isinstance(cause, InsufficientPrivilegeError | InvalidSchemaNameError):
                    raise MayNotMigrate(
                        f"PostgreSQL does not let this account create the schema ({cause}): the account must own the"
                        " database and its tables; ALTER DATABASE name OWNER TO account"
                    ) from None
                busy = isinstance(cause, LockNotAvailableError | DeadlockDetectedError)
                if not busy or attempt == _ATTEMPTS:
                    raise
                await asyncio.sleep(1)
    finally:
        await engine.dispose()


def _connector(url: str) -> Callable[[], Any]:
    from doorward.database.postgres.hosts import Connector

    # Without prepared statements, so that it works through PgBouncer too.
    return Connector(url, {"statement_cache_size": 0}, pgbouncer=False).connect
