"""The actor's own account: requires no permission, only a session."""

from collections.abc import Callable

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.core.throttle import Throttle
from doorward.core.users import check_names_free, record_change
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.passwords import PasswordPolicy, normalise
from doorward.domain.throttle import Attempt
from doorward.domain.users import Profile, User
from doorward.errors import PreconditionFailed, SessionEnded, ValidationFailed, WrongPassword
from doorward.store import sessions, users


class Account(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    policy: PasswordPolicy
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]

    @transaction
    async def update(
        self, tx: Transaction, actor: Actor, profile: Profile, expected: frozenset[int] | None = None
    ) -> User:
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
        with self.hasher.slot() as slot:
            async with self.throttle.concurrency_limit(attempt):
                await self.throttle.count(attempt)
                if not await slot.verify(current, stored):
                    await self._record_failure(actor, user)
                    raise WrongPassword
                renewed = await slot.hash(new)
                replaced = await self._replace_password(actor, user, stored, renewed, attempt)
        if replaced is None:
            raise WrongPassword  # Changed by another request while the hash was computed.
        changed, generation = replaced
        return issue(self.keys, changed, actor.session_id or 0, generation, self.clock())

    @transaction
    async def _record_failure(self, tx: Transaction, actor: Actor, user: User) -> None:
        await self.trail.record(tx, actor, "auth.password_change_failed", user_target(user))

    @transaction
    async def _replace_password(
        self, tx: Transaction, actor: Actor, user: User, verified: str, renewed: str, attempt: Attempt
    ) -> tuple[User, int] | None:
        """The user and the generation of their new refresh token; None when the password is no longer the verified
        one."""
        now = self.clock()
        acting = await rights.current(tx, actor, now)
        if not await users.replace_password(tx, user.id, verified, renewed, now):
            return None
        generation = await sessions.replace_tokens(tx, acting.session_id or 0, now)
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await self.throttle.succeeded(tx, attempt, now)
        await self.trail.record(tx, acting, "auth.password_changed", user_target(user), sessionsEnded=ended)
        return await _self(tx, acting), generation


async def _self(tx: Transaction, actor: Actor) -> User:
    user = await users.find(tx, actor.user_id or 0)
    if user is None:
        raise SessionEnded
    return user
