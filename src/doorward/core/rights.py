"""Asking again, inside a transaction, what somebody may do."""

from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.errors import SessionEnded
from doorward.store import sessions

# Held by whoever changes what somebody may do, so that two who take each other's rights go one after the other.
LOCK: Final = "rights"


async def current(tx: Transaction, actor: Actor, now: int) -> Actor:
    """Rights may have been taken between the check at the door and this transaction."""
    if actor.session_id is None:
        return actor
    user = await sessions.find_user(tx, actor.session_id, now)
    if user is None:
        raise SessionEnded
    return replace(actor, permissions=user.permissions, must_change_password=bool(user.must_change_password))


async def lock(tx: Transaction, actor: Actor, permission: str, now: int) -> Actor:
    """The actor with the rights of this moment, which nobody can change until the transaction ends."""
    await tx.lock(LOCK)
    acting = await current(tx, actor, now)
    acting.require(permission)
    return acting
