"""`doorward config`: the settings in force and their sources."""

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table
from doorward.settings import shown

group = typer.Typer(no_args_is_help=True, help="The settings in force.")


@command(group, "show")
async def show(context: CommandContext) -> Table:
    """Show every setting with its value and the source of the value. Secrets are hidden."""
    settings = context.settings
    rows = [
        {"setting": name, "value": shown(field, value), "from": settings.sources.get(name, "default")}
        for name, field, value in settings.values()
    ]
    return Table(("setting", "value", "from"), rows)
