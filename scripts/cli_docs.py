"""Generates the tables of docs/cli.md from the commands of the command line."""

from typing import Any

import typer

from doorward.cli.framework.exits import Exit
from doorward.cli.root import app

_SHARED = {"--help", "--config", "--database-url", "--json"}


def exit_codes() -> str:
    lines = ["| exit code | meaning |", "| --- | --- |", *(f"| {int(code)} | {code.meaning} |" for code in Exit)]
    return "\n".join(lines)


def commands() -> str:
    return "\n\n".join(_section(name, found) for name, found in _leaves(typer.main.get_command(app), ()))


def _leaves(group: Any, path: tuple[str, ...]) -> list[tuple[str, Any]]:
    found = []
    for name, found_command in group.commands.items():
        here = (*path, name)
        if hasattr(found_command, "commands"):
            found += _leaves(found_command, here)
        else:
            found.append((" ".join(here), found_command))
    return found


def _section(name: str, found: Any) -> str:
    context = typer.Context(found, info_name=f"doorward {name}")
    usage = " ".join(" ".join(found.collect_usage_pieces(context)).split())
    rows = [row for row in map(_row, found.params) if row]
    table = "\n".join(["", "| option | meaning |", "| --- | --- |", *rows]) if rows else ""
    help_text = "\n\n".join(" ".join(part.split()) for part in (found.help or "").split("\n\n"))
    return f"### doorward {name}\n\n`doorward {name} {usage}`\n\n{help_text}\n{table}".rstrip()


def _row(parameter: Any) -> str | None:
    if set(parameter.opts) & _SHARED:
        return None
    names = [*parameter.opts, *parameter.secondary_opts]
    label = ", ".join(names) if names[0].startswith("-") else parameter.name.upper()
    text = " ".join([parameter.help or "", *_choices(parameter), *_default(parameter)])
    return f"| `{label}` | {text.strip()} |".replace(" | |", " |")


def _choices(parameter: Any) -> list[str]:
    values = [getattr(choice, "value", choice) for choice in getattr(parameter.type, "choices", ())]
    names = [f"`{value}`" for value in values]
    return [f"One of {', '.join(names)}."] if names else []


def _default(parameter: Any) -> list[str]:
    default = getattr(parameter.default, "value", parameter.default)
    return [f"Default: `{default}`."] if isinstance(default, (str, int)) and default not in ("", False) else []
