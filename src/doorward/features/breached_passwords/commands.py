"""`doorward passwords`: makes the list of breached passwords, and looks a password up in it."""

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Text
from doorward.cli.framework.progress import progress
from doorward.cli.framework.prompts import read_password

group = typer.Typer(no_args_is_help=True, help="The list of breached passwords.")

_NAME: Final = "breached-passwords"


def register(app: typer.Typer) -> None:
    app.add_typer(group, name="passwords")


@command(group)
async def build(
    context: CommandContext,
    file: Annotated[
        Path,
        typer.Argument(help="Sorted SHA-1 hashes, one a line, with or without counts.", exists=True, dir_okay=False),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            help="List to write. Default: DOORWARD_BREACHED_PASSWORDS, or breached-passwords in the data folder."
        ),
    ] = None,
) -> Fields:
    """Make the list of breached passwords from the download of Have I Been Pwned, or replace it.

    Set DOORWARD_BREACHED_PASSWORDS to the list and start the service again.
    """
    from doorward.crypto.passwords import breached_build

    started = time.monotonic()
    target = output or _list(context)
    _check_replaceable(target)
    try:
        with progress("Counting", "bytes") as advance:
            lines = breached_build.count_lines(file, advance)
        with progress("Building", "hashes") as advance:
            header = breached_build.build(file, target, lines, advance)
    except breached_build.BadList as error:
        raise CommandFailed(str(error)) from None
    return Fields(
        {
            "file": str(target),
            "passwords": header.entries,
            "bytes": header.length,
            "seconds": round(time.monotonic() - started, 1),
        }
    )


@command(group)
async def check(context: CommandContext) -> Text:
    """Tell whether a password is in the list. Prompts for it, or reads it from standard input."""
    from doorward.crypto.passwords.breached import BreachedPasswords

    breached = BreachedPasswords(_list(context))
    breached.open()
    try:
        listed = breached.contains(read_password(twice=False))
    finally:
        breached.close()
    if listed:
        return Text("The password is known from data breaches.", Exit.FINDINGS, listed=True)
    return Text("The password is not in the list.", listed=False)


def _list(context: CommandContext) -> Path:
    return context.settings.breached_passwords or context.settings.data_dir / _NAME


def _check_replaceable(target: Path) -> None:
    """A former list is replaced. Any other file is not: its name may be a slip."""
    from doorward.crypto.passwords.breached import is_list

    if target.exists() and not is_list(target):
        raise CommandFailed(f"{target} exists and is no list of breached passwords; remove it first", Exit.REFUSED)
