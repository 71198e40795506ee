"""`doorward import` and `doorward export`. They import what they need when they run: other commands start faster."""

import asyncio
import enum
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Table, show_beside
from doorward.cli.framework.progress import progress, work_progress
from doorward.core import Core
from doorward.domain.times import iso
from doorward.drafts import replacing
from doorward.errors import DatabaseUnavailable

_SHOWN = ("row", "outcome", "username", "reason")


FormatName = enum.StrEnum(
    "FormatName", "csv jsonl excel keycloak auth0 firebase django authentik supabase pocketbase ruoyi"
)


class ExistingUsers(enum.StrEnum):
    refuse = "refuse"
    skip = "skip"
    update = "update"


class ExistingRoles(enum.StrEnum):
    MERGE = "merge"
    REPLACE = "replace"


def register(app: typer.Typer) -> None:
    command(app, "import")(import_users)
    command(app, "export")(export_users)


async def import_users(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="File of users.", exists=True, dir_okay=False)],
    from_: Annotated[FormatName | None, typer.Option("--from", help="Format, if it is not recognised.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the outcome of each row without writing anything.")
    ] = False,
    existing: Annotated[
        ExistingUsers, typer.Option(help="What to do with rows whose username exists.")
    ] = ExistingUsers.refuse,
    role: Annotated[
        list[str] | None,
        typer.Option("--role", help="theirs=ours: map a role to one of this service; repeat."),
    ] = None,
    roles: Annotated[
        ExistingRoles,
        typer.Option(help="With --existing update: add the roles of the file, or also remove all others."),
    ] = ExistingRoles.MERGE,
    keep_ids: Annotated[
        bool, typer.Option("--keep-ids", help="Give new users the ids of the file; rows whose id is taken are refused.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(help="File for refused rows. Default: FILE.refused.csv or FILE.refused.jsonl."),
    ] = None,
    firebase_hash_config: Annotated[
        Path | None, typer.Option(help="Firebase: a JSON file with the project's password hash parameters.")
    ] = None,
) -> Fields | Table:
    """Import users from CSV, JSON Lines, Excel, or the export of another system.

    To continue an interrupted import, run the same command again. Refused rows are written to a file: fix them there,
    and import that file.
    """
    from doorward.features.transfer.files import formats, import_run
    from doorward.features.transfer.files.encodings import as_utf8
    from doorward.features.transfer.files.losses import Losses
    from doorward.features.transfer.files.proposals import Reading
    from doorward.features.transfer.files.rows import Unreadable
    from doorward.features.transfer.service import Importing, ImportRunning

    options, mapping = _json(firebase_hash_config), _mapping(role or [])
    try:
        with as_utf8(file) as readable:
            name, rows = formats.open_rows(readable, from_.value if from_ else None, file.suffix)
            choices = (name, existing.value, mapping, options, roles.value, keep_ids)
            mark = import_run.fingerprint(file, *choices)
            async with context.core() as core:
                losses = Losses(name, mapping)
                reading = Reading(formats.FORMATS[name], options, mapping, core.clock(), losses, keep_ids)
                rows = reading.users(rows)
                importing = Importing(core.users, core.keys, existing.value, roles.value, keep_ids)
                largest = import_run.LARGEST_BATCH["sqlite" if context.settings.sqlite_path else "postgres"]
                job = import_run.Job(context.actor, importing, reading, file, mark, largest)
                if dry_run:
                    return await _rehearse(job, rows, name)
                many = import_run.estimate(file)
                report = _checked_report(context, report or _beside(file, name), file)
                async with importing.one_at_a_time(), _indexing_after(context, core, many):
                    return await _run(job, rows, name, report, many)
    except Unreadable as error:
        raise CommandFailed(str(error)) from None
    except ImportRunning as error:
        raise CommandFailed(_other_import(error.running), Exit.REFUSED) from None


def _other_import(running: Any) -> str:
    if running is None:
        return "Another import is running; run this command again when it has ended"
    return (
        f"An import of {running.source} is running since {iso(running.started_at)}, {running.position:,} rows are done;"
        " run this command again when it has ended"
    )


@asynccontextmanager
async def _indexing_after(context: CommandContext, core: Core, many: int) -> AsyncIterator[None]:
    """Postpones the search indexes, if there are many rows and it pays, and fills them at the end."""
    from doorward.features.transfer.files.import_run import MANY

    try:
        postponed = many >= MANY and await core.users.directory.postpone(many)
    except DatabaseUnavailable:
        # It only saves time. If the database is away, the import will fail by itself.
        postponed = False
    yield
    if postponed:
        with work_progress("Indexing", context.as_json) as indexing:
            # Nothing else runs in this process, so there is no need to pause between batches.
            await core.users.directory.fill(indexing, pause=0)


async def _rehearse(job: Any, rows: Any, name: str) -> Fields | Table:
    from doorward.features.transfer.files import import_run

    found = []
    counts = dict.fromkeys(("created", "changed", "unchanged", "refused"), 0)
    number = 0
    async for proposal, verdict in import_run.rehearse(job, rows):
        number += 1
        counts[verdict.outcome] += 1
        told = verdict.reason or (f"without {verdict.left_out}" if verdict.left_out else "")
        values = (number, verdict.outcome, proposal.row.get("username"), told)
        found.append(dict(zip(_SHOWN, values, strict=True)))
    _check_any(job, name, number)
    summary = ", ".join(f"{count:,} {outcome}" for outcome, count in counts.items())
    code = Exit.FINDINGS if counts["refused"] else Exit.DONE
    lines = [f"Would be: {summary}.", *job.reading.losses.lines()]
    return Table(_SHOWN, found, code, caption="\n".join(lines), total=number, **counts, **_left_behind(job))


