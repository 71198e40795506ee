"""Confirmations, and passwords and tokens from a prompt or standard input: arguments are visible in process lists."""

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


def read_password(prompt: str = "Password", *, twice: bool = True) -> str:
    """Asks on a terminal, twice for a new password, and reads one line from a pipe."""
    if sys.stdin.isatty():
        return str(typer.prompt(prompt, hide_input=True, confirmation_prompt=twice, err=True))
    return _line("a password")


def read_token() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Token", hide_input=True, err=True)).strip()
    return _line("a token").strip()


def _line(what: str) -> str:
    line = sys.stdin.readline().rstrip("\r\n")
    if not line:
        raise CommandFailed(f"Standard input must hold {what} in its first line", Exit.USAGE)
    return line
