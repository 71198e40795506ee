"""Moves everything to another database: from SQLite to PostgreSQL, and back."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature
from doorward.settings import section, setting
from doorward.settings.values import database_url

if TYPE_CHECKING:
    import typer


@section
class MoveSettings:
    move_to: str = setting(
        "",
        database_url,
        "Target of `doorward move`, where `--to` is not given: for URLs with a password.",
        secret=True,
    )


def _commands(app: "typer.Typer") -> None:
    from doorward.features.move import commands

    commands.register(app)


FEATURE: Final = Feature(name="move", commands=_commands, settings=MoveSettings)
