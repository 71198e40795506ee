"""Says what a number of users and requests needs: processor cores, nodes, disk, memory and connections."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.capacity import commands

    commands.register(app)


FEATURE: Final = Feature(name="capacity", commands=_commands)
