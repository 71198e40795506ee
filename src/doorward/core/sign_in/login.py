"""Signing in: count the attempt, verify the password, open a session."""

from collections.abc import Callable
from typing import Final, NoReturn

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.stand_ins import StandIns
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.crypto.passwords.hasher import NO_PASSWORD, Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import WILDCARD, Actor, Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User
from doorward.errors import AccountDisabled, Fault, InvalidCredentials, UserNotFound
from doorward.store import sessions, users

# Below 2**53, so that every JSON parser reads it exactly.
_SESSION_ID_BITS: Final = 53


class VerifiedUser(Struct, frozen=True):
    """A user whose password matched, with what `finish` needs to open a session."""

    user: User
    stored: str  # The hash that the password matched.
    origin: Origin
    attempt: Attempt


class SignIn(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    throttle: Throttle
    stand_ins: StandIns
    session_policy: SessionPolicy
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def login(self, username: str, password: str, origin: Origin) -> tuple[Tokens, User]:
        attempt = self.throttle.attempt(username, origin.address)
        async with self.throttle.turn(attempt):
            found = await users.find_for_login(self.database, username)
            stand_in = self.stand_ins.pick(attempt.account)
            stored = found[1] if found and found[1] != NO_PASSWORD else stand_in
            # Wait for a hashing slot before counting: a request that is rejected as busy is not a failed attempt.
            async with self.hasher.slot(attempt.sources[-1], stored) as slot:
                await self.throttle.count(attempt)
                # Hash outside any transaction: it would hold SQLite's only writer, or a connection, for all that time.
                matches = await slot.verify(password, stored)
                if found and matches and self.hasher.is_outdated(stored):
                    stored, matches = await self._renew(found[0], password, stored, slot)
            if found is None or stored is stand_in or not matches:
                target = user_target(found[0]) if found else self.trail.unknown_user(attempt.account)
                await self._refuse(origin, target, InvalidCredentials)
            if not found[0].enabled:
                await self._refuse(origin, user_target(found[0]), AccountDisabled)
            return await self.finish(VerifiedUser(found[0], stored, origin, attempt))

    async def _renew(self, user: User, password: str, outdated: str, slot: HashSlot) -> tuple[str, bool]:
        """Replaces an outdated hash. Returns the hash that is stored then, and whether the password matches it: of
        concurrent sign-ins one stores its hash, and the others verify that one."""
        renewed = await slot.hash(password)
        if await self.database.write(lambda tx: users.renew_hash(tx, user.id, outdated, renewed)):
            return renewed, True
        current = await users.find_password_hash(self.database, user.id) or NO_PASSWORD
        return current, await slot.verify(password, current)

    async def _refuse(self, origin: Origin, target: Target, fault: type[Fault]) -> NoReturn:
        """Recorded alike whether or not the user exists, so that the response time does not reveal it."""
        await self.database.write(lambda tx: self._record_failure(tx, origin, target, fault.reason))
        raise fault

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
        if not await users.record_login(tx, user.id, verified.stored, now):
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
