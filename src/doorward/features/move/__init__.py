"""Moves everything to another database: from SQLite to PostgreSQL, and back."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.settings import section, setting
from doorward.settings.values import database_url


@section
class MoveSettings:
    move_to: str = setting(
        "",
        database_url,
        "Target of `doorward move`, where `--to` is not given: for URLs with a password.",
        secret=True,
    )


FEATURE: Final = Feature(name="move", commands=commands_of(__name__), settings=MoveSettings)
