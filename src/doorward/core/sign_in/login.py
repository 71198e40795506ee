"""Signing in: count the attempt, verify the password, open a session."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.core.throttle import Throttle
from doorward.crypto.passwords.hasher import Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import WILDCARD, Actor, Origin, anonymous
from doorward.domain.audit import Target, unknown_user, user_target
from doorward.domain.sessions import SessionPolicy
from doorward.domain.throttle import Attempt
from doorward.domain.users import User, fold
from doorward.errors import AccountDisabled, InvalidCredentials, UserNotFound
from doorward.store import sessions, users

# Below 2**53, so that every JSON parser reads it exactly.
_SESSION_ID_BITS: Final = 53


class VerifiedUser(Struct, frozen=True):
    """A user whose password matched, with what `finish` needs to open a session."""

    user: User
    stored: str  # The hash that the password matched.
    renewed: str  # The hash to store: a new one where `stored` is outdated.
    origin: Origin
    attempt: Attempt


class SignIn(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    throttle: Throttle
    session_policy: SessionPolicy
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def login(self, username: str, password: str, origin: Origin) -> tuple[Tokens, User]:
        attempt = self.throttle.attempt(username, origin.address)
        # Reserve a hashing slot first, so that a request that is rejected as busy is not counted as a failed attempt.
        with self.hasher.slot() as slot:
            async with self.throttle.concurrency_limit(attempt):
                await self.throttle.count(attempt)
                return await self.finish(await self._verify(username, password, origin, attempt, slot))

    async def _verify(
        self, username: str, password: str, origin: Origin, attempt: Attempt, slot: HashSlot
    ) -> VerifiedUser:
        found = await users.find_for_login(self.database, username)
        stored = found[1] if found else self.hasher.unmatchable
        # Hash outside any transaction: it would hold SQLite's only writer, or a connection, for all that time.
        matches = await slot.verify(password, stored)
        target = user_target(found[0]) if found else unknown_user(username, fold(username))
        if not found or not matches:
            # Recorded alike whether or not the user exists, so that the response time does not reveal it.
            await self.database.write(lambda tx: self._record_failure(tx, origin, target, InvalidCredentials.reason))
            raise InvalidCredentials
        if not found[0].enabled:
            await self.database.write(lambda tx: self._record_failure(tx, origin, target, AccountDisabled.reason))
            raise AccountDisabled
        renewed = await slot.hash(password) if self.hasher.is_outdated(stored) else stored
        return VerifiedUser(found[0], stored, renewed, origin, attempt)

    async def finish(self, verified: VerifiedUser) -> tuple[Tokens, User]:
        """Opens the session, unless the user was disabled, deleted or given another password in the meantime."""
        now, session_id = self.clock(), self._new_session_id()
        user = await self._open_session(verified, session_id, now)
        if user is None:
            raise InvalidCredentials
        return issue(self.keys, user, session_id, 1, now), user

    @transaction
    async def _open_session(self, tx: Transaction, verified: VerifiedUser, session_id: int, now: int) -> User | None:
        user, origin = verified.user, verified.origin
        if not await users.record_login(tx, user.id, verified.stored, verified.renewed, now):
            await self._record_failure(tx, origin, user_target(user), InvalidCredentials.reason)
            return None
        await sessions.open_session(tx, session_id, user.id, origin, now, self.session_policy.expiry(now, now))
        ended = await sessions.end_excess(tx, user.id, session_id, self.session_policy.per_user, now)
        await self.throttle.succeeded(tx, verified.attempt, now)
        signed_in = await users.find(tx, user.id)
        actor = Actor(user.id, session_id, (), origin, user.username)
        details = {"endedSessions": ended} if ended else {}
        await self.trail.record(tx, actor, "auth.login", user_target(user), session=session_id, **details)
        return signed_in

    async def mint(self, actor: Actor, user_id: int) -> Tokens:
        """Opens a session without a password. For tests; requires every permission and is recorded in the trail."""
        actor.require(WILDCARD)
        now, session_id = self.clock(), self._new_session_id()
        user = await self._open_minted_session(actor, user_id, session_id, now)
        return issue(self.keys, user, session_id, 1, now)

    @transaction
    async def _open_minted_session(
        self, tx: Transaction, actor: Actor, user_id: int, session_id: int, now: int
    ) -> User:
        user = await users.find(tx, user_id)
        if user is None:
            raise UserNotFound
        if not user.enabled:
            raise AccountDisabled
        await sessions.open_session(tx, session_id, user.id, actor.origin, now, self.session_policy.expiry(now, now))
        ended = await sessions.end_excess(tx, user.id, session_id, self.session_policy.per_user, now)
        details = {"endedSessions": ended} if ended else {}
        await self.trail.record(tx, actor, "auth.token_minted", user_target(user), session=session_id, **details)
        return user

    async def _record_failure(self, tx: Transaction, origin: Origin, target: Target, reason: str) -> None:
        await self.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)

    def _new_session_id(self) -> int:
        # Random: it cannot be guessed, nor equal one in a token from before a backup was restored.
        return int.from_bytes(self.entropy(7)) >> (56 - _SESSION_ID_BITS) or 1
