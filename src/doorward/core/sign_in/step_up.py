"""Recent authentication: sensitive changes ask a session for it, and its user authenticates again (decision 29)."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.crypto.passwords.hasher import NO_PASSWORD, Hasher
from doorward.database.protocol import Database, Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.factors import PASSKEY, Proof
from doorward.domain.sign_in.sessions import SessionPolicy
from doorward.domain.sign_in.strength import Strength
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User
from doorward.errors import EnrolmentRequired, InvalidCode, SessionEnded, StepUpRequired, TooManyRequests, WrongPassword
from doorward.store import users
from doorward.store.sign_in import sessions
from doorward.store.sign_in.factors import has_second_passkey
from doorward.token_buckets import TokenBuckets

MINUTE: Final = 60_000
TRIES: Final = 60


class StepUp(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    throttle: Throttle
    factors: SecondFactors
    session_policy: SessionPolicy
    max_age: int  # Seconds.
    rp_id: str  # The host that passkeys belong to; empty where there can be none.
    trail: AuditTrail
    clock: Callable[[], int]
    # Limits how often a user presents a factor in a session.
    rate: TokenBuckets = field(default_factory=lambda: TokenBuckets(TRIES, MINUTE))

    async def require_recent(self, tx: Transaction, actor: Actor) -> AuthContext | None:
        """Raises unless the user of the session authenticated lately, and returns how. Call it in the transaction of
        the change: a session that ended meanwhile then changes nothing. None for an operator on the command line, who
        has no session. An API key cannot authenticate again."""
        actor.require_own_session()
        if actor.session_id is None:
            return None
        context, stored, factors = await sessions.get_auth_context(tx, actor.session_id)
        if context.is_recent(self.clock(), self.max_age * 1000) and (context.has_factor or not factors):
            return context
        by_password = [] if factors or stored == NO_PASSWORD else ["password"]
        methods = await self.methods(tx, actor, factors)
        raise StepUpRequired(methods or by_password, max_age=self.max_age)

    async def require_recent_factor(self, actor: Actor) -> None:
        """For permissions that ask for a fresh second factor. A user without one must set it up first."""
        actor.require_own_session()
        context, _, factors = await sessions.get_auth_context(self.database, actor.session_id or 0)
        if not factors:
            raise EnrolmentRequired(Strength.TWO_FACTORS.wire)
        if not (context.has_factor and context.is_recent(self.clock(), self.max_age * 1000)):
            raise StepUpRequired(await self.methods(self.database, actor, factors), max_age=self.max_age)

    async def methods(
        self, reader: Reader, actor: Actor, factors: int, required: Strength = Strength.TWO_FACTORS
    ) -> list[str]:
        """What the user can present here. Passkeys of a host that the service had before are of no use."""
        methods = rights.step_up_methods(factors, required)
        if PASSKEY in methods and not await has_second_passkey(reader, actor.user_id or 0, self.rp_id):
            methods.remove(PASSKEY)
        return methods

    async def by_password(self, actor: Actor, password: str) -> Tokens:
        """Authenticates the user of a session again. A wrong password counts as a failed sign-in."""
        found = await users.find_with_password(self.database, actor.user_id or 0)
        if found is None:
            raise SessionEnded
        user, stored = found
        if user.factors:  # A thief of session and password must not be able to remove the second factor.
            raise StepUpRequired(await self.methods(self.database, actor, user.factors), max_age=self.max_age)
        attempt = self.throttle.attempt(user.username, actor.origin.address)
        async with self.throttle.turn(attempt), self.hasher.slot(attempt.sources[-1], stored) as slot:
            await self.throttle.count(attempt)
            proven = None
            matches, issued_at = await slot.verify(password, stored), self.clock()
            if matches and stored != NO_PASSWORD:
                proven = await self._record(actor, user, stored, attempt)
            if proven is None:
                await self._record_failure(actor, user)
                raise WrongPassword("password")
        current, generation, context = proven
        return issue(self.keys, current, actor.session_id or 0, generation, context, issued_at)

    @transaction
    async def _record(
        self, tx: Transaction, actor: Actor, user: User, verified: str, attempt: Attempt
    ) -> tuple[User, int, AuthContext] | None:
        """The user, and the generation of the next refresh token; None when the password is no longer the verified
        one."""
        now = self.clock()
        acting = await rights.current(tx, actor, now)
        found = await users.find_with_password(tx, user.id)
        if found is None or found[1] != verified:
            return None
        step = 1 if self.session_policy.rotation else 0
        generation, context = await sessions.authenticate_again(tx, acting.session_id or 0, BY_PASSWORD, step, now)
        await self.throttle.succeeded(tx, attempt, now)
        await self.trail.record(tx, acting, "auth.step_up", user_target(user), session=acting.session_id)
        return found[0], generation, context

    async def by_factor(self, actor: Actor, method: str, proof: Proof) -> Tokens:
        if wait := self.rate.take(actor.ref, self.clock()):  # Each is an entry of the audit trail.
            raise TooManyRequests("step-up", TRIES, MINUTE // 1000, -(-wait // 1000))
        issued_at = self.clock()
        proven = await self._by_factor(actor, method, proof)
        if proven is None:
            raise InvalidCode
        user, generation, context = proven
        return issue(self.keys, user, actor.session_id or 0, generation, context, issued_at)

    @transaction
    async def _by_factor(
        self, tx: Transaction, actor: Actor, method: str, proof: Proof
    ) -> tuple[User, int, AuthContext] | None:
        now = self.clock()
        acting = await rights.current(tx, actor, now)
        await users.lock_row(tx, acting.user_id or 0)  # Before attempts and sessions, as in a password change.
        user = await rights.own_user(tx, acting)
        bound = replace(proof, session_id=acting.session_id)
        proved = await self.factors.verify(tx, user, method, bound, acting.origin)
        if proved is None:
            await self.trail.record(tx, acting, "auth.step_up_failed", user_target(user), method=method)
            return None
        step = 1 if self.session_policy.rotation else 0
        generation, context = await sessions.authenticate_again(tx, acting.session_id or 0, proved, step, now)
        await self.trail.record(tx, acting, "auth.step_up", user_target(user), session=acting.session_id, method=method)
        return user, generation, context

    @transaction
    async def _record_failure(self, tx: Transaction, actor: Actor, user: User) -> None:
        await self.trail.record(tx, actor, "auth.step_up_failed", user_target(user))
