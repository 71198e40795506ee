"""`doorward config`: the settings in force and their sources."""

from typing import Any

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table

group = typer.Typer(no_args_is_help=True, help="The settings in force.")

_HIDDEN = "(hidden)"


@command(group, "show")
async def show(context: CommandContext) -> Table:
    """Show every setting with its value and the source of the value. Secrets are hidden."""
    settings = context.settings
    rows = [
        {
            "setting": name,
            "value": _shown(value, field.metadata["secret"]),
            "from": settings.sources.get(name, "default"),
        }
        for name, field, value in settings.values()
    ]
    return Table(("setting", "value", "from"), rows)


def _shown(value: Any, secret: bool) -> Any:
    if secret:
        return _HIDDEN if value else ""
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return value if value is None or isinstance(value, (bool, int)) else str(value)
