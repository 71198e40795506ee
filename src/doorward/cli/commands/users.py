"""`doorward users`: what /api/users does, by the same rules."""

from typing import Annotated, Any

import msgspec
import typer
from msgspec import UNSET

from doorward.cli.framework.confirm import confirm
from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Fields, Table, Text
from doorward.cli.framework.prompts import read_password
from doorward.core import Core
from doorward.domain.users import DISABLED, ENABLED, Profile, User

group = typer.Typer(no_args_is_help=True, help="Users.")

Who = Annotated[str, typer.Argument(help="A username, or id: and a number.", metavar="USER")]
Name = Annotated[str | None, typer.Option(help="Display name.")]
Email = Annotated[str | None, typer.Option(help="E-mail address; empty for none.")]
Phone = Annotated[str | None, typer.Option(help="Telephone number; empty for none.")]
Avatar = Annotated[str | None, typer.Option(help="Address of a picture; empty for none.")]
Roles = Annotated[list[str] | None, typer.Option("--role", help="A role; repeat it for several.")]

_COLUMNS = ("id", "username", "name", "email", "roles", "status", "lastLoginAt")


@command(group, "list")
async def list_users(
    context: CommandContext,
    keyword: Annotated[str, typer.Option(help="Text in username, name or e-mail address.")] = "",
    status: Annotated[int | None, typer.Option(help="0 disabled, 1 enabled.", min=0, max=1)] = None,
    role: Annotated[str, typer.Option(help="Only users with this role.")] = "",
    sort: Annotated[str, typer.Option(help="A field, descending after a -.")] = "id",
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Users on a page, 100 at most.", min=1)] = 20,
) -> Table:
    """List users."""
    from doorward.api.schemas.users import UserListParams, UserPage

    query: Any = UserListParams(page, page_size, keyword, status, role, sort)  # type: ignore[arg-type]  # 0 or 1
    async with context.core() as core:
        found = UserPage.of(await core.users.page(context.actor, query.filter(), query.request()))
    document = msgspec.to_builtins(found)
    return Table(_COLUMNS, document.pop("list"), **document)


@command(group)
async def show(context: CommandContext, user: Who) -> Fields:
    """Show one user."""
    async with context.core() as core:
        return _shown(await find(core, context, user))


@command(group)
async def create(
    context: CommandContext,
    username: Annotated[str, typer.Argument(help="Login name.")],
    name: Name = None,
    email: Email = None,
    phone: Phone = None,
    avatar: Avatar = None,
    role: Roles = None,
    disabled: Annotated[bool, typer.Option("--disabled", help="The user can't sign in yet.")] = False,
) -> Fields:
    """Create a user. The password is asked for, or read from standard input."""
    given = _given(name=name, email=email, phone=phone, avatar=avatar, roles=role)
    status = DISABLED if disabled else ENABLED
    profile = Profile.parse(username=username, password=read_password(), status=status, **given)
    async with context.core() as core:
        return _shown(await core.users.create(context.actor, profile))


@command(group)
async def update(
    context: CommandContext,
    user: Who,
    username: Annotated[str | None, typer.Option(help="New login name.")] = None,
    name: Name = None,
    email: Email = None,
    phone: Phone = None,
    avatar: Avatar = None,
    role: Roles = None,
    no_roles: Annotated[bool, typer.Option("--no-roles", help="Take all roles.")] = False,
) -> Fields:
    """Change a user. What is not named stays; given roles replace those there are."""
    roles = [] if no_roles else role
    return await _change(
        context, user, **_given(username=username, name=name, email=email, phone=phone, avatar=avatar, roles=roles)
    )


@command(group)
async def disable(context: CommandContext, user: Who) -> Fields:
    """Keep a user from signing in, and end their sessions."""
    return await _change(context, user, status=DISABLED)


@command(group)
async def enable(context: CommandContext, user: Who) -> Fields:
    """Let a disabled user sign in again."""
    return await _change(context, user, status=ENABLED)


@command(group, "set-password")
async def set_password(context: CommandContext, user: Who) -> Fields:
    """Give a user another password, and end their sessions. It is asked for, or read from standard input."""
    return await _change(context, user, password=read_password("New password"))


@command(group)
async def delete(
    context: CommandContext,
    user: Who,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask whether I mean it.")] = False,
) -> Text:
    """Delete a user for good."""
    async with context.core() as core:
        found = await find(core, context, user)
        confirm(f"Delete {found.username} (id {found.id}) for good?", yes)
        await core.users.delete(context.actor, found.id)
    return Text(f"Deleted {found.username} (id {found.id}).", id=found.id, username=found.username)


async def find(core: Core, context: CommandContext, user: str) -> User:
    """By username, or by id where no username looks like one."""
    prefix, _, number = user.partition(":")
    if prefix == "id" and number.isascii() and number.isdigit():
        return await core.users.read(context.actor, int(number))
    return await core.users.find(context.actor, user)


async def _change(context: CommandContext, user: str, **changes: Any) -> Fields:
    profile = Profile.parse(**changes)
    async with context.core() as core:
        found = await find(core, context, user)
        return _shown(await core.users.update(context.actor, found.id, profile))


def _given(**options: Any) -> dict[str, Any]:
    return {name: UNSET if value is None else value for name, value in options.items()}


def _shown(user: User) -> Fields:
    from doorward.api.schemas.users import UserData

    return Fields(msgspec.to_builtins(UserData.of(user)))
