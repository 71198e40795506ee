"""`doorward service-accounts`: the use cases of /api/service-accounts. Their keys: `doorward api-keys`."""

from typing import Annotated, Any

import typer
from msgspec import UNSET

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Fields, Table, Text
from doorward.cli.framework.prompts import confirm
from doorward.cli.framework.user_argument import find
from doorward.domain.paging import PageRequest
from doorward.domain.user_fields import DISABLED, ENABLED
from doorward.features.service_accounts.model import AccountChange
from doorward.features.service_accounts.service import ServiceAccounts

AccountArgument = Annotated[str, typer.Argument(help="Name, or id:NUMBER.", metavar="ACCOUNT")]
Description = Annotated[str | None, typer.Option(help="What it is for.")]
Roles = Annotated[list[str] | None, typer.Option("--role", help="Role; repeat for several.")]

_COLUMNS = ("id", "name", "description", "roles", "status", "createdAt")


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Service accounts: programs with roles of their own.")
    app.add_typer(group, name="service-accounts")
    command(group, "list")(list_accounts)
    for work in (show, create, update, disable, enable, delete):
        command(group)(work)


async def list_accounts(
    context: CommandContext,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Accounts on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List service accounts."""
    async with context.core() as core:
        found = await ServiceAccounts(core).page(context.actor, PageRequest.capped(page, page_size))
    return Table(_COLUMNS, [account.document() for account in found.items], **found.summary())


async def show(context: CommandContext, account: AccountArgument) -> Fields:
    """Show one service account."""
    async with context.core() as core:
        found = await find(core, context, account)
        return Fields((await ServiceAccounts(core).read(context.actor, found.id)).document())


async def create(
    context: CommandContext,
    name: Annotated[str, typer.Argument(help="Name, unique among users and service accounts.")],
    description: Description = None,
    role: Roles = None,
) -> Fields:
    """Create a service account. `doorward api-keys create` gives it a key."""
    change = AccountChange.parse(name=name, description=description or "", roles=role or [])
    async with context.core() as core:
        return Fields((await ServiceAccounts(core).create(context.actor, change)).document())


async def update(
    context: CommandContext,
    account: AccountArgument,
    name: Annotated[str | None, typer.Option(help="New name.")] = None,
    description: Description = None,
    role: Roles = None,
    no_roles: Annotated[bool, typer.Option("--no-roles", help="Remove all roles.")] = False,
) -> Fields:
    """Update a service account. Options that are left out change nothing; --role replaces all roles."""
    return await _change(context, account, name=name, description=description, roles=[] if no_roles else role)


async def disable(context: CommandContext, account: AccountArgument) -> Fields:
    """Disable a service account: its keys are refused."""
    return await _change(context, account, status=DISABLED)


async def enable(context: CommandContext, account: AccountArgument) -> Fields:
    """Enable a disabled service account."""
    return await _change(context, account, status=ENABLED)


async def delete(
    context: CommandContext,
    account: AccountArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Delete a service account with its keys."""
    async with context.core() as core:
        found = await find(core, context, account)
        confirm(f"Delete the service account {found.username} (id {found.id}) for good?", yes)
        await ServiceAccounts(core).delete(context.actor, found.id)
    return Text(f"Deleted {found.username} (id {found.id}).", id=found.id, name=found.username)


async def _change(context: CommandContext, account: str, **given: Any) -> Fields:
    change = AccountChange.parse(**{name: UNSET if value is None else value for name, value in given.items()})
    async with context.core() as core:
        found = await find(core, context, account)
        return Fields((await ServiceAccounts(core).update(context.actor, found.id, change)).document())
