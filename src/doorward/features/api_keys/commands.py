"""`doorward api-keys`: keys of people and of service accounts."""

from typing import Annotated

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Fields, Table, Text
from doorward.cli.framework.prompts import confirm
from doorward.cli.framework.user_argument import find
from doorward.core.mail.kinds import LANGUAGES
from doorward.domain.api_keys import KeyDraft
from doorward.features.api_keys.service import UserKeys

OwnerArgument = Annotated[
    str, typer.Argument(help="Username or name of a service account, or id:NUMBER.", metavar="OWNER")
]
_COLUMNS = ("id", "name", "hint", "permissions", "networks", "createdAt", "expiresAt", "lastUsedAt", "lastAddress")


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="API keys of people and service accounts.")
    app.add_typer(group, name="api-keys")
    command(group, "list")(list_keys)
    command(group)(create)
    command(group)(revoke)


async def list_keys(context: CommandContext, owner: OwnerArgument) -> Table:
    """List the API keys of a user or a service account."""
    async with context.core() as core:
        found = await find(core, context, owner)
        listed = await UserKeys(core).list_any(context.actor, found.id)
        rows = [key.document(core.clock()) for key in listed]
    return Table(_COLUMNS, rows, total=len(rows))


async def create(
    context: CommandContext,
    owner: OwnerArgument,
    name: Annotated[str, typer.Option(help="What the key is for.")],
    expires: Annotated[str | None, typer.Option(help="Time or day, such as 2030-01-31. Default: never.")] = None,
    permission: Annotated[
        list[str] | None, typer.Option("--permission", help="What it may do; repeat. Default: all of the owner.")
    ] = None,
    network: Annotated[
        list[str] | None, typer.Option("--network", help="Network that it works from; repeat. Default: all.")
    ] = None,
) -> Fields:
    """Create an API key and print it, this once.

    A key of a user proves nothing but the password: roles that ask for a stronger sign-in give it no rights.
    """
    async with context.core() as core:
        found = await find(core, context, owner)
        draft = KeyDraft.parse(core.clock(), name=name, expires_at=expires, permissions=permission, networks=network)
        created = await UserKeys(core).mint(context.actor, found.id, draft, LANGUAGES[0])
        return Fields(created.key.document(core.clock()) | {"token": created.text})


async def revoke(
    context: CommandContext,
    owner: OwnerArgument,
    key: Annotated[int, typer.Argument(help="Id of the key.", min=1, max=2**53)],
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Delete an API key. It is refused from the next request on."""
    async with context.core() as core:
        found = await find(core, context, owner)
        confirm(f"Delete the API key {key} of {found.username} (id {found.id})?", yes)
        await UserKeys(core).revoke_any(context.actor, found.id, key)
    return Text(f"Deleted the API key {key} of {found.username}.", id=key, owner=found.username)
