"""A sign-in from its first factor to its session (docs/decisions/0032).

Every way in proves a first factor and comes here. A user with a second factor gets no session yet but a flow, which is
neither an access token nor a refresh token; proving the second factor finishes it.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core.audit.trail import AuditTrail
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.core.sign_in.opening import OpenedSession, SessionOpener
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import user_target
from doorward.domain.sign_in.auth_context import BY_PASSWORD
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.one_time_tokens import WrongCode
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User
from doorward.errors import InvalidCode, SecondFactorRequired, SignInExpired
from doorward.store import users

PURPOSE: Final = "sign_in"
PENDING_TTL: Final = 600_000  # Milliseconds: time to find a telephone, and to wait for the next code.


class PendingSignIn(Struct, frozen=True):
    """A sign-in that waits for a second factor."""

    flow: str
    methods: list[str]
    expires_in: int  # Seconds.


class SignInFlow(Struct, frozen=True):
    database: Database
    opener: SessionOpener
    tokens: OneTimeTokens
    factors: SecondFactors
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]

    async def proceed(
        self,
        tx: Transaction,
        user_id: int,
        method: str,
        origin: Origin,
        *,
        verified_hash: str | None = None,
        attempt: Attempt | None = None,
    ) -> OpenedSession | PendingSignIn | None:
        """Goes on after a user proved the first factor in this transaction: `verified_hash` is the hash that a password
        matched, and `attempt` what was counted for it. None when the user is disabled, was deleted or has another
        password by now. Pass the result to `conclude` after the commit."""
        kinds = await users.record_first_factor(tx, user_id, verified_hash, self.clock())
        if kinds is None:
            return None
        # The rows of attempts come before the entry in the trail, whose lane other transactions wait for.
        if kinds:
            if attempt is not None:
                await self.throttle.undo(tx, attempt, self.clock())
            return await self._wait(tx, user_id, method, origin)
        if attempt is not None:
            await self.throttle.succeeded(tx, attempt, self.clock())
        return await self.opener.open(tx, user_id, method, origin)

    async def finish(self, tx: Transaction, user_id: int, methods: str, origin: Origin) -> OpenedSession | None:
        """Opens the session of a user who proved all factors; None when the user is disabled or was deleted."""
        if not await users.record_login(tx, user_id, self.clock()):
            return None
        return await self.opener.open(tx, user_id, methods, origin)

    def conclude(self, outcome: OpenedSession | PendingSignIn) -> tuple[Tokens, User]:
        """After the commit: the tokens of the session, or the fault that asks for the second factor."""
        if isinstance(outcome, PendingSignIn):
            raise SecondFactorRequired(outcome.flow, outcome.methods, outcome.expires_in)
        return self.opener.issue(outcome), outcome.user

    async def _wait(self, tx: Transaction, user_id: int, method: str, origin: Origin) -> PendingSignIn:
        user = await users.find(tx, user_id)
        assert user is not None  # noqa: S101  (its row is locked)
        issued = await self.tokens.issue(tx, PURPOSE, ttl=PENDING_TTL, user_id=user_id, payload=method.encode())
        methods = self.factors.offered_to(user)
        await self.trail.record(tx, anonymous(origin), "auth.second_factor_asked", user_target(user), methods=methods)
        return PendingSignIn(issued.flow, methods, PENDING_TTL // 1000)

    async def resume(self, flow: str, method: str, proof: Proof, origin: Origin) -> tuple[Tokens, User]:
        """Finishes a pending sign-in by a second factor. A flow has five tries in all."""
        # A look outside any transaction: made-up flows cost neither a lock nor a write.
        if await self.tokens.find_flow(self.database, PURPOSE, flow) is None:
            raise SignInExpired
        outcome = await self._resume(flow, method, proof, origin)
        if outcome is None:
            raise SignInExpired
        if isinstance(outcome, WrongCode):
            raise InvalidCode(outcome.remaining)
        return self.conclude(outcome)

    @transaction
    async def _resume(
        self, tx: Transaction, flow: str, method: str, proof: Proof, origin: Origin
    ) -> OpenedSession | WrongCode | None:
        """Returns its decision: raising would take the counted try back."""
        found = await self.tokens.find_flow(tx, PURPOSE, flow)
        if found is None:
            return None
        # First the user, then the flow, then attempts: the order of sign-ins and password changes, and of deletions.
        await users.lock_row(tx, found.user_id or 0)
        # Of concurrent requests one finds the flow, and the others waited for the outcome.
        remaining = await self.tokens.try_flow(tx, PURPOSE, flow)
        user = await users.find(tx, found.user_id or 0)
        if remaining is None or user is None:
            return None
        first = found.payload.decode()
        by_password = self.throttle.attempt(user.username, origin.address) if first == BY_PASSWORD else None
        if by_password is not None:
            await self.throttle.reserve(tx, by_password)  # Before the rows that a code is counted under.
        proved = await self.factors.verify(tx, user, method, proof, origin)
        if proved is None:
            await self.trail.record(
                tx,
                anonymous(origin),
                "auth.login_failed",
                user_target(user),
                reason=InvalidCode.reason,
                method=method,
            )
            return WrongCode(remaining)
        await self.tokens.take_flow(tx, PURPOSE, flow)
        if by_password is not None:
            await self.throttle.finished(tx, by_password, self.clock())
        return await self.finish(tx, user.id, f"{first} {proved}", origin)
