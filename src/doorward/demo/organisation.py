"""What the demo's administrator sets up: roles, invitations, service accounts and webhooks."""

from typing import Final

from doorward.core import Core
from doorward.demo.people import DOMAIN
from doorward.domain.access import Actor
from doorward.domain.api_keys import KeyDraft
from doorward.domain.roles import RoleChange
from doorward.domain.users import Profile
from doorward.features.invitations.model import NewInvitation
from doorward.features.invitations.service import Invitations
from doorward.features.service_accounts.model import AccountChange
from doorward.features.service_accounts.service import ServiceAccounts
from doorward.features.webhooks.service import Webhooks

_WEEK: Final = 7 * 86_400
_ROLES: Final = {
    "support": ("Answers customers, and helps people who lost their password", "tickets:* users:read sessions:read"),
    "hr": ("Looks after the accounts of the staff", "users:read users:create users:update roles:read"),
    "auditor": ("Reads everything, changes nothing", "users:read roles:read audit:read sessions:read"),
    "editor": ("Writes and publishes articles", "articles:read articles:write articles:publish media:*"),
    "sales": ("Customers, offers and orders", "customers:* offers:* orders:read orders:write"),
    "billing": ("Invoices and payments", "invoices:* payments:read payments:refund"),
    "warehouse": ("Stock and shipping", "stock:* shipments:* orders:read"),
    "developer": ("Deploys, and reads the logs of applications", "deployments:* logs:read"),
}
_ACCOUNTS: Final = (
    ("nightly-report", "Reads orders each night and mails the figures", ["sales"], ["orders:read"]),
    ("shop-sync", "Keeps the stock of the web shop up to date", ["warehouse"], ["stock:*", "orders:read"]),
)
_WEBHOOKS: Final = (
    ("https://hooks.example.com/doorward", ["user.created", "user.updated", "user.deleted"], "Customer database"),
    ("https://chat.example.com/security", ["auth.login_failed", "role.updated"], "Channel of the security team"),
)
_INVITED: Final = (
    ("ada.lindqvist", "Ada Lindqvist", ["editor"]),
    ("hassan.osman", "حسن عثمان", ["support"]),
    ("mei.tan", "陈美", ["sales"]),
    ("oluchi.obi", "Oluchi Obi", ["developer"]),
)


async def add_roles(core: Core, admin: Actor) -> None:
    for name, (description, permissions) in _ROLES.items():
        change = RoleChange.parse(name=name, description=description, permissions=permissions.split())
        await core.roles.create(admin, change)


async def add_accounts(core: Core, admin: Actor) -> list[str]:
    """Service accounts with a key each; returns the keys."""
    accounts, keys = ServiceAccounts(core), []
    for name, description, roles, permissions in _ACCOUNTS:
        change = AccountChange.parse(name=name, description=description, roles=roles)
        account = await accounts.create(admin, change)
        draft = KeyDraft.parse(core.clock(), name="production", permissions=permissions)
        keys.append((await accounts.create_key(admin, account.user.id, draft, "en")).text)
    return keys


async def add_webhooks(core: Core, admin: Actor) -> None:
    """Disabled, so that nothing is sent."""
    webhooks = Webhooks(core)
    for url, events, description in _WEBHOOKS:
        change = webhooks.parse(url=url, events=events, description=description, enabled=False)
        await webhooks.create(admin, change)


async def invite(core: Core, admin: Actor, first: int, last: int) -> None:
    for username, name, roles in _INVITED[first:last]:
        profile = Profile.parse(email=f"{username}@{DOMAIN}", username=username, name=name, roles=roles)
        await Invitations(core).create(admin, NewInvitation(profile, _WEEK, "en"))
