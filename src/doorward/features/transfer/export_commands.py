"""`doorward export`: all users to a file, in the formats that `import` reads."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, show_beside
from doorward.cli.framework.progress import progress
from doorward.features.transfer.options import FormatName


def register(app: typer.Typer) -> None:
    command(app, "export")(export_users)


async def export_users(
    context: CommandContext,
    file: Annotated[Path, typer.Argument(help="Where they go; - for standard output.", allow_dash=True)],
    to: Annotated[
        FormatName | None, typer.Option("--to", help="The format, where the file's name does not say.")
    ] = None,
    no_hashes: Annotated[bool, typer.Option("--no-hashes", help="Leave the password hashes out.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> Fields | None:
    """Write all users to a file, in any format that import reads. It holds the password hashes: keep it safe."""
    from doorward.features.transfer.files import writing

    name = to.value if to else writing.by_suffix(file)
    if name is None:
        raise CommandFailed("Say which format with --to", Exit.USAGE)
    if str(file) == "-":
        count = await _write(context, name, sys.stdout.buffer, not no_hashes)
        show_beside({"format": name, "users": count}, context.as_json)
        return None
    if file.exists() and not force:
        raise CommandFailed(f"{file} exists; say --force to overwrite it", Exit.REFUSED)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as target:
            count = await _write(context, name, target, not no_hashes)
            target.flush()
            os.fsync(target.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return Fields({"file": str(file), "format": name, "users": count})


async def _write(context: CommandContext, name: str, target: BinaryIO, hashes: bool) -> int:
    from doorward.features.transfer.export_service import Exporting
    from doorward.features.transfer.files import formats, writing

    chosen: Any = formats.FORMATS[name]
    count = 0
    async with context.core() as core:
        exporting = Exporting(core.users)
        with writing.writer(chosen.container, target) as put, progress("Exporting", "users") as advance:
            async for row in exporting.rows(context.actor, hashes=hashes):
                put(chosen.write(row))
                count += 1
                if count % 1000 == 0:
                    advance(count, None)
        await exporting.note(context.actor, name, count, hashes=hashes)
    return count
