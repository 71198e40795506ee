"""`doorward move`."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Table
from doorward.cli.framework.progress import work_progress
from doorward.settings.values import database_url


def register(app: typer.Typer) -> None:
    command(app)(move)


async def move(
    context: CommandContext,
    to: Annotated[
        str, typer.Option(help="Empty database: postgresql://... or sqlite:///path. Default: DOORWARD_MOVE_TO.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check both databases and show what would be copied; write nothing.")
    ] = False,
) -> Table:
    """Copy everything into an empty database of the other kind, with all ids, and verify the copy.

    Stop the service first: the source must not change meanwhile, and the command refuses while a server uses it. To
    continue an interrupted move, run the same command again. The source stays as it is.
    """
    from doorward.features.move.model import target_settings
    from doorward.features.move.service import Move

    url, source_id = _url(context, to), await _source_id(context)
    with _explained(), work_progress("Moving", context.as_json) as report:
        target = target_settings(context.settings, url)
        job = Move(context.settings, target, source_id, context.build, report)
        if dry_run:
            return _rehearsed(await job.rehearse())
        started = time.monotonic()
        outcome = await job.run()
    return _moved(outcome, round(time.monotonic() - started, 1), context)


def _url(context: CommandContext, to: str) -> str:
    from doorward.features.move import MoveSettings

    given = to or context.settings.section(MoveSettings).move_to
    if not given:
        raise CommandFailed(
            "Name the target: --to postgresql://user:password@host/database or --to sqlite:///path", Exit.USAGE
        )
    try:
        return database_url(given)
    except ValueError as error:
        raise CommandFailed(f"--to {error}", Exit.USAGE) from None


async def _source_id(context: CommandContext) -> str:
    """Checks that the source has this program's schema and opens with the secret."""
    from doorward.database import schema

    async with context.core() as core:
        found = await schema.check(core.database)
        if found != schema.HEAD:
            raise CommandFailed(f"The source is at schema {found}, this program at {schema.HEAD}: upgrade doorward")
        await core.keys.check_secret()
        return core.keys.audit.kid


@contextmanager
def _explained() -> Iterator[None]:
    from doorward.database.move.layout import CannotMove
    from doorward.database.move.opening import Interrupted, explained

    try:
        with explained():
            yield
    except CannotMove as error:
        raise CommandFailed(str(error), Exit.REFUSED) from None
    except Interrupted as error:
        raise CommandFailed(f"The move was interrupted ({error}); run the same command again to continue") from None
    except asyncio.CancelledError:
        raise CommandFailed("Stopped; run the same command again to continue") from None


def _rehearsed(found: Any) -> Table:
    rows = [{"table": it.table, "rows": it.rows, "bytes": it.size} for it in found.tables]
    total, size = sum(it.rows for it in found.tables), sum(it.size for it in found.tables)
    how = "continues an unfinished move" if found.continues else "is empty"
    lines = [f"Would copy {total:,} rows, about {size:,} bytes. The target ({found.server}) {how}."]
    lines += [f"Not now: {found.in_use}."] if found.in_use else []
    more = {"continues": found.continues, "server": found.server, "inUse": found.in_use or None}
    caption = "\n".join(lines)
    return Table(("table", "rows", "bytes"), rows, caption=caption, totalRows=total, totalBytes=size, **more)


def _moved(outcome: Any, seconds: float, context: CommandContext) -> Table:
    columns = ("table", "sourceRows", "targetRows", "verified")
    rows = [
        dict(zip(columns, (it.table, it.source_rows, it.target_rows, it.same), strict=True)) for it in outcome.tables
    ]
    total, damages = sum(it.target_rows for it in outcome.tables), outcome.audit.damages
    lines = [f"Moved {total:,} rows in {seconds} s. Every value was compared."]
    if outcome.restarted:
        lines.append("The source was changed after the interrupted move, so that the copy began again.")
    if damages:
        lines.append(f"The audit trail was damaged before the move, at {damages[0].entry}: {damages[0].what}.")
    else:
        lines.append(f"All {outcome.audit.entries:,} entries of the audit trail are as they were written.")
    lines += _next_steps(context)
    audit = {"entries": outcome.audit.entries, "damages": [{"entry": it.entry, "what": it.what} for it in damages]}
    code = Exit.FINDINGS if damages else Exit.DONE
    more = {"totalRows": total, "seconds": seconds, "audit": audit, "restarted": outcome.restarted}
    return Table(columns, rows, code, "\n".join(lines), **more)


def _next_steps(context: CommandContext) -> list[str]:
    settings = context.settings
    lines = ["Set DOORWARD_DATABASE_URL to the target and start the service."]
    if not settings.secret:
        lines.append(f"Set DOORWARD_SECRET_FILE to a copy of {settings.data_dir / 'secret.key'} on every node.")
    else:
        lines.append("Keep DOORWARD_SECRET: the keys in the target are sealed under it.")
    return [*lines, "Do not start the service on the source again, unless you give the target up."]
