"""Keeps a database password that was given as an argument out of the list of processes."""

import os
import sys
from typing import Final
from urllib.parse import parse_qs, urlsplit

# The option that names a database, and the variable that stands for it.
_OPTIONS: Final = {"--database-url": "DOORWARD_DATABASE_URL", "--to": "DOORWARD_MOVE_TO"}


def hide_database_password() -> None:
    """Starts the program anew, in the same process, with the URL in its environment instead of its arguments.

    Every user of the machine can read the arguments of a process while it runs, its environment only its own account.
    """
    arguments, found = sys.orig_argv, dict[str, str]()
    for option, variable in _OPTIONS.items():
        kept, urls = _without_urls(arguments, option)
        if any(map(_has_password, urls)):
            arguments, found[variable] = kept, urls[-1]  # Of several, the last counts.
    if found:
        os.environ.update(found)
        os.execv(sys.executable, [sys.executable, *arguments[1:]])  # noqa: S606  (the program itself, without a shell)


def _without_urls(arguments: list[str], option: str) -> tuple[list[str], list[str]]:
    kept, urls, given = list[str](), list[str](), iter(arguments)
    for argument in given:
        if argument == option:
            urls += [next(given, "")]
        elif argument.startswith(option + "="):
            urls += [argument.partition("=")[2]]
        else:
            kept.append(argument)
    return kept, urls


def _has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.password) or not {"password", "sslpassword"}.isdisjoint(parse_qs(parts.query))
    except ValueError:
        return False  # The parser of the setting reports it.
