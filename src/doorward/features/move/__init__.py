"""Moves everything to another database: from SQLite to PostgreSQL, and back."""

from dataclasses import dataclass
from typing import Final

from doorward.feature import Feature, commands_of
from doorward.settings import setting
from doorward.settings.values import database_url


@dataclass(frozen=True, kw_only=True)
class MoveSettings:
    move_to: str = setting(
        "",
        database_url,
        "Target of `doorward move`, where `--to` is not given: for URLs with a password.",
        secret=True,
    )


FEATURE: Final = Feature(name="move", commands=commands_of(__name__), settings=MoveSettings)
