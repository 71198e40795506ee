"""`doorward roles`: what /api/roles does, by the same rules."""

from typing import Annotated, Any

import msgspec
import typer
from msgspec import UNSET

from doorward.cli.framework.confirm import confirm
from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Fields, Table, Text
from doorward.domain.roles import RoleChange, RoleUsage

group = typer.Typer(no_args_is_help=True, help="Roles and the permissions they give.")

Which = Annotated[str, typer.Argument(help="A role's name.", metavar="ROLE")]
Description = Annotated[str | None, typer.Option(help="What the role is for.")]
Permissions = Annotated[
    list[str] | None, typer.Option("--permission", help="resource:action, resource:* or *; repeat it for several.")
]

_COLUMNS = ("id", "name", "description", "permissions", "userCount", "builtIn")


@command(group, "list")
async def list_roles(
    context: CommandContext,
    keyword: Annotated[str, typer.Option(help="Text in name or description.")] = "",
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Roles on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List roles."""
    from doorward.api.schemas.roles import RoleListParams, RolePage

    query = RoleListParams(page, page_size, keyword)
    async with context.core() as core:
        found = RolePage.of(await core.roles.page(context.actor, query.filter(), query.request()))
    document = msgspec.to_builtins(found)
    return Table(_COLUMNS, document.pop("list"), **document)


@command(group)
async def show(context: CommandContext, role: Which) -> Fields:
    """Show one role."""
    async with context.core() as core:
        return _shown(await core.roles.find(context.actor, role))


@command(group)
async def permissions(context: CommandContext) -> Table:
    """List every permission that the service asks for or a role gives, and the roles that give it."""
    async with context.core() as core:
        found = await core.roles.permissions(context.actor)
    rows = [{"name": it.name, "description": it.description, "roles": list(it.roles)} for it in found]
    return Table(("name", "description", "roles"), rows)


@command(group)
async def create(
    context: CommandContext,
    name: Annotated[str, typer.Argument(help="Its name.")],
    description: Description = None,
    permission: Permissions = None,
) -> Fields:
    """Create a role."""
    change = RoleChange.parse(name=name, description=description or "", permissions=permission or [])
    async with context.core() as core:
        return _shown(await core.roles.create(context.actor, change))


@command(group)
async def update(
    context: CommandContext,
    role: Which,
    name: Annotated[str | None, typer.Option(help="New name.")] = None,
    description: Description = None,
    permission: Permissions = None,
    no_permissions: Annotated[bool, typer.Option("--no-permissions", help="Take all permissions.")] = False,
) -> Fields:
    """Change a role. What is not named stays; given permissions replace those there are."""
    given: dict[str, Any] = {
        "name": name,
        "description": description,
        "permissions": [] if no_permissions else permission,
    }
    change = RoleChange.parse(**{field: UNSET if value is None else value for field, value in given.items()})
    async with context.core() as core:
        found = await core.roles.find(context.actor, role)
        return _shown(await core.roles.update(context.actor, found.record.id, change))


@command(group)
async def delete(
    context: CommandContext,
    role: Which,
    force: Annotated[bool, typer.Option("--force", help="Take it from the users who have it.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Delete a role."""
    async with context.core() as core:
        found = await core.roles.find(context.actor, role)
        confirm(f"Delete the role {found.record.name}?", yes)
        await core.roles.delete(context.actor, found.record.id, force=force)
    return Text(f"Deleted the role {found.record.name}.", id=found.record.id, name=found.record.name)


def _shown(role: RoleUsage) -> Fields:
    from doorward.api.schemas.roles import RoleData

    return Fields(msgspec.to_builtins(RoleData.of(role)))
