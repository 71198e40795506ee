"""`doorward users invite` and `doorward users invitations`: the use cases of /api/invitations."""

import enum
from typing import Annotated

import msgspec
import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.output import Fields, Table
from doorward.domain.paging import PageRequest
from doorward.errors import ValidationFailed
from doorward.features.invitations.endpoints import CreateInvitation
from doorward.features.invitations.model import MAX_TTL, MIN_TTL
from doorward.features.invitations.service import Invitations

_COLUMNS = ("id", "email", "username", "name", "roles", "inviter", "state", "expiresAt")

StateName = enum.StrEnum("StateName", "pending accepted expired")
Language = enum.StrEnum("Language", "en zh")


def register(app: typer.Typer) -> None:
    """Adds to the group of users, which the command line has registered before."""
    groups = {group.name: group.typer_instance for group in app.registered_groups}
    users = groups["users"]
    assert users is not None  # noqa: S101
    command(users, "invite")(invite)
    command(users, "invitations")(invitations)


async def invite(
    context: CommandContext,
    email: Annotated[str, typer.Argument(help="E-mail address.")],
    username: Annotated[str | None, typer.Option(help="Login name; without one the person chooses it.")] = None,
    name: Annotated[str | None, typer.Option(help="Display name.")] = None,
    role: Annotated[list[str] | None, typer.Option("--role", help="Role; repeat for several.")] = None,
    expires_in: Annotated[
        int | None, typer.Option(help="Seconds until it expires. Default: DOORWARD_INVITATION_TTL.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Language of the mail.")] = Language["en"],
) -> Fields:
    """Invite a person to open an account, and print a link to pass on. A mail goes to the address as well.

    The link starts with DOORWARD_PUBLIC_URL. Without it, it has the host and the port of the settings, which may differ
    from the options of a running `doorward serve`.
    """
    if expires_in is not None and not MIN_TTL <= expires_in <= MAX_TTL:
        raise ValidationFailed(("expires-in", f"must be {MIN_TTL} to {MAX_TTL} seconds"))
    body = CreateInvitation(email, username, name, role or [], expires_in)
    async with context.core() as core:
        service = Invitations(core)
        sent = await service.create(context.actor, body.invitation(language.value))
        document = sent.invitation.document(core.clock()) | {"link": service.link(sent)}
    return Fields(msgspec.to_builtins(document))


async def invitations(
    context: CommandContext,
    state: Annotated[StateName | None, typer.Option(help="Only invitations in this state.")] = None,
    page: Annotated[int, typer.Option(help="Page number.", min=1)] = 1,
    page_size: Annotated[int, typer.Option(help="Invitations on a page, 100 at most.", min=1)] = 20,
) -> Table:
    """List invitations, newest first."""
    async with context.core() as core:
        wanted = state.value if state else ""
        found = await Invitations(core).page(context.actor, wanted, PageRequest.capped(page, page_size))
        rows = [each.document(core.clock()) for each in found.items]
    return Table(_COLUMNS, rows, **found.summary())
