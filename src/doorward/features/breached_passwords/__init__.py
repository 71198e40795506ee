"""Commands for the list of breached passwords. The kernel looks passwords up in it (docs/decisions/0036)."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.breached_passwords import commands

    commands.register(app)


FEATURE: Final = Feature(name="breached_passwords", commands=_commands)
