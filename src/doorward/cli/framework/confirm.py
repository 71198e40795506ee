"""Confirmation before a destructive command."""

import sys

import typer

from doorward.cli.framework.exits import CommandFailed, Exit


def confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandFailed("Cannot ask for confirmation without a terminal; pass --yes", Exit.USAGE)
    if not typer.confirm(question, err=True):
        raise CommandFailed("Cancelled; nothing was changed", Exit.REFUSED)
