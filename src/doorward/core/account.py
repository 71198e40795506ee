"""One's own account: needs no right but to be signed in."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.throttle import Throttle
from doorward.core.users import check_names_free, record_change
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.passwords import PasswordPolicy, normalise
from doorward.domain.throttle import Attempt
from doorward.domain.users import Profile, User
from doorward.errors import PreconditionFailed, SessionEnded, ValidationFailed, WrongPassword
from doorward.store import sessions, users


class Account(Struct, frozen=True):
    database: Database
    hasher: Hasher
    policy: PasswordPolicy
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]

    async def update(self, actor: Actor, profile: Profile, expected: frozenset[int] | None = None) -> User:
        # Whatever the edge passes on: the rest of a profile is not one's own to change.
        own = Profile(name=profile.name, email=profile.email, phone=profile.phone, avatar=profile.avatar)
        return await self.database.write(partial(self._update, actor=actor, profile=own, expected=expected))

    async def _update(
        self, tx: Transaction, *, actor: Actor, profile: Profile, expected: frozenset[int] | None
    ) -> User:
        await tx.lock(rights.LOCK)  # As every change of a user does, since it writes what it read.
        acting = await rights.current(tx, actor, self.clock())
        user = await _self(tx, acting)
        if expected is not None and user.version not in expected:
            raise PreconditionFailed
        await check_names_free(tx, profile, user)
        await users.update(tx, user, profile, None, self.clock())
        changed = await _self(tx, acting)
        await record_change(tx, self.trail, acting, user, changed, password=False)
        return changed

    async def change_password(self, actor: Actor, current: str, new: str) -> None:
        """Ends the other sessions, keeps this one. Guesses at the current password count as failed sign-ins."""
        found = await users.find_with_password(self.database, actor.user_id or 0)
        if found is None:
            raise SessionEnded
        user, stored = found
        self.policy.check(new, username=user.username, email=user.email, field="newPassword")
        if normalise(new) == normalise(current):
            raise ValidationFailed(("newPassword", "must not be the current password"))
        attempt = self.throttle.attempt(user.username, actor.origin.address)
        with self.hasher.slot() as slot:
            async with self.throttle.turn(attempt):
                await self.throttle.count(attempt)
                if not await slot.verify(current, stored):
                    await self.database.write(partial(self._record_failure, actor=actor, user=user))
                    raise WrongPassword
                renewed = await slot.hash(new)
                work = partial(self._change, actor=actor, user=user, verified=stored, renewed=renewed, attempt=attempt)
                if not await self.database.write(work):
                    raise WrongPassword  # Somebody changed it while the hash was computed.

    async def _record_failure(self, tx: Transaction, *, actor: Actor, user: User) -> None:
        await self.trail.record(tx, actor, "auth.password_change_failed", user_target(user))

    async def _change(
        self, tx: Transaction, *, actor: Actor, user: User, verified: str, renewed: str, attempt: Attempt
    ) -> bool:
        now = self.clock()
        acting = await rights.current(tx, actor, now)
        if not await users.replace_password(tx, user.id, verified, renewed, now):
            return False
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await self.throttle.succeeded(tx, attempt, now)
        await self.trail.record(tx, acting, "auth.password_changed", user_target(user), sessionsEnded=ended)
        return True


async def _self(tx: Transaction, actor: Actor) -> User:
    user = await users.find(tx, actor.user_id or 0)
    if user is None:
        raise SessionEnded
    return user
