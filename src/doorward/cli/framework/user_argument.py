"""The argument that names a user."""

import re
from typing import Annotated, Final

import typer

from doorward.cli.framework.context import CommandContext
from doorward.cli.framework.exits import CommandFailed, Exit
from doorward.core import Core
from doorward.domain.users import User
from doorward.errors import UserNotFound

UserArgument = Annotated[str, typer.Argument(help="Username, or id:NUMBER.", metavar="USER")]
# Up to 18 digits: what an id can have.
_BY_ID: Final = re.compile("id:([0-9]{1,18})")
_NUMBER: Final = re.compile("[0-9]{1,18}")


async def find(core: Core, context: CommandContext, user: str) -> User:
    """By username, or by `id:NUMBER`."""
    if numbered := _BY_ID.fullmatch(user):
        return await core.users.read(context.actor, int(numbered[1]))
    try:
        return await core.users.find(context.actor, user)
    except UserNotFound as fault:
        if not _NUMBER.fullmatch(user):
            raise
        message = f"There is no user with the username {user}; the user with that id is id:{user}"
        raise CommandFailed(message, Exit.NOT_FOUND, fault.data) from None
