"""`doorward keys`: the keys that sign access tokens, and the master secret."""

from typing import Annotated

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed
from doorward.cli.framework.output import Table, Text

group = typer.Typer(no_args_is_help=True, help="Signing keys and the master secret.")

_COLUMNS = ("kid", "purpose", "algorithm", "state", "activeAt", "retireAt")


@command(group, "list")
async def list_keys(context: CommandContext) -> Table:
    """Show all keys, when each begins to sign, and when it is refused."""
    from doorward.api.schemas.users import iso

    async with context.core() as core:
        listed = await core.rotation.listed()
    rows = [
        {
            "kid": key.kid,
            "purpose": key.purpose,
            "algorithm": key.algorithm,
            "state": str(state),
            "activeAt": iso(key.active_at),
            "retireAt": None if key.retire_at is None else iso(key.retire_at),
        }
        for key, state in listed
    ]
    return Table(_COLUMNS, rows)


@command(group)
async def rotate(
    context: CommandContext,
    at_once: Annotated[
        bool, typer.Option("--now", help="Sign with it at once, and don't wait until verifiers had time to fetch it.")
    ] = False,
) -> Text:
    """Make a new signing key. It is announced first; the old one is accepted until its last token has expired."""
    from doorward.api.schemas.users import iso

    async with context.core() as core:
        made = await core.rotation.rotate(context.actor, at_once=at_once)
    begin = iso(made.active_at)
    text = f"{made.kid} ({made.algorithm}) signs from {begin} on."
    return Text(text, kid=made.kid, algorithm=made.algorithm, activeAt=begin)


@command(group)
async def retire(
    context: CommandContext, kid: Annotated[str, typer.Argument(help="The key's id, as doorward keys list shows it.")]
) -> Text:
    """Refuse what a key signed from now on, as when it was stolen. The key that signs has to be rotated first."""
    from doorward.domain.keys import RELOAD_SECONDS

    async with context.core() as core:
        await core.rotation.retire(context.actor, kid)
    return Text(f"{kid} is retired. Nodes that run refuse it within {RELOAD_SECONDS} seconds.", kid=kid)


@command(group)
async def rekey(context: CommandContext) -> Text:
    """Change the master secret: seal all keys anew.

    With secret.key a new one is generated, and nodes that run find it by themselves. With DOORWARD_SECRET, first
    restart the nodes with the new secret in it and the old one in DOORWARD_PREVIOUS_SECRET, then run this with the same
    two, then forget the old one.
    """
    from doorward.crypto import secret_file

    settings = context.settings
    if settings.secret and not settings.previous_secret:
        raise CommandFailed("Set the new secret as DOORWARD_SECRET and the old one as DOORWARD_PREVIOUS_SECRET")
    async with context.core() as core:
        if not settings.secret:
            secret_file.begin_change(settings.data_dir, core.entropy)
        count = await core.rotation.rekey(context.actor)
        if not settings.secret:
            secret_file.end_change(settings.data_dir)
    return Text(f"{count} keys are sealed under the new secret.", keys=count)
