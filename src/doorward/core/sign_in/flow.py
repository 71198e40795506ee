"""A sign-in from its first factor to its session (docs/decisions/0032).

Every way in proves a first factor and comes here. A user with a second factor gets no session yet but a flow, which is
neither an access token nor a refresh token; proving the second factor finishes it. A trusted device stands for the
second factor; a device that is not known may have to prove a mailed code (docs/decisions/0035).
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core.audit.trail import AuditTrail
from doorward.core.sign_in.devices import Devices, KnownDevice
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.core.sign_in.opening import OpenedSession, SessionOpener
from doorward.core.sign_in.second_factors import SecondFactors
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import user_target
from doorward.domain.sign_in.auth_context import BY_EMAIL_CODE, BY_PASSWORD, BY_TRUSTED_DEVICE
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.one_time_tokens import WrongCode, digits
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import User
from doorward.errors import InvalidCode, SecondFactorRequired, SignInExpired, TooManyMails
from doorward.store import users

PURPOSE: Final = "sign_in"
PENDING_TTL: Final = 600_000  # Milliseconds: time to find a telephone, and to wait for the next code.
MAILED_CODE: Final = "emailCode"


class PendingSignIn(Struct, frozen=True):
    """A sign-in that waits for a second factor, or for a mailed code."""

    flow: str
    methods: list[str]
    expires_in: int  # Seconds.
    limited: TooManyMails | None = None  # In the place of a flow: no further code is mailed for now.


class SignInFlow(Struct, frozen=True):
    database: Database
    opener: SessionOpener
    tokens: OneTimeTokens
    factors: SecondFactors
    devices: Devices
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
        watched = self.devices.watched
        first = await users.record_first_factor(tx, user_id, verified_hash, self.clock(), last=not watched)
        if first is None:
            return None
        # The rows of attempts come before the entry in the trail, whose lane other transactions wait for.
        if first.factors:
            if await self.devices.is_trusted(tx, user_id, origin):
                await self._succeeded(tx, attempt)
                return await self.finish(tx, user_id, f"{method} {BY_TRUSTED_DEVICE}", origin)
            if attempt is not None:
                await self.throttle.undo(tx, attempt, self.clock())
            return await self._wait(tx, user_id, method, origin)
        if not watched:
            await self._succeeded(tx, attempt)
            return await self.opener.open(tx, user_id, method, origin)
        known, is_first = await self.devices.recognise(tx, user_id, origin), first.last_login_at is None
        if self.devices.verified and known is None and not is_first and method != BY_EMAIL_CODE:
            pending = await self._wait_for_mailed_code(tx, user_id, method, origin, attempt)
            if pending is not None:
                return pending
        await self._succeeded(tx, attempt)
        return await self._open(tx, user_id, method, origin, known, tells=not is_first)

    async def _succeeded(self, tx: Transaction, attempt: Attempt | None) -> None:
        if attempt is not None:
            await self.throttle.succeeded(tx, attempt, self.clock())

    async def finish(
        self, tx: Transaction, user_id: int, methods: str, origin: Origin, *, trust: bool = False, told: bool = False
    ) -> OpenedSession | None:
        """Opens the session of a user who proved all factors; None when the user is disabled or was deleted. `trust`:
        the device may skip the second factor from now on. `told`: the user knows of the device by a mail."""
        if not self.devices.watched and not trust:
            recorded = await users.record_login(tx, user_id, self.clock())
            return await self.opener.open(tx, user_id, methods, origin) if recorded else None
        is_first = await users.lock_row(tx, user_id) is None
        known = await self.devices.recognise(tx, user_id, origin)
        tells = self.devices.watched and not is_first and not told
        return await self._open(tx, user_id, methods, origin, known, tells=tells, trust=trust)

    async def _open(
        self,
        tx: Transaction,
        user_id: int,
        methods: str,
        origin: Origin,
        known: KnownDevice | None,
        *,
        tells: bool,
        trust: bool = False,
    ) -> OpenedSession | None:
        """Opens a session and remembers its device. `tells`: the user learns of a new one by mail; not at the first
        sign-in of all, which is no news."""
        if not await users.record_login(tx, user_id, self.clock()):
            return None
        noted = await self.devices.note(tx, user_id, origin, known, tells=tells, trust=trust)
        opened = await self.opener.open(tx, user_id, methods, origin)
        await self.devices.record(tx, opened.user, origin, noted)
        return replace(opened, device=noted.secret)

    def conclude(self, outcome: OpenedSession | PendingSignIn) -> tuple[Tokens, User]:
        """After the commit: the tokens of the session, or the fault that asks for the second factor."""
        if isinstance(outcome, PendingSignIn):
            trust = self.devices.trust_ttl // 1000 if MAILED_CODE not in outcome.methods else 0
            raise outcome.limited or SecondFactorRequired(outcome.flow, outcome.methods, outcome.expires_in, trust)
        return self.opener.issue(outcome), outcome.user

    async def _wait(self, tx: Transaction, user_id: int, method: str, origin: Origin) -> PendingSignIn:
        user = await users.find(tx, user_id)
        assert user is not None  # noqa: S101  (its row is locked)
        issued = await self.tokens.issue(tx, PURPOSE, ttl=PENDING_TTL, user_id=user_id, payload=method.encode())
        return await self._asked(tx, user, issued.flow, await self.factors.offered_to(tx, user), origin)

    async def _wait_for_mailed_code(
        self, tx: Transaction, user_id: int, method: str, origin: Origin, attempt: Attempt | None
    ) -> PendingSignIn | None:
        """None for a user without an address: a signal asks for more where it can, and locks no user out."""
        user = await users.find(tx, user_id)
        if user is None or user.email is None:
            return None
        if attempt is not None:
            await self.throttle.undo(tx, attempt, self.clock())
        limited = await self.devices.limit_of_codes(tx, user.email)
        if limited is not None:
            await self._asked(tx, user, "", [MAILED_CODE], origin, outcome="limited")
            return PendingSignIn("", [MAILED_CODE], 0, limited)
        issued = await self.tokens.issue(
            tx, PURPOSE, ttl=PENDING_TTL, user_id=user_id, payload=method.encode(), code=True
        )
        await self.devices.mail_code(tx, user, issued, origin)
        return await self._asked(tx, user, issued.flow, [MAILED_CODE], origin)

    async def _asked(
        self, tx: Transaction, user: User, flow: str, methods: list[str], origin: Origin, **details: str
    ) -> PendingSignIn:
        action, target = "auth.second_factor_asked", user_target(user)
        await self.trail.record(tx, anonymous(origin), action, target, methods=methods, **details)
        return PendingSignIn(flow, methods, PENDING_TTL // 1000)

    async def resume(
        self, flow: str, method: str, proof: Proof, origin: Origin, *, trust: bool = False
    ) -> tuple[Tokens, User]:
        """Finishes a pending sign-in by a second factor, or by the code that was mailed for it. A flow has five tries
        in all. `trust`: as for `finish`."""
        # A look outside any transaction: made-up flows cost neither a lock nor a write.
        if await self.tokens.find_flow(self.database, PURPOSE, flow) is None:
            raise SignInExpired
        outcome = await self._resume(flow, method, proof, origin, trust=trust and bool(self.devices.trust_ttl))
        if outcome is None:
            raise SignInExpired
        if isinstance(outcome, WrongCode):
            raise InvalidCode(outcome.remaining)
        return self.conclude(outcome)

    @transaction
    async def _resume(
        self, tx: Transaction, flow: str, method: str, proof: Proof, origin: Origin, *, trust: bool
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
        if method == MAILED_CODE:
            proved = await self._verify_mailed_code(tx, user, flow, proof, origin)
        else:
            proved = await self.factors.verify(tx, user, method, proof, origin)
        if proved is None:
            await self.trail.record(
                tx, anonymous(origin), "auth.login_failed", user_target(user), reason=InvalidCode.reason, method=method
            )
            return WrongCode(remaining)
        await self.tokens.take_flow(tx, PURPOSE, flow)
        if by_password is not None:
            await self.throttle.finished(tx, by_password, self.clock())
        by_mail = proved == BY_EMAIL_CODE
        return await self.finish(tx, user.id, f"{first} {proved}", origin, trust=trust and not by_mail, told=by_mail)

    async def _verify_mailed_code(
        self, tx: Transaction, user: User, flow: str, proof: Proof, origin: Origin
    ) -> str | None:
        """Only a flow for which a code was mailed has one. It is not enough for a user who set up a second factor since
        then: the row is locked, so that no factor is added before the commit."""
        if user.factors:
            return None

        async def verify() -> str | None:
            matches = await self.tokens.has_code(tx, PURPOSE, flow, digits(proof.code))
            return BY_EMAIL_CODE if matches else None

        return await self.factors.guess(tx, user, origin, verify)
