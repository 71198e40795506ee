"""Exchanging a refresh token for new tokens, and detecting that a replaced one is used again."""

from collections.abc import Callable

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.domain.sign_in.sessions import Replay, SessionPolicy, judge_replay
from doorward.domain.sign_in.throttle import network_of
from doorward.domain.users import User
from doorward.errors import InvalidRefreshToken, RefreshTokenReused
from doorward.store import users
from doorward.store.sign_in import identity_cache, sessions
from doorward.store.sign_in.identity_cache import IdentityCache, UserState
from doorward.store.sign_in.sessions import Rotation, shown_user_agent


class Refresh(Struct, frozen=True):
    database: Database
    identities: IdentityCache
    keys: KeyRing
    session_policy: SessionPolicy
    trail: AuditTrail
    clock: Callable[[], int]

    async def refresh(self, refresh_token: str, origin: Origin) -> Tokens:
        session_id, presented = self.keys.refresh.read(refresh_token)
        now = self.clock()
        outcome = await self._rotate(session_id, presented, origin, now)
        if outcome is Replay.REUSE:
            raise RefreshTokenReused
        if isinstance(outcome, Replay):
            raise InvalidRefreshToken
        user, generation, context = outcome
        if user is None:
            raise InvalidRefreshToken
        return issue(self.keys, user, session_id, generation, context, now)

    async def _rotate(
        self, session_id: int, presented: int, origin: Origin, now: int
    ) -> tuple[User | None, int, AuthContext] | Replay:
        """The user of the session, the generation to issue tokens for and how the user authenticated, or why the token
        is refused.

        The user is read after the rotation, so that a user who was disabled in the meantime gets no tokens. It is read
        by its id and not by the session, which a concurrent request with the same token may have ended by now: of the
        requests that present a token, one succeeds.
        """
        policy = self.session_policy
        step = 1 if policy.rotation else 0

        async def advance(tx: Transaction) -> tuple[UserState, AuthContext] | None:
            advanced = await sessions.advance(
                tx, session_id, presented, step, origin, now, policy.idle_ttl, policy.max_ttl
            )
            return None if advanced is None else (await identity_cache.read_state(tx, advanced[0]), advanced[1])

        advanced = await self.database.write_once(advance)
        if advanced is not None:
            return await self.identities.find_by_state(advanced[0]), presented + step, advanced[1]
        outcome = await self._judge_replay(session_id, presented, origin, now)
        if isinstance(outcome, Replay):
            return outcome
        return await self.identities.find_enabled(outcome.user_id), outcome.generation, outcome.context

    @transaction
    async def _judge_replay(
        self, tx: Transaction, session_id: int, presented: int, origin: Origin, now: int
    ) -> Rotation | Replay:
        """Returns its decision: raising here would roll back the end of the session."""
        session = await sessions.find_rotation(tx, session_id)
        if session is None or session.expires_at <= now:
            return Replay.UNKNOWN
        verdict = judge_replay(presented, session.generation, session.rotated_at, now, self.session_policy.grace)
        changes = _changes(session, origin) if verdict is Replay.WITHIN_GRACE else []
        if len(changes) > 1 and self.session_policy.grace_bound:
            verdict = Replay.REUSE
        elif changes:
            await self._record_grace(tx, session_id, session, origin, changes, now)
        if verdict is Replay.REUSE:
            owner, ended = await sessions.end(tx, session_id)
            if owner is not None:  # Otherwise a concurrent request ended it, and recorded that.
                target = Target(f"user:{owner.user_id}", owner.username)
                # Anonymous: either the user or a thief presented the token.
                actor, revokes = anonymous(origin), revocation.of_sessions(ended, owner.user_id)
                await self.trail.record(tx, actor, "auth.refresh_reused", target, revokes, session=session_id)
        return session if verdict is Replay.WITHIN_GRACE else verdict

    async def _record_grace(
        self, tx: Transaction, session_id: int, session: Rotation, origin: Origin, changes: list[str], now: int
    ) -> None:
        """A thief can send the user agent of the user: so the session shows the client, and the trail has an entry."""
        await sessions.record_client(tx, session_id, session.generation, origin, now)
        user = await users.find(tx, session.user_id)
        target = user_target(user) if user else Target(f"user:{session.user_id}", "")
        await self.trail.record(
            tx, anonymous(origin), "auth.refresh_grace", target, session=session_id, changed=changes
        )


def _changes(session: Rotation, origin: Origin) -> list[str]:
    """How the client that repeats a refresh token differs from the one that holds its successor (decision 23)."""
    same = {
        "network": network_of(session.address) == network_of(origin.address),
        "userAgent": session.user_agent == shown_user_agent(origin),
    }
    return [name for name, unchanged in same.items() if not unchanged]
