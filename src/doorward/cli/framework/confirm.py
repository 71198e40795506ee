"""Asking before something can't be undone."""

import sys

import typer

from doorward.cli.framework.exits import CommandFailed, Exit


def confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandFailed("Nobody is there to be asked: say --yes", Exit.USAGE)
    if not typer.confirm(question, err=True):
        raise CommandFailed("Nothing was done", Exit.REFUSED)
