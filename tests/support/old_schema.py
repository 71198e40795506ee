"""Databases with the schema of an earlier version, and with many users."""

from typing import Any

import asyncpg

from doorward import app
from doorward.database import schema
from doorward.settings import Settings
from tests.support.databases import settings_for


async def empty(environ: dict[str, str]) -> Settings:
    """Takes everything out of a new database, the schema included."""
    settings = settings_for(environ)
    if settings.sqlite_path:
        settings.sqlite_path.unlink()
    else:
        connection: Any = await asyncpg.connect(settings.database_url)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()
    return settings


async def as_before(environ: dict[str, str], version: str, users: int) -> Settings:
    """Turns a new database into one of that version."""
    settings = await empty(environ)
    await schema.migrate(settings.sqlite_path, settings.database_url, version)
    await _insert_users(settings, users)
    return settings


async def _insert_users(settings: Settings, users: int) -> None:
    database = app.connect(settings)
    await database.open()
    name = "'old' || i"
    await database.write(
        lambda tx: tx.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {users})"
            " INSERT INTO users (username, username_key, name, name_key, search, status, password_hash, created_at,"
            f" updated_at, version) SELECT {name}, {name}, {name}, {name}, {name} || '\x1f' || {name} || '\x1f',"
            " i % 2, '', i, i, 1 FROM n"
        )
    )
    await database.close()
