"""Checks an actor's permissions inside a transaction."""

from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.errors import SessionEnded
from doorward.store.sign_in import sessions

# Taken by every transaction that changes users or roles, so that two administrators who revoke each other's permissions
# are serialised: the second one finds its own permissions gone.
LOCK: Final = "rights"


async def current(tx: Transaction, actor: Actor, now: int) -> Actor:
    """The actor with their permissions as of this transaction: they may have changed since the request was
    authenticated."""
    if actor.session_id is None:
        return actor
    user = await sessions.find_user(tx, actor.session_id, now)
    if user is None:
        raise SessionEnded
    return replace(
        actor,
        permissions=user.permissions,
        must_change_password=bool(user.must_change_password),
        roles=tuple(user.role_names),
    )


async def lock(tx: Transaction, actor: Actor, permission: str, now: int) -> Actor:
    """The actor with their current permissions, which cannot change until the transaction ends."""
    actor.require(permission)  # Before the lock, so that a request without the permission never waits for it.
    await tx.lock(LOCK)
    acting = await current(tx, actor, now)
    acting.require(permission)
    return acting