def _check_any(job: Any, name: str, count: int) -> None:
    """A dump of other tables has no users; a table may have a header alone."""
    if not count and name != "csv":
        raise CommandFailed(f"{job.source} holds no users in the format {name}")


def _left_behind(job: Any) -> dict[str, Any]:
    losses = job.reading.losses
    return {"notImported": losses.document(), "unusedMappings": losses.unused_mappings()}


async def _run(job: Any, rows: Any, name: str, report_path: Path, many: int) -> Fields:
    from doorward.features.transfer.files import import_run
    from doorward.features.transfer.files.report import Report, ReportFailed

    started = time.monotonic()
    report = Report(report_path)
    with progress("Importing", "users") as advance:
        try:
            reached = await import_run.run(job, rows, report, lambda it: advance(it.position, max(many, it.position)))
        except asyncio.CancelledError:
            raise CommandFailed("Stopped; run the same command again to continue") from None
        except ReportFailed as error:
            message = f"The report of refused rows can't be written ({error}); run the same command again to continue"
            raise CommandFailed(message) from None
        except DatabaseUnavailable as error:
            reason = f" ({error.__cause__})" if error.__cause__ else ""
            message = f"The connection to the database was lost{reason}; run the same command again to continue"
            raise CommandFailed(message) from None
        finally:
            report.close()
    _check_any(job, name, reached.position)
    counts = {field: getattr(reached, field) for field in ("created", "changed", "unchanged", "refused")}
    document: dict[str, Any] = {"format": name, "rows": reached.position, **counts}
    document["seconds"] = round(time.monotonic() - started, 1)
    if reached.report_bytes:  # Refused rows, or users without some of their second factors.
        document["report"] = str(report_path)
    code = Exit.FINDINGS if reached.report_bytes else Exit.DONE
    result = Fields(document, code, text="\n".join(job.reading.losses.lines()))
    result.document = document | _left_behind(job)
    return result


def _beside(file: Path, name: str) -> Path:
    return file.with_name(f"{file.name}.refused.{'csv' if name in ('csv', 'excel', 'ruoyi') else 'jsonl'}")


def _checked_report(context: CommandContext, report: Path, file: Path) -> Path:
    """Refuses to write the report over anything but a former report: its name may be a slip."""
    from doorward.features.transfer.files.report import is_report

    context.check_not_own(report)
    if report.exists() and report.samefile(file):
        raise CommandFailed(f"{report} is the file to import; name another for the refused rows", Exit.REFUSED)
    if report.is_file() and not is_report(report):
        raise CommandFailed(f"{report} exists and is no report of an import; name another file", Exit.REFUSED)
    return report


def _mapping(pairs: list[str]) -> dict[str, str]:
    parts = [pair.partition("=") for pair in pairs]
    if not all(equals and theirs and ours for theirs, equals, ours in parts):
        raise CommandFailed("--role takes theirs=ours, such as --role realm-admin=admin", Exit.USAGE)
    return {theirs: ours for theirs, _, ours in parts}


def _json(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        found: dict[str, Any] = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise CommandFailed(f"{path} is not a JSON object: {error}") from None
    return found


async def export_users(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="File to write; - for standard output.", allow_dash=True)],
    to: Annotated[FormatName | None, typer.Option("--to", help="Format, if the file name does not tell it.")] = None,
    no_hashes: Annotated[bool, typer.Option("--no-hashes", help="Leave out password hashes.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> Fields | None:
    """Write all users to a file, in any format that import reads. The file holds password hashes: keep it safe."""
    from doorward.features.transfer.files import writing

    name = to.value if to else writing.by_suffix(file)
    if name is None:
        raise CommandFailed("Cannot tell the format from the file name; pass --to", Exit.USAGE)
    if str(file) == "-":
        count = await _write(context, name, sys.stdout.buffer, not no_hashes)
        show_beside({"format": name, "users": count}, context.as_json)
        return None
    context.check_output(file, force=force)
    with replacing(file) as draft, draft.open("w+b") as target:
        count = await _write(context, name, target, not no_hashes)
    return Fields({"file": str(file), "format": name, "users": count})


async def _write(context: CommandContext, name: str, target: BinaryIO, hashes: bool) -> int:
    from doorward.features.transfer.export import Exporting
    from doorward.features.transfer.files import formats, writing

    chosen: Any = formats.FORMATS[name]
    count = 0
    async with context.core() as core:
        exporting = Exporting(core.users)
        try:
            with writing.writer(chosen.container, target) as put, progress("Exporting", "users") as advance:
                async for row in exporting.rows(context.actor, hashes=hashes):
                    put(chosen.write(row))
                    count += 1
                    if count % 1000 == 0:
                        advance(count, None)
        finally:
            # Also when the reader of a pipe has closed it: what it has read are hashes.
            await exporting.record(context.actor, name, count, hashes=hashes)
    return count
