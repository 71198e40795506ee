"""`doorward token`: inspects access tokens and issues them for tests."""

from typing import Annotated, Any

import typer

from doorward.cli.framework.context import CommandContext, command
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.cli.framework.output import Fields
from doorward.cli.framework.prompts import read_token
from doorward.cli.framework.user_argument import UserArgument, find
from doorward.domain.access import Origin
from doorward.errors import Fault

group = typer.Typer(no_args_is_help=True, help="Access tokens.")


@command(group, "inspect")
async def inspect(context: CommandContext) -> Fields:
    """Show the claims of an access token and whether this service accepts it now.

    The token is read from a prompt or from standard input.
    """
    token = read_token()
    document = _unverified(token)
    async with context.core() as core:
        try:
            await core.authentication.authenticate(token, Origin("", "", ""))
            verdict, code = "accepted", Exit.DONE
        except Fault as fault:
            verdict, code = fault.reason, Exit.FINDINGS
    return Fields({"verdict": verdict, **document}, code)


@command(group, "mint")
async def mint(
    context: CommandContext,
    user: UserArgument,
    i_know: Annotated[
        bool, typer.Option("--i-know", help="Confirm that the token grants full access as this user until it expires.")
    ] = False,
) -> Fields:
    """Open a session for a user without their password and print its tokens. For tests; recorded in the audit trail."""
    if not i_know:
        raise CommandFailed("A minted token grants full access as the user; pass --i-know to confirm", Exit.REFUSED)
    async with context.core() as core:
        found = await find(core, context, user)
        tokens = await core.sign_in.mint(context.actor, found.id)
    return Fields({"token": tokens.access, "refreshToken": tokens.refresh, "expiresIn": tokens.expires_in})


def _unverified(token: str) -> dict[str, Any]:
    import jwt

    try:
        header = jwt.get_unverified_header(token)
        claims = jwt.decode(token, options={"verify_signature": False})
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise CommandFailed("That is not a token of the form header.claims.signature", Exit.REFUSED) from None
    return {**header, **claims}
