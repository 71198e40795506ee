"""The actor's own account: requires no permission, only a session."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.core.users import check_names_free, record_change
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, covers
from doorward.domain.audit import user_target
from doorward.domain.passwords import PasswordPolicy, normalise
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import Profile, User
from doorward.errors import (
    EmailTaken,
    PreconditionFailed,
    SessionEnded,
    TooManyRequests,
    ValidationFailed,
    WrongPassword,
)
from doorward.store import sessions, users
from doorward.token_buckets import TokenBuckets

MINUTE: Final = 60_000
DAY: Final = 86_400_000
# Each change is an entry of the audit trail, which no ordinary user may flood.
CHANGES: Final = 120
# A user who mistypes an address needs a few; a list of addresses takes years.
TAKEN_ADDRESSES: Final = 10
# Steps of the refresh tokens, see `sessions.authenticate_again`.
_INVALIDATES_ALL: Final = 2


class Account(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    policy: PasswordPolicy
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]
    changes: TokenBuckets  # Limits how often a user changes their own profile.
    taken_addresses: TokenBuckets  # Limits how often a user may learn that an e-mail address is taken.

    async def update(self, actor: Actor, profile: Profile, expected: frozenset[int] | None = None) -> User:
        key, now = actor.ref, self.clock()
        if wait := self.changes.take(key, now):
            raise TooManyRequests("own-changes", CHANGES, MINUTE // 1000, -(-wait // 1000))
        # Callers who may read all users learn nothing new, nor do those whose form repeats their own address.
        if not profile.email or covers(actor.permissions, "users:read") or await self._is_own(actor, profile.email):
            return await self._update(actor, profile, expected)
        # Taken before the lookup and given back after it, so that concurrent requests do not exceed the limit.
        if wait := self.taken_addresses.take(key, now):
            raise TooManyRequests("taken-addresses", TAKEN_ADDRESSES, DAY // 1000, -(-wait // 1000))
        taken = False
        try:
            return await self._update(actor, profile, expected)
        except EmailTaken:
            taken = True
            raise
        finally:
            if not taken:
                self.taken_addresses.give_back(key)

    async def _is_own(self, actor: Actor, email: str) -> bool:
        user = await users.find(self.database, actor.user_id or 0)
        return user is not None and user.email == email

    @transaction
    async def _update(self, tx: Transaction, actor: Actor, profile: Profile, expected: frozenset[int] | None) -> User:
        await tx.lock(rights.LOCK)  # Read-then-write: concurrent changes of the same user must wait.
        acting = await rights.current(tx, actor, self.clock())
        user = await _self(tx, acting)
        if expected is not None and user.version not in expected:
            raise PreconditionFailed
        # Only these fields, whatever the caller passes: users must not change their own status or roles.
        own = profile.own()
        await check_names_free(tx, own, user)
        await users.update(tx, user, own, None, self.clock())
        changed = await _self(tx, acting)
        await record_change(tx, self.trail, acting, user, changed, password=False)
        return changed

    async def change_password(self, actor: Actor, current: str, new: str) -> Tokens:
        """Ends all other sessions and replaces the tokens of this one, so that a stolen refresh token is dead at once.
        A wrong current password counts as a failed sign-in."""
        found = await users.find_with_password(self.database, actor.user_id or 0)
        if found is None:
            raise SessionEnded
        user, stored = found
        self.policy.check(new, username=user.username, email=user.email, field="newPassword")
        if normalise(new) == normalise(current):
            raise ValidationFailed(("newPassword", "must not be the current password"))
        attempt = self.throttle.attempt(user.username, actor.origin.address)
        async with self.throttle.turn(attempt), self.hasher.slot(attempt.sources[-1], stored) as slot:
            await self.throttle.count(attempt)
            if not await slot.verify(current, stored):
                await self._record_failure(actor, user)
                raise WrongPassword
            renewed = await slot.hash(new)
            replaced = await self._replace_password(actor, user, stored, renewed, attempt)
        if replaced is None:
            raise WrongPassword  # Changed by another request while the hash was computed.
        changed, generation, context = replaced
        return issue(self.keys, changed, actor.session_id or 0, generation, context, self.clock())

    @transaction
    async def _record_failure(self, tx: Transaction, actor: Actor, user: User) -> None:
        await self.trail.record(tx, actor, "auth.password_change_failed", user_target(user))

    @transaction
    async def _replace_password(
        self, tx: Transaction, actor: Actor, user: User, verified: str, renewed: str, attempt: Attempt
    ) -> tuple[User, int, AuthContext] | None:
        """The user and the generation of their new refresh token; None when the password is no longer the verified
        one. The current password was asked for, so this is an authentication as well."""
        now = self.clock()
        acting = await rights.current(tx, actor, now)
        if not await users.replace_password(tx, user.id, verified, renewed, now):
            return None
        generation, context = await sessions.authenticate_again(
            tx, acting.session_id or 0, BY_PASSWORD, _INVALIDATES_ALL, now
        )
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await self.throttle.succeeded(tx, attempt, now)
        await self.trail.record(tx, acting, "auth.password_changed", user_target(user), sessionsEnded=ended)
        return await _self(tx, acting), generation, context


async def _self(tx: Transaction, actor: Actor) -> User:
    user = await users.find(tx, actor.user_id or 0)
    if user is None:
        raise SessionEnded
    return user
