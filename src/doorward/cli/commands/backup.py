"""`doorward backup` and `doorward restore`."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from doorward import preparation
from doorward.cli.framework.context import CommandContext
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields
from doorward.cli.framework.progress import progress
from doorward.database import schema
from doorward.database.sqlite import backup as copies
from doorward.database.sqlite.backup import DatabaseSummary, InvalidBackup, Stopped
from doorward.drafts import replacing

_POSTGRES_BACKUP = """The database is PostgreSQL; use its own tools:
  pg_dump --format=custom --file=doorward.dump "$DOORWARD_DATABASE_URL"    a consistent copy
  pg_basebackup and WAL archiving                                          point-in-time recovery
Keep DOORWARD_SECRET as well, in another place: without it the keys in the database can't be opened."""
_POSTGRES_RESTORE = """The database is PostgreSQL; use its own tools:
  psql "$DOORWARD_DATABASE_URL" -c "DROP SCHEMA public CASCADE" -c "CREATE SCHEMA public"
  pg_restore --single-transaction --dbname="$DOORWARD_DATABASE_URL" doorward.dump
Stop all nodes first, and run doorward migrate afterwards if the copy is from an older version."""


async def backup(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="Path of the copy.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> Fields:
    """Copy the live database and verify the copy.

    The copy does not contain the master secret: keep secret.key (or DOORWARD_SECRET) as well, in another place.
    """
    source = _sqlite(context, _POSTGRES_BACKUP)
    if not source.exists():
        raise CommandFailed(f"There is no database at {source}")
    context.check_output(file, force=force)
    with progress("Copying", "pages") as advance, replacing(file) as copy:
        contents = await _checked(lambda stopped: copies.backup(source, copy, advance, stopped))
    return _report(file, contents)


async def restore(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="A copy made by doorward backup.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the existing database.")] = False,
) -> Fields:
    """Replace the database with a copy. Stop the service first, or restart it afterwards."""
    target = _sqlite(context, _POSTGRES_RESTORE)
    if not file.is_file():
        raise CommandFailed(f"{file} is not a file")
    if target.exists() and not force:
        raise CommandFailed(f"{target} exists; pass --force to overwrite it and all its data", Exit.REFUSED)
    found = await _checked(lambda stopped: copies.inspect(file, stopped))
    if found.version > schema.HEAD:
        raise CommandFailed(
            f"{file} is at schema {found.version}, newer than this program ({schema.HEAD}): upgrade doorward"
        )
    # No new secret: the copy needs the one that its keys were sealed under.
    preparation.make_folders(context.settings)
    with progress("Restoring", "pages") as advance:
        contents = await _checked(lambda stopped: copies.restore(file, target, advance, stopped))
    return _report(target, contents)


def _sqlite(context: CommandContext, otherwise: str) -> Path:
    path = context.settings.sqlite_path
    if path is None:
        raise CommandFailed(otherwise, Exit.REFUSED)
    return path


async def _checked(work: Callable[[Stopped], DatabaseSummary]) -> DatabaseSummary:
    """Runs the work in a thread, so that Ctrl-C ends it."""
    stopping = threading.Event()
    running = asyncio.create_task(asyncio.to_thread(work, stopping.is_set))
    try:
        return await asyncio.shield(running)
    except InvalidBackup as invalid:
        raise CommandFailed(str(invalid)) from None
    except asyncio.CancelledError:
        stopping.set()
        # The draft is removed only when nothing writes to it any more.
        await asyncio.wait([running])
        if running.exception() is None:
            return running.result()
        raise CommandFailed("Stopped; nothing was changed") from None


def _report(path: Path, contents: DatabaseSummary) -> Fields:
    return Fields(
        {
            "file": str(path.resolve()),
            "bytes": contents.size,
            "schema": contents.version,
            "users": contents.users,
            "sessions": contents.sessions,
            "checked": True,
        }
    )
