"""Signing in: count the attempt, verify the password, open a session."""

import contextlib
from collections.abc import Callable
from typing import Any, Final, NoReturn

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
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User, fold
from doorward.errors import AccountDisabled, Fault, InvalidCredentials, UserNotFound
from doorward.store import users
from doorward.store.sign_in import sessions

# Below 2**53, so that every JSON parser reads it exactly.
_SESSION_ID_BITS: Final = 53


class VerifiedUser(Struct, frozen=True):
    """A user whose password matched, with what `finish` needs to open a session."""

    user: User
    stored: str  # The hash that the password matched.
    origin: Origin
    attempt: Attempt


class OpenedSession(Struct, frozen=True):
    """A session that a transaction opened: after its commit, `issue` makes the tokens."""

    id: int
    user: User
    context: AuthContext


class SignIn(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    throttle: Throttle
    stand_ins: StandIns
    session_policy: SessionPolicy
    by_email: bool  # Whether an e-mail address may stand in the place of the username.
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def login(self, username: str, password: str, origin: Origin) -> tuple[Tokens, User]:
        attempt = self.throttle.attempt(username, origin.address)
        async with contextlib.AsyncExitStack() as turn:
            await turn.enter_async_context(self.throttle.turn(attempt))
            found = await users.find_for_login(self.database, username, by_email=self.by_email)
            if found and fold(found[0].username) != fold(username):
                # Typed as an address: counted as the username is, otherwise an account would allow twice the guesses.
                # The turn of the typed text bounded the lookups. It ends first, so that no two attempts wait for each
                # other's turns.
                attempt = self.throttle.attempt(found[0].username, origin.address)
                await turn.aclose()
                await turn.enter_async_context(self.throttle.turn(attempt, changed=True))
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
        opened = await self._open_verified(verified)
        if opened is None:
            raise InvalidCredentials
        return self.issue(opened), opened.user

    @transaction
    async def _open_verified(self, tx: Transaction, verified: VerifiedUser) -> OpenedSession | None:
        user, origin, now = verified.user, verified.origin, self.clock()
        if not await users.record_login(tx, user.id, verified.stored, now):
            await self._record_failure(tx, origin, user_target(user), InvalidCredentials.reason)
            return None
        opened, details = await self._open(tx, user.id, origin, AuthContext(BY_PASSWORD, now))
        await self.throttle.succeeded(tx, verified.attempt, now)
        await self._record_login(tx, opened, origin, details)
        return opened

    async def open_session(self, tx: Transaction, user_id: int, method: str, origin: Origin) -> OpenedSession | None:
        """Opens a session for a user who proved in this transaction, by another method than the password, who they are;
        None when the user is disabled or was deleted. Call `issue` after the commit."""
        now = self.clock()
        if not await users.record_login_without_password(tx, user_id, now):
            return None
        opened, details = await self._open(tx, user_id, origin, AuthContext(method, now))
        await self._record_login(tx, opened, origin, details)
        return opened

    def issue(self, opened: OpenedSession) -> Tokens:
        return issue(self.keys, opened.user, opened.id, 1, opened.context, opened.context.auth_time)

    async def mint(self, actor: Actor, user_id: int) -> Tokens:
        """Opens a session without a password. For tests; requires every permission and is recorded in the trail."""
        actor.require(WILDCARD)
        return self.issue(await self._open_minted(actor, user_id))

    @transaction
    async def _open_minted(self, tx: Transaction, actor: Actor, user_id: int) -> OpenedSession:
        await users.lock_row(tx, user_id)
        user = await users.find(tx, user_id)
        if user is None:
            raise UserNotFound
        if not user.enabled:
            raise AccountDisabled
        # No method: applications see in `amr` that the user proved nothing.
        opened, details = await self._open(tx, user_id, actor.origin, AuthContext("", self.clock()))
        await self.trail.record(tx, actor, "auth.token_minted", user_target(user), session=opened.id, **details)
        return opened

    async def _open(
        self, tx: Transaction, user_id: int, origin: Origin, context: AuthContext
    ) -> tuple[OpenedSession, dict[str, Any]]:
        """The session, and what its entry in the trail tells of older ones."""
        session_id, now = self._new_session_id(), context.auth_time
        await sessions.open_session(tx, session_id, user_id, origin, context, self.session_policy.expiry(now, now))
        ended = await sessions.end_excess(tx, user_id, session_id, self.session_policy.per_user, now)
        user = await users.find(tx, user_id)
        assert user is not None  # noqa: S101  (its row is locked, or it was just read)
        return OpenedSession(session_id, user, context), {"endedSessions": ended} if ended else {}

    async def _record_login(
        self, tx: Transaction, opened: OpenedSession, origin: Origin, details: dict[str, Any]
    ) -> None:
        actor = Actor(opened.user.id, opened.id, (), origin, opened.user.username)
        if opened.context.methods != BY_PASSWORD:
            details["method"] = opened.context.amr()
        await self.trail.record(tx, actor, "auth.login", user_target(opened.user), session=opened.id, **details)

    async def _record_failure(self, tx: Transaction, origin: Origin, target: Target, reason: str) -> None:
        await self.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)

    def _new_session_id(self) -> int:
        # Random: it cannot be guessed, nor equal one in a token from before a backup was restored.
        return int.from_bytes(self.entropy(7)) >> (56 - _SESSION_ID_BITS) or 1
