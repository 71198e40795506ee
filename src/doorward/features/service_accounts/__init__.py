"""Service accounts: programs with roles of their own, which authenticate by API keys."""

from typing import Final

from doorward.feature import Feature, commands_of
from doorward.features.service_accounts import endpoints

FEATURE: Final = Feature(
    name="service_accounts",
    routes=endpoints.ROUTES,
    commands=commands_of(__name__),
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
