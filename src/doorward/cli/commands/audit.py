"""`doorward audit`: reads and verifies the audit trail."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Table, Text, show_beside
from doorward.cli.framework.progress import progress
from doorward.core.audit import proof
from doorward.core.audit.checkpoints import STDOUT, TamperedLane
from doorward.domain.audit_query import AuditQuery, parse_cursor
from doorward.domain.audit_query import cursor as cursor_of
from doorward.domain.paging import MAX_PAGE_SIZE
from doorward.drafts import replacing

group = typer.Typer(no_args_is_help=True, help="The audit trail.")


Actor = Annotated[str, typer.Option("--actor", help="Actor: a username, or a reference such as cli:ann.")]
Target = Annotated[str, typer.Option("--target", help="Target: a username, or a reference such as role:3.")]
Action = Annotated[str, typer.Option("--action", help="Action, or a group such as user.*.")]
Since = Annotated[str, typer.Option("--from", help="Earliest time or day.")]
Until = Annotated[str, typer.Option("--to", help="Latest time or day.")]

_COLUMNS = ("id", "time", "action", "actorName", "targetName", "address", "details")


@command(group, "list")
async def list_entries(
    context: CommandContext,
    actor: Actor = "",
    target: Target = "",
    action: Action = "",
    since: Since = "",
    until: Until = "",
    cursor: Annotated[str, typer.Option(help="nextCursor of the previous page.")] = "",
    page_size: Annotated[int, typer.Option(help="Entries on a page, 100 at most.", min=1)] = 20,
) -> Table:
    """List entries, newest first."""
    size = min(page_size, MAX_PAGE_SIZE)
    async with context.core() as core:
        query = AuditQuery.parse(actor, target, action, since, until)
        found, following = await core.audit_log.page(context.actor, query, parse_cursor(cursor), size)
    rows = [entry.document() for entry in found]
    return Table(_COLUMNS, rows, pageSize=size, nextCursor=cursor_of(following))


@command(group, "export")
async def export(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="JSON Lines file to write; - for standard output.", allow_dash=True)],
    actor: Actor = "",
    target: Target = "",
    action: Action = "",
    since: Since = "",
    until: Until = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> Fields | None:
    """Write all matching entries to a file, newest first, with the hashes that prove them."""
    to_stdout = str(file) == "-"
    if not to_stdout:
        context.check_output(file, force=force)
    count = 0
    async with context.core() as core:
        query = AuditQuery.parse(actor, target, action, since, until)
        with nullcontext(sys.stdout.buffer) if to_stdout else _new(file) as lines:
            async for batch in await core.audit_log.export(context.actor, query, None):
                lines.writelines(msgspec.json.encode(entry.document()) + b"\n" for entry in batch)
                count += len(batch)
            lines.flush()
    if to_stdout:
        show_beside({"entries": count}, context.as_json)
        return None
    return Fields({"file": str(file), "entries": count})


@contextmanager
def _new(file: Path) -> Iterator[BinaryIO]:
    with replacing(file) as draft, draft.open("wb") as lines:
        yield lines


@command(group, "checkpoint")
async def checkpoint(
    context: CommandContext,
    file: Annotated[
        str, typer.Argument(help="File to append to; - for standard output. Default: DOORWARD_AUDIT_CHECKPOINT_FILE.")
    ] = "",
) -> Fields | None:
    """Write a signed checkpoint: the last entry of each lane. Keep it where the database's owner can't write."""
    target = STDOUT if file == "-" else file or context.settings.audit_checkpoint_file or STDOUT
    if target != STDOUT:
        context.check_not_own(Path(target))
    async with context.core() as core:
        try:
            made = await core.checkpoints.make()
        except TamperedLane as tampered:
            raise CommandFailed(str(tampered), Exit.FINDINGS) from None
        await core.checkpoints.write(made, target)
    if target == STDOUT:
        return None
    entries = [f"{mark.lane}-{mark.seq}" for mark in made.lanes]
    return Fields({"file": target, "time": made.audit_checkpoint, "lastEntries": entries})


@command(group, "verify")
async def verify(
    context: CommandContext,
    against: Annotated[
        list[Path] | None,
        typer.Option(help="File of checkpoints that the trail must agree with; may be given more than once."),
    ] = None,
) -> Text | Table:
    """Verify that no entry was changed, removed, added or moved. Lists the first damage in each lane.

    With --against, also that every checkpoint of the file is true: then the newest entries can't have been cut off, nor
    the whole trail replaced.
    """
    async with context.core() as core:
        evidence = proof.read_checkpoints(against or (), core.keys.audit)
        with progress("Verifying", "entries") as advance:
            found = await proof.verify(core.database, core.keys.audit, evidence, advance)
    counts: dict[str, Any] = {"entries": found.entries, "removedByRetention": found.removed_by_retention}
    if against:
        counts["checkpoints"] = evidence.checkpoints
        if not evidence.checkpoints and not found.damages:
            raise CommandFailed(f"There is no checkpoint in {', '.join(map(str, against))}", Exit.FINDINGS)
    if found.damages:
        rows = [{"entry": damage.entry, "what": damage.what} for damage in found.damages]
        return Table(("entry", "what"), rows, Exit.FINDINGS, **counts)
    plural = "s" * (evidence.checkpoints != 1)
    agrees = f" They agree with {evidence.checkpoints} checkpoint{plural}." * bool(against)
    removed = f" {found.removed_by_retention} older ones were removed by retention." * (found.removed_by_retention > 0)
    return Text(f"All {found.entries} entries are as they were written.{agrees}{removed}", **counts)
