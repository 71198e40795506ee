"""`doorward sessions`: where users are signed in, and ending that."""

from typing import Annotated

import typer

from doorward.cli.commands.users import Who, find
from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Table, Text

group = typer.Typer(no_args_is_help=True, help="Sessions of users.")

_COLUMNS = ("id", "createdAt", "lastUsedAt", "expiresAt", "address", "device")


@command(group, "list")
async def list_sessions(
    context: CommandContext,
    user: Who,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Sessions on a page, 100 at most.", min=1)] = 100,
) -> Table:
    """List where a user is signed in."""
    from doorward.api.schemas.users import iso
    from doorward.domain.paging import MAX_PAGE_SIZE, PageRequest

    async with context.core() as core:
        found = await find(core, context, user)
        request = PageRequest(page, min(page_size, MAX_PAGE_SIZE))
        listed = await core.sessions.of_user(context.actor, found.id, request)
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
    user: Who,
    session: Annotated[
        int | None, typer.Option(help="Only this one; its id is in doorward sessions list.", min=1)
    ] = None,
) -> Text:
    """End all sessions of a user, or one: their tokens die at once."""
    async with context.core() as core:
        found = await find(core, context, user)
        await core.sessions.end_of_user(context.actor, found.id, session)
    where = "everywhere" if session is None else f"from session {session}"
    text = f"{found.username} (id {found.id}) is signed out {where}."
    return Text(text, id=found.id, username=found.username, session=session)
