"""`doorward sessions`: lists and ends the sessions of users."""

from typing import Annotated

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table, Text
from doorward.cli.framework.user_argument import UserArgument, find
from doorward.domain.paging import PageRequest
from doorward.domain.times import iso

group = typer.Typer(no_args_is_help=True, help="Sessions of users.")

_COLUMNS = ("id", "createdAt", "lastUsedAt", "expiresAt", "address", "device")


@command(group, "list")
async def list_sessions(
    context: CommandContext,
    user: UserArgument,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Sessions on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List a user's sessions."""
    async with context.core() as core:
        found = await find(core, context, user)
        listed = await core.sessions.of_user(context.actor, found.id, PageRequest.capped(page, page_size))
    rows = [
        {
            "id": session.id,
            "createdAt": iso(session.created_at),
            "lastUsedAt": iso(session.last_used_at),
            "expiresAt": iso(session.expires_at),
            "address": session.address,
            "device": session.device,
        }
        for session in listed.items
    ]
    return Table(_COLUMNS, rows, total=listed.total)


@command(group)
async def end(
    context: CommandContext,
    user: UserArgument,
    session: Annotated[
        int | None, typer.Option(help="Id of one session, as doorward sessions list shows it.", min=1, max=2**63 - 1)
    ] = None,
) -> Text:
    """End all sessions of a user, or one of them. Their tokens are refused from then on."""
    async with context.core() as core:
        found = await find(core, context, user)
        await core.sessions.end_of_user(context.actor, found.id, session)
    where = "everywhere" if session is None else f"from session {session}"
    text = f"{found.username} (id {found.id}) is signed out {where}."
    return Text(text, id=found.id, username=found.username, session=session)
