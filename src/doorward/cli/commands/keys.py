"""`doorward keys`: the keys that sign access tokens, and the master secret."""

from typing import Annotated

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Table, Text
from doorward.crypto import secret_file
from doorward.domain.keys import RELOAD_SECONDS
from doorward.domain.times import iso, iso_or_none

group = typer.Typer(no_args_is_help=True, help="Signing keys and the master secret.")

_COLUMNS = ("kid", "purpose", "algorithm", "state", "activeAt", "retireAt")


@command(group, "list")
async def list_keys(context: CommandContext) -> Table:
    """List all keys, from when each signs, and from when it is refused."""
    async with context.core() as core:
        listed = await core.rotation.listed()
    rows = [
        {
            "kid": key.kid,
            "purpose": key.purpose,
            "algorithm": key.algorithm,
            "state": str(state),
            "activeAt": iso(key.active_at),
            "retireAt": iso_or_none(key.retire_at),
        }
        for key, state in listed
    ]
    return Table(_COLUMNS, rows)


@command(group)
async def rotate(
    context: CommandContext,
    at_once: Annotated[
        bool, typer.Option("--now", help="Sign with it immediately, without waiting for verifiers to fetch it.")
    ] = False,
) -> Text:
    """Create a signing key. It is published before it signs; the old key is accepted until its last token expires."""
    async with context.core() as core:
        made = await core.rotation.rotate(context.actor, at_once=at_once)
    begin = iso(made.active_at)
    text = f"{made.kid} ({made.algorithm}) signs from {begin} on."
    return Text(text, kid=made.kid, algorithm=made.algorithm, activeAt=begin)


@command(group)
async def retire(
    context: CommandContext,
    kid: Annotated[
        str,
        typer.Argument(help="Id of the key, as doorward keys list shows it. Write -- before one that begins with -."),
    ],
) -> Text:
    """Retire a key, such as a stolen one: its tokens are refused. Rotate first if it is the key that signs."""
    async with context.core() as core:
        await core.rotation.retire(context.actor, kid)
    return Text(f"{kid} is retired. Running nodes refuse it within {RELOAD_SECONDS} seconds.", kid=kid)


@command(group)
async def rekey(context: CommandContext) -> Text:
    """Change the master secret: seal all keys again.

    With secret.key a new secret is generated, and running nodes load it by themselves. With DOORWARD_SECRET, first
    restart the nodes with the new secret in it and the old one in DOORWARD_PREVIOUS_SECRET, then run this with the same
    two, then remove the old one.
    """
    settings = context.settings
    if settings.secret and not settings.previous_secret:
        raise CommandFailed("Set the new secret as DOORWARD_SECRET and the old one as DOORWARD_PREVIOUS_SECRET")
    async with context.core() as core, core.database.hold("rekey") as free:
        if not free:
            # Two at once would replace each other's new secret, and the keys be sealed under one that no file has.
            raise CommandFailed("Another change of the secret is running; wait for its end", Exit.REFUSED)
        if not settings.secret:
            secret_file.begin_change(settings.data_dir, core.entropy)
        count = await core.rotation.rekey(context.actor)
        if not settings.secret:
            secret_file.end_change(settings.data_dir)
    return Text(f"{count} keys are sealed under the new secret.", keys=count)
