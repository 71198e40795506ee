"""`doorward token`: what a token says, and whether it still counts."""

from typing import Any

import typer

from doorward.cli.exits import Exit, Stop
from doorward.cli.frame import Desk, command
from doorward.cli.output import Fields
from doorward.cli.secrets_in import read_token
from doorward.domain.access import Origin
from doorward.errors import Fault

group = typer.Typer(no_args_is_help=True, help="Look into access tokens.")


@command(group, "inspect")
async def inspect(desk: Desk) -> Fields:
    """Show what an access token says, and whether this service would accept it now.

    The token is asked for, or read from standard input.
    """
    token = read_token()
    document = _unverified(token)
    async with desk.core() as core:
        try:
            await core.auth.authenticate(token, Origin("", "", ""))
            verdict, code = "accepted", Exit.DONE
        except Fault as fault:
            verdict, code = fault.reason, Exit.FINDINGS
    return Fields({"verdict": verdict, **document}, code)


def _unverified(token: str) -> dict[str, Any]:
    import jwt

    try:
        header = jwt.get_unverified_header(token)
        claims = jwt.decode(token, options={"verify_signature": False})
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise Stop("That is not a token of the form header.claims.signature", Exit.REFUSED) from None
    return {**header, **claims}
