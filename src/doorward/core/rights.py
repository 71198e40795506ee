"""Checks an actor's permissions inside a transaction."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Transaction
from doorward.domain.access import GRANT_ROLES, IMPERSONATE, Actor, Impersonator, covers, first_missing
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import strength_of
from doorward.domain.sign_in.strength import PASSKEY, SECURITY_KEY, TOTP, Strength
from doorward.domain.users import User
from doorward.errors import EnrolmentRequired, Fault, InvalidToken, PasswordChangeRequired, SessionEnded, StepUpRequired
from doorward.store import api_keys, users
from doorward.store.sign_in import sessions

# Taken by every transaction that changes users or roles, so that two administrators who revoke each other's permissions
# are serialised: the second one finds its own permissions gone.
LOCK: Final = "rights"


async def current(tx: Transaction, actor: Actor, now: int) -> Actor:
    """The actor with their permissions as of this transaction: they may have changed since the request was
    authenticated."""
    if actor.key is not None:
        return await _current_by_key(tx, actor, actor.key.id, now)
    if actor.session_id is None:
        return actor
    found = await sessions.find_live(tx, actor.session_id, now)
    if found is None:
        raise SessionEnded
    user, impersonator = found.user, None
    if found.impersonator_session is not None:
        by = await sessions.find_live(tx, found.impersonator_session, now)
        impersonator = acting_as(user, by.user if by else None, by.context.methods if by else "")
    return replace(
        actor,
        permissions=user.permissions,
        withheld=withheld(user, found.context.strength),
        roles=tuple(user.role_names),
        impersonator=impersonator,
    )


async def _current_by_key(tx: Transaction, actor: Actor, key_id: int, now: int) -> Actor:
    found = await api_keys.find_identity(tx, key_id, now)
    if found is None:
        raise InvalidToken  # The key was deleted or has expired, or its owner was disabled.
    return replace(
        actor,
        permissions=found.user.permissions,
        withheld=found.withheld(),
        roles=tuple(found.user.role_names),
        key=found.key,
    )


async def own_user(tx: Transaction, acting: Actor) -> User:
    """The user that the actor is."""
    user = await users.find(tx, acting.user_id or 0)
    if user is None:
        raise SessionEnded
    return user


def acting_as(user: User, by: User | None, methods: str) -> Impersonator:
    """The administrator who acts as a user. Raises SessionEnded unless that is still allowed: their own session is
    live, and they hold the permission and every right of the user."""
    may = by is not None and withheld(by, strength_of(methods)) is None and covers(by.permissions, IMPERSONATE)
    if by is None or not may or first_missing(by.permissions, user.permissions) is not None:
        raise SessionEnded
    if not covers(by.permissions, GRANT_ROLES) and not set(user.role_names) <= set(by.role_names):
        raise SessionEnded
    return Impersonator(by.id, by.username)


async def reduced(tx: Transaction, user_ids: Sequence[int]) -> str:
    """What the event of a change tells that took rights from users: their tokens are stale, and the sessions end that
    they opened as other users."""
    if len(user_ids) > revocation.MAX_NAMED:
        return revocation.EVERYTHING  # Those sessions cannot get another token.
    ended = [session for user_id in user_ids for session in await sessions.end_opened_by(tx, user_id)]
    return revocation.of_users(user_ids, ended)


def withheld(user: User, strength: Strength) -> Fault | None:
    """Why a session of this strength gives none of the user's rights for now; None when it gives them."""
    if user.must_change_password:
        return PasswordChangeRequired()
    required = user.required_strength
    if strength >= required:
        return None
    if user.strength < required:
        return EnrolmentRequired(required.wire)
    return StepUpRequired(step_up_methods(user.factors, required), strength=required.wire)


def step_up_methods(factors: int, required: Strength = Strength.TWO_FACTORS) -> list[str]:
    """The kinds of factors, of those that a user has, that reach this strength, as step-up requests name them."""
    methods = ["totp"] if factors & TOTP and required <= Strength.TWO_FACTORS else []
    return [*methods, "passkey"] if factors & (PASSKEY | SECURITY_KEY) else methods


async def lock(tx: Transaction, actor: Actor, permission: str, now: int) -> Actor:
    """The actor with their current permissions, which cannot change until the transaction ends."""
    actor.require(permission)  # Before the lock, so that a request without the permission never waits for it.
    await tx.lock(LOCK)
    acting = await current(tx, actor, now)
    acting.require(permission)
    return acting
