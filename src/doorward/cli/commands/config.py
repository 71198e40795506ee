"""`doorward config`: the settings in force and their sources."""

from typing import Any

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table
from doorward.settings import sources

group = typer.Typer(no_args_is_help=True, help="The settings in force.")

_HIDDEN = "(hidden)"


@command(group, "show")
async def show(context: CommandContext) -> Table:
    """Show every setting with its value and the source of the value. Secrets are hidden."""
    values = list(context.settings.values())
    known = {name: field for name, field, _ in values}
    came_from = sources(known, config=context.config, **context.overrides)
    rows = [
        {
            "setting": name,
            "value": _shown(value, field.metadata["secret"]),
            "from": came_from.get(name, "default"),
        }
        for name, field, value in values
    ]
    return Table(("setting", "value", "from"), rows)


def _shown(value: Any, secret: bool) -> Any:
    if secret:
        return _HIDDEN if value else ""
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return value if value is None or isinstance(value, (bool, int)) else str(value)
