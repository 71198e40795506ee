"""`doorward roles`: the use cases of /api/roles, under the same rules."""

from typing import Annotated, Any

import typer
from msgspec import UNSET

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Table, Text
from doorward.cli.framework.prompts import confirm
from doorward.domain.paging import PageRequest
from doorward.domain.roles import RoleChange, RoleFilter, RoleUsage
from doorward.domain.sign_in.strength import STRENGTHS
from doorward.errors import RoleStillInUse

group = typer.Typer(no_args_is_help=True, help="Roles and their permissions.")

RoleArgument = Annotated[str, typer.Argument(help="Name of a role.", metavar="ROLE")]
Description = Annotated[str | None, typer.Option(help="What the role is for.")]
Permissions = Annotated[
    list[str] | None, typer.Option("--permission", help="resource:action, resource:* or *; repeat for several.")
]
RequiredStrength = Annotated[
    str | None,
    typer.Option(help="How strong a sign-in must be for the role: password, twoFactors or phishingResistant."),
]

_COLUMNS = ("id", "name", "description", "permissions", "userCount", "builtIn")


@command(group, "list")
async def list_roles(
    context: CommandContext,
    keyword: Annotated[str, typer.Option(help="Text in the name or description.")] = "",
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Roles on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List roles."""
    request = PageRequest.capped(page, page_size)
    async with context.core() as core:
        found = await core.roles.page(context.actor, RoleFilter.parse(keyword), request)
    return Table(_COLUMNS, [role.document() for role in found.items], **found.summary())


@command(group)
async def show(context: CommandContext, role: RoleArgument) -> Fields:
    """Show one role."""
    async with context.core() as core:
        return _shown(await core.roles.find(context.actor, role))


@command(group)
async def permissions(context: CommandContext) -> Table:
    """List all permissions that the service checks or a role grants, and the roles that grant them."""
    async with context.core() as core:
        found = await core.roles.permissions(context.actor)
    rows = [{"name": it.name, "description": it.description, "roles": list(it.roles)} for it in found]
    return Table(("name", "description", "roles"), rows)


@command(group)
async def create(
    context: CommandContext,
    name: Annotated[str, typer.Argument(help="Name.")],
    description: Description = None,
    permission: Permissions = None,
    required_strength: RequiredStrength = None,
) -> Fields:
    """Create a role."""
    change = RoleChange.parse(
        name=name,
        description=description or "",
        permissions=permission or [],
        required_strength=required_strength or STRENGTHS[0],
    )
    async with context.core() as core:
        return _shown(await core.roles.create(context.actor, change))


@command(group)
async def update(
    context: CommandContext,
    role: RoleArgument,
    name: Annotated[str | None, typer.Option(help="New name.")] = None,
    description: Description = None,
    permission: Permissions = None,
    no_permissions: Annotated[bool, typer.Option("--no-permissions", help="Remove all permissions.")] = False,
    required_strength: RequiredStrength = None,
) -> Fields:
    """Update a role. Options that are left out change nothing; --permission replaces all permissions."""
    if no_permissions and permission:
        raise CommandFailed("--no-permissions removes all permissions, --permission sets them: pass one", Exit.USAGE)
    given: dict[str, Any] = {
        "name": name,
        "description": description,
        "permissions": [] if no_permissions else permission,
        "required_strength": required_strength,
    }
    if all(value is None for value in given.values()):
        raise CommandFailed("Nothing to change; pass an option such as --description", Exit.USAGE)
    change = RoleChange.parse(**{field: UNSET if value is None else value for field, value in given.items()})
    async with context.core() as core:
        found = await core.roles.find(context.actor, role)
        return _shown(await core.roles.update(context.actor, found.record.id, change))


@command(group)
async def delete(
    context: CommandContext,
    role: RoleArgument,
    force: Annotated[bool, typer.Option("--force", help="Also remove the role from its users.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Delete a role."""
    async with context.core() as core:
        found = await core.roles.find(context.actor, role)
        confirm(f"Delete the role {found.record.name}?", yes)
        try:
            await core.roles.delete(context.actor, found.record.id, force=force)
        except RoleStillInUse as fault:
            message = f"{fault.data['users']:,} users have this role; pass --force to remove it from them"
            raise CommandFailed(message, Exit.REFUSED, fault.data) from None
        await core.roles.finish_deletions()  # Here, because no service may be running.
    return Text(f"Deleted the role {found.record.name}.", id=found.record.id, name=found.record.name)


def _shown(role: RoleUsage) -> Fields:
    return Fields(role.document())
