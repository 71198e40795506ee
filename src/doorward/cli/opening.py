"""What commands that work on the database have in common."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from doorward import app
from doorward.core import Core
from doorward.crypto.keys import WrongSecret
from doorward.errors import DatabaseUnavailable
from doorward.settings import Settings, SettingsError, load
from doorward.store import schema

T = TypeVar("T")

Config = Annotated[str | None, typer.Option(help="Configuration file. Default: doorward.toml, where there is one.")]
DatabaseUrl = Annotated[str | None, typer.Option(help="sqlite:///path or postgresql://user:password@host/database")]


def with_core(work: Callable[[Core], Awaitable[T]], config: str | None, **overrides: Any) -> T:
    """Runs the work on the service's database, and ends the program with a message when that can't be."""
    try:
        settings = app.prepare_files(load(config=Path(config) if config else None, **overrides))
        return asyncio.run(_run(work, settings))
    except (SettingsError, schema.SchemaTooNew, schema.SchemaTooOld, OSError) as error:
        stop(str(error))
    except WrongSecret:
        stop("The keys in the database were sealed under another secret: restore secret.key or DOORWARD_SECRET")
    except DatabaseUnavailable:
        stop("The database can't be opened; look at DOORWARD_DATABASE_URL and DOORWARD_DATA_DIR")


async def _run(work: Callable[[Core], Awaitable[T]], settings: Settings) -> T:
    core = app.build(settings)
    try:
        await core.database.open()
        await schema.check(core.database)
        await core.keys.load()
        return await work(core)
    finally:
        await core.close()


def stop(message: str) -> NoReturn:
    print(f"doorward: {message}", file=sys.stderr)
    raise SystemExit(1)
