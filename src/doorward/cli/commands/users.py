"""`doorward users`: the use cases of /api/users, under the same rules."""

from typing import Annotated, Any

import typer
from msgspec import UNSET

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields, Table, Text
from doorward.cli.framework.prompts import confirm, read_password
from doorward.cli.framework.user_argument import UserArgument, find
from doorward.domain.paging import PageRequest
from doorward.domain.user_fields import DISABLED, ENABLED
from doorward.domain.user_query import UserFilter
from doorward.domain.users import Profile, User

group = typer.Typer(no_args_is_help=True, help="Users.")

Name = Annotated[str | None, typer.Option(help="Display name.")]
Email = Annotated[str | None, typer.Option(help="E-mail address; empty for none.")]
EmailVerified = Annotated[
    bool | None, typer.Option(help="Whether the user has proved that they read mail to the address.")
]
Phone = Annotated[str | None, typer.Option(help="Telephone number; empty for none.")]
Avatar = Annotated[str | None, typer.Option(help="Address of a picture; empty for none.")]
Metadata = Annotated[str | None, typer.Option(help="Data of your applications: a JSON object; empty for none.")]
MustChange = Annotated[
    bool | None,
    typer.Option(help="Whether the user must choose a new password before anything else."),
]
Roles = Annotated[list[str] | None, typer.Option("--role", help="Role; repeat for several.")]

_COLUMNS = ("id", "username", "name", "email", "roles", "status", "lastLoginAt")


@command(group, "list")
async def list_users(
    context: CommandContext,
    keyword: Annotated[str, typer.Option(help="Text in the username, name or e-mail address.")] = "",
    status: Annotated[int | None, typer.Option(help="0 disabled, 1 enabled.", min=0, max=1)] = None,
    role: Annotated[str, typer.Option(help="Only users with this role.")] = "",
    sort: Annotated[str, typer.Option(help="Field to sort by; - before it sorts in descending order.")] = "id",
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Users on a page, 100 at most.", min=1)] = 20,
) -> Table:
    """List users."""
    async with context.core() as core:
        wanted = UserFilter.parse(keyword, status, role, sort)
        found = await core.users.page(context.actor, wanted, PageRequest.capped(page, page_size))
    return Table(_COLUMNS, [user.document() for user in found.items], **found.summary())


@command(group)
async def show(context: CommandContext, user: UserArgument) -> Fields:
    """Show one user."""
    async with context.core() as core:
        return _shown(await find(core, context, user))


@command(group)
async def create(
    context: CommandContext,
    username: Annotated[str, typer.Argument(help="Login name.")],
    name: Name = None,
    email: Email = None,
    email_verified: EmailVerified = None,
    phone: Phone = None,
    avatar: Avatar = None,
    metadata: Metadata = None,
    role: Roles = None,
    must_change_password: MustChange = None,
    disabled: Annotated[bool, typer.Option("--disabled", help="Create the user disabled.")] = False,
) -> Fields:
    """Create a user. Prompts for the password, or reads it from standard input."""
    given = _given(name=name, email=email, phone=phone, avatar=avatar, metadata=metadata, roles=role)
    given |= _given(email_verified=email_verified, must_change_password=must_change_password)
    status = DISABLED if disabled else ENABLED
    profile = Profile.parse(username=username, password=read_password(), status=status, **given)
    async with context.core() as core:
        return _shown(await core.users.create(context.actor, profile))


@command(group)
async def update(
    context: CommandContext,
    user: UserArgument,
    username: Annotated[str | None, typer.Option(help="New login name.")] = None,
    name: Name = None,
    email: Email = None,
    email_verified: EmailVerified = None,
    phone: Phone = None,
    avatar: Avatar = None,
    metadata: Metadata = None,
    role: Roles = None,
    no_roles: Annotated[bool, typer.Option("--no-roles", help="Remove all roles.")] = False,
    must_change_password: MustChange = None,
) -> Fields:
    """Update a user. Options that are left out change nothing; --role replaces all roles."""
    if no_roles and role:
        raise CommandFailed("--no-roles removes all roles, --role sets them: pass one", Exit.USAGE)
    given: dict[str, Any] = {"username": username, "name": name, "email": email, "phone": phone, "avatar": avatar}
    given |= {"email_verified": email_verified, "metadata": metadata, "must_change_password": must_change_password}
    given["roles"] = [] if no_roles else role
    if all(value is None for value in given.values()):
        raise CommandFailed("Nothing to change; pass an option such as --email", Exit.USAGE)
    return await _change(context, user, **_given(**given))


@command(group)
async def disable(context: CommandContext, user: UserArgument) -> Fields:
    """Disable a user: they cannot sign in, and their sessions end."""
    return await _change(context, user, status=DISABLED)


@command(group)
async def enable(context: CommandContext, user: UserArgument) -> Fields:
    """Enable a disabled user."""
    return await _change(context, user, status=ENABLED)


@command(group, "set-password")
async def set_password(context: CommandContext, user: UserArgument, must_change_password: MustChange = None) -> Fields:
    """Set a user's password, and end their sessions. Prompts for it, or reads it from standard input."""
    changes = _given(must_change_password=must_change_password)
    return await _change(context, user, password=read_password("New password"), **changes)


@command(group)
async def delete(
    context: CommandContext,
    user: UserArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Delete a user."""
    async with context.core() as core:
        found = await find(core, context, user)
        confirm(f"Delete {found.username} (id {found.id}) for good?", yes)
        await core.users.delete(context.actor, found.id)
    return Text(f"Deleted {found.username} (id {found.id}).", id=found.id, username=found.username)


async def _change(context: CommandContext, user: str, **changes: Any) -> Fields:
    profile = Profile.parse(**changes)
    async with context.core() as core:
        found = await find(core, context, user)
        return _shown(await core.users.update(context.actor, found.id, profile))


def _given(**options: Any) -> dict[str, Any]:
    return {name: UNSET if value is None else value for name, value in options.items()}


def _shown(user: User) -> Fields:
    return Fields(user.document())
