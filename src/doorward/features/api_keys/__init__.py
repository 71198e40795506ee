"""API keys of people, and what administrators and operators do with them."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature
from doorward.features.api_keys import endpoints, mails

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.api_keys import commands

    commands.register(app)


FEATURE: Final = Feature(name="api_keys", routes=endpoints.ROUTES, commands=_commands, mails=mails.MAILS)
