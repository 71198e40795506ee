"""Signing in, staying signed in, signing out."""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.throttle import Throttle
from doorward.crypto.passwords.hasher import Hasher, HashSlot
from doorward.database.protocol import Database, Transaction
from doorward.domain.access import WILDCARD, Actor, Origin, anonymous
from doorward.domain.audit import Target, unknown_user, user_target
from doorward.domain.sessions import Replay, SessionPolicy, judge_replay
from doorward.domain.throttle import Attempt
from doorward.domain.users import User, fold
from doorward.errors import (
    AccountDisabled,
    InvalidCredentials,
    InvalidRefreshToken,
    RefreshTokenReused,
    SessionEnded,
    TokenExpired,
    UserNotFound,
)
from doorward.store import sessions, users
from doorward.store.identity_cache import IdentityCache

# Below 2**53, so that every JSON parser reads it exactly.
_SESSION_ID_BITS: Final = 53


class Tokens(Struct, frozen=True):
    access: str
    refresh: str
    expires_in: int


class PendingSession(Struct, frozen=True):
    """What is needed to open a session for somebody whose password was right a moment ago."""

    user: User
    verified: str
    renewed: str
    session_id: int
    origin: Origin
    attempt: Attempt


class Auth(Struct, frozen=True):
    database: Database
    identities: IdentityCache
    keys: KeyRing
    hasher: Hasher
    throttle: Throttle
    sessions: SessionPolicy
    trail: AuditTrail
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def login(self, username: str, password: str, origin: Origin) -> tuple[Tokens, User]:
        attempt = self.throttle.attempt(username, origin.address)
        # Reserve a hashing slot first, so that a rejected request is not counted as a failed attempt.
        with self.hasher.slot() as slot:
            async with self.throttle.turn(attempt):
                await self.throttle.count(attempt)
                return await self._sign_in(username, password, origin, attempt, slot)

    async def _sign_in(
        self, username: str, password: str, origin: Origin, attempt: Attempt, slot: HashSlot
    ) -> tuple[Tokens, User]:
        found = await users.find_for_login(self.database, username)
        stored = found[1] if found else self.hasher.unmatchable
        # Hashed outside any transaction: it would hold SQLite's only writer, or a connection, for all that time.
        matches = await slot.verify(password, stored)
        target = user_target(found[0]) if found else unknown_user(username, fold(username))
        if not found or not matches:
            # Recorded alike whether the user exists or not: the time it takes must not tell.
            await self._record_failure(origin, target, InvalidCredentials.reason)
            raise InvalidCredentials
        user = found[0]
        if not user.enabled:
            await self._record_failure(origin, target, AccountDisabled.reason)
            raise AccountDisabled
        renewed = await slot.hash(password) if self.hasher.is_outdated(stored) else stored
        now = self.clock()
        session_id = self._new_session_id()
        opening = PendingSession(user, stored, renewed, session_id, origin, attempt)
        signed_in = await self.database.write(partial(self._open, opening=opening, now=now))
        if signed_in is None:
            # Disabled, deleted or given another password while the hash was computed.
            raise InvalidCredentials
        return self._tokens(signed_in, session_id, 1, now), signed_in

    async def _open(self, tx: Transaction, *, opening: PendingSession, now: int) -> User | None:
        user, origin, session_id = opening.user, opening.origin, opening.session_id
        if not await users.record_login(tx, user.id, opening.verified, opening.renewed, now):
            await self._failed(tx, origin=origin, target=user_target(user), reason=InvalidCredentials.reason)
            return None
        await sessions.open_session(tx, session_id, user.id, origin, now, self.sessions.expiry(now, now))
        await self.throttle.succeeded(tx, opening.attempt, now)
        signed_in = await users.find(tx, user.id)
        actor = Actor(user.id, session_id, (), origin, user.username)
        await self.trail.record(tx, actor, "auth.login", user_target(user), session=session_id)
        return signed_in

    async def mint(self, actor: Actor, user_id: int) -> Tokens:
        """A session without a password: for tests, by whoever holds every right anyway, and noted in the trail."""
        actor.require(WILDCARD)
        now, session_id = self.clock(), self._new_session_id()
        user = await self.database.write(
            partial(self._mint, actor=actor, user_id=user_id, session_id=session_id, now=now)
        )
        return self._tokens(user, session_id, 1, now)

    async def _mint(self, tx: Transaction, *, actor: Actor, user_id: int, session_id: int, now: int) -> User:
        user = await users.find(tx, user_id)
        if user is None:
            raise UserNotFound
        if not user.enabled:
            raise AccountDisabled
        await sessions.open_session(tx, session_id, user.id, actor.origin, now, self.sessions.expiry(now, now))
        await self.trail.record(tx, actor, "auth.token_minted", user_target(user), session=session_id)
        return user

    async def _record_failure(self, origin: Origin, target: Target, reason: str) -> None:
        await self.database.write(partial(self._failed, origin=origin, target=target, reason=reason))

    async def _failed(self, tx: Transaction, *, origin: Origin, target: Target, reason: str) -> None:
        await self.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)

    async def authenticate(self, token: str, origin: Origin) -> tuple[Actor, User]:
        """Who presents this access token, as the database has it at this moment."""
        claims = self.keys.read_known(token) or await self.keys.read_with_new_keys(token)
        now = self.clock()
        if claims.expires_at <= now:
            raise TokenExpired
        user = await self.identities.signed_in(claims.session_id, now)
        if user is None or user.id != claims.user_id:
            raise SessionEnded
        actor = Actor(
            user.id, claims.session_id, user.permissions, origin, user.username, bool(user.must_change_password)
        )
        return actor, user

    async def refresh(self, refresh_token: str, origin: Origin) -> Tokens:
        session_id, presented = self.keys.refresh.read(refresh_token)
        now = self.clock()
        outcome = await self._rotate(session_id, presented, origin, now)
        if outcome is Replay.REUSE:
            raise RefreshTokenReused
        if isinstance(outcome, Replay):
            raise InvalidRefreshToken
        user, generation = outcome
        if user is None:
            raise InvalidRefreshToken
        return self._tokens(user, session_id, generation, now)

    async def _rotate(
        self, session_id: int, presented: int, origin: Origin, now: int
    ) -> tuple[User | None, int] | Replay:
        """Whose session it is and the generation to go on with, or why there is none.

        The user is read after the rotation: whoever was disabled meanwhile gets nothing. And not by the session, which
        another who presented the same token may have ended by now: of those who try, one succeeds.
        """
        policy = self.sessions
        step = 1 if policy.rotation else 0
        state = await sessions.advance(
            self.database, session_id, presented, step, origin.address, now, policy.idle_ttl, policy.max_ttl
        )
        if state is not None:
            return await self.identities.in_state(state), presented + step
        work = partial(self._judge_replay, session_id=session_id, presented=presented, origin=origin, now=now)
        outcome = await self.database.write(work)
        if isinstance(outcome, Replay):
            return outcome
        user_id, generation = outcome
        return await self.identities.enabled(user_id), generation

    async def _judge_replay(
        self, tx: Transaction, *, session_id: int, presented: int, origin: Origin, now: int
    ) -> tuple[int, int] | Replay:
        """The decision is returned, not raised: raising would roll back the end of the session."""
        session = await sessions.find_rotation(tx, session_id)
        if session is None or session.expires_at <= now:
            return Replay.UNKNOWN
        verdict = judge_replay(presented, session.generation, session.rotated_at, now, self.sessions.grace)
        if verdict is Replay.REUSE:
            owner = await sessions.end(tx, session_id)
            # Whoever presented it is not known: that is the point.
            await self.trail.record(
                tx, anonymous(origin), "auth.refresh_reused", _owner_target(owner), session=session_id
            )
        return (session.user_id, session.generation) if verdict is Replay.WITHIN_GRACE else verdict

    async def logout(self, token: str, origin: Origin) -> None:
        """Ends the session of a token that we signed; that it expired or ended before makes no difference."""
        claims = await self.keys.read_access(token)
        await self.database.write(partial(self._logout, session_id=claims.session_id, origin=origin))

    async def _logout(self, tx: Transaction, *, session_id: int, origin: Origin) -> None:
        owner = await sessions.end(tx, session_id)
        if owner is not None:
            actor = Actor(owner.user_id, session_id, (), origin, owner.username)
            await self.trail.record(tx, actor, "auth.logout", _owner_target(owner), session=session_id)

    def _tokens(self, user: User, session_id: int, generation: int, now: int) -> Tokens:
        access = self.keys.access
        # Services that verify tokens by themselves must not grant what is withheld here.
        roles, permissions = ([], ()) if user.must_change_password else (user.role_names, user.permissions)
        return Tokens(
            access.issue(user.id, session_id, roles, permissions, now),
            self.keys.refresh.derive(session_id, generation),
            access.ttl,
        )

    def _new_session_id(self) -> int:
        # Unguessable, and never one that a token from before a restored backup names.
        return int.from_bytes(self.entropy(7)) >> (56 - _SESSION_ID_BITS) or 1


def _owner_target(owner: sessions.Owner | None) -> Target:
    return Target(f"user:{owner.user_id}", owner.username) if owner else Target("", "")
