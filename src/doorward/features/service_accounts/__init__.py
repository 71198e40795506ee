"""Service accounts: programs with roles of their own, which authenticate by API keys."""

from typing import TYPE_CHECKING, Final

from doorward.feature import Feature
from doorward.features.service_accounts import endpoints

if TYPE_CHECKING:
    import typer


def _commands(app: "typer.Typer") -> None:
    from doorward.features.service_accounts import commands

    commands.register(app)


FEATURE: Final = Feature(
    name="service_accounts",
    routes=endpoints.ROUTES,
    commands=_commands,
    permissions={
        "services:read": "List and read service accounts and their API keys",
        "services:create": "Create service accounts",
        "services:update": "Update service accounts, create and delete their API keys",
        "services:delete": "Delete service accounts",
    },
    audit_actions={
        "service_account.created": "Service account created",
        "service_account.updated": "Service account updated",
        "service_account.deleted": "Service account deleted, with its API keys",
    },
)
