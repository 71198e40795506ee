"""Moves in this process, empty targets, and the content of databases."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg

from doorward import app
from doorward.database.move.layout import is_derived
from doorward.features.move.model import Outcome, Report, target_settings
from doorward.features.move.service import Move
from doorward.search.filling import ignore_progress
from doorward.settings import Settings
from tests.support.databases import Databases, settings_for

Environ = dict[str, str]


def is_sqlite(environ: Environ) -> bool:
    return environ["DOORWARD_DATABASE_URL"].startswith("sqlite")


def file_of(environ: Environ) -> Path:
    return Path(environ["DOORWARD_DATABASE_URL"].removeprefix("sqlite:///"))


@contextlib.asynccontextmanager
async def connected(environ: Environ) -> AsyncIterator[Any]:
    connection: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
    try:
        yield connection
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def empty_postgres(postgres: Databases, folder: Path) -> AsyncIterator[Environ]:
    async with postgres.new(folder) as environ:
        async with connected(environ) as connection:
            await connection.execute("DROP SCHEMA public CASCADE")
            await connection.execute("CREATE SCHEMA public")
        yield environ


@contextlib.asynccontextmanager
async def empty_target(source: Environ, postgres: Databases, folder: Path) -> AsyncIterator[Environ]:
    """The environment of a service on a database of the other kind, which is empty."""
    if is_sqlite(source):
        async with empty_postgres(postgres, folder) as environ:
            yield environ
    else:
        yield source | {"DOORWARD_DATABASE_URL": f"sqlite:///{folder / 'new' / 'moved.db'}"}


async def mover(source: Environ, target: Environ, report: Report = ignore_progress, source_id: str = "a") -> Move:
    settings = settings_for(source)
    return Move(settings, target_settings(settings, target["DOORWARD_DATABASE_URL"]), source_id, _build, report)


async def moved(source: Environ, target: Environ, report: Report = ignore_progress) -> Outcome:
    return await (await mover(source, target, report)).run()


def _build(settings: Settings) -> Any:
    return app.build(settings, patient=True)


async def content(environ: Environ) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all tables that are copied, in the order of their keys."""
    if is_sqlite(environ):
        with contextlib.closing(sqlite3.connect(file_of(environ))) as file:
            names = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: sorted(file.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names if _copied(name)}
    async with connected(environ) as connection:
        sql = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        names = [row[0] for row in await connection.fetch(sql)]
        rows = {name: await connection.fetch(f'SELECT * FROM "{name}"') for name in names if _copied(name)}
        return {name: sorted(map(tuple, found), key=repr) for name, found in rows.items()}


def _copied(name: str) -> bool:
    return not is_derived(name)
