"""Asking before something can't be undone."""

import sys

import typer

from doorward.cli.framework.exits import Exit, Stop


def confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise Stop("Nobody is there to be asked: say --yes", Exit.USAGE)
    if not typer.confirm(question, err=True):
        raise Stop("Nothing was done", Exit.REFUSED)
