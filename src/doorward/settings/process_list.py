"""Keeps a database password that was given as an argument out of the list of processes."""

import os
import sys
from typing import Final
from urllib.parse import parse_qs, urlsplit

_OPTION: Final = "--database-url"


def hide_database_password() -> None:
    """Starts the program anew, in the same process, with the URL in its environment instead of its arguments.

    Every user of the machine can read the arguments of a process while it runs, its environment only its own account.
    """
    arguments, url = _without_url(sys.orig_argv)
    if url is not None and _has_password(url):
        os.environ["DOORWARD_DATABASE_URL"] = url
        os.execv(sys.executable, [sys.executable, *arguments[1:]])  # noqa: S606  (the program itself, without a shell)


def _without_url(arguments: list[str]) -> tuple[list[str], str | None]:
    for index, argument in enumerate(arguments):
        if argument == _OPTION and index + 1 < len(arguments):
            return arguments[:index] + arguments[index + 2 :], arguments[index + 1]
        if argument.startswith(_OPTION + "="):
            return arguments[:index] + arguments[index + 1 :], argument.partition("=")[2]
    return arguments, None


def _has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.password) or not {"password", "sslpassword"}.isdisjoint(parse_qs(parts.query))
    except ValueError:
        return False  # The parser of the setting reports it.
