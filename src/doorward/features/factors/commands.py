"""`doorward users factors` and `doorward users reset-factors`: the use cases of /api/users/{id}/factors."""

from typing import Annotated

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table, Text
from doorward.cli.framework.prompts import confirm
from doorward.cli.framework.user_argument import UserArgument, find
from doorward.core.mail.kinds import LANGUAGES
from doorward.features.factors.service import Factors

_COLUMNS = ("id", "type", "name", "createdAt", "lastUsedAt", "remaining")


def register(app: typer.Typer) -> None:
    """Adds to the group of users, which the command line has registered before."""
    groups = {group.name: group.typer_instance for group in app.registered_groups}
    users = groups["users"]
    assert users is not None  # noqa: S101
    command(users, "factors")(list_factors)
    command(users, "reset-factors")(reset_factors)


async def list_factors(context: CommandContext, user: UserArgument) -> Table:
    """List a user's second factors."""
    async with context.core() as core:
        found = await find(core, context, user)
        listed = await Factors(core).of_user(context.actor, found.id)
    return Table(_COLUMNS, [{"remaining": None} | each.document() for each in listed], total=len(listed))


async def reset_factors(
    context: CommandContext,
    user: UserArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Skip confirmation.")] = False,
) -> Text:
    """Remove all second factors of a user who lost them. Their sessions end, and a mail tells them."""
    async with context.core() as core:
        found = await find(core, context, user)
        confirm(f"Remove all second factors of {found.username} (id {found.id})?", yes)
        removed = await Factors(core).reset(context.actor, found.id, LANGUAGES[0])
    text = f"Removed {len(removed)} of {found.username} (id {found.id})."
    return Text(text, id=found.id, username=found.username, removed=list(removed))
