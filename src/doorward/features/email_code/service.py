"""Asking for a code, and signing in by it (docs/decisions/0029)."""

from collections.abc import Sequence

from msgspec.structs import replace

from doorward.core import UseCases
from doorward.core.mail import recipients
from doorward.core.mail.recipients import Recipient
from doorward.core.sign_in.flow import PendingSignIn
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.tokens import Tokens
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.sign_in.auth_context import BY_EMAIL_CODE
from doorward.domain.sign_in.one_time_tokens import IssuedToken, OneTimeToken, WrongCode, digits
from doorward.domain.sign_in.throttle import Attempt, account_key, mailed_code_account
from doorward.domain.times import readable
from doorward.domain.users import User, fold
from doorward.errors import InvalidCode
from doorward.features.email_code import queries
from doorward.features.email_code.model import PURPOSE, CodeRequest, EmailCodeDisabled, EmailCodeSettings
from doorward.store import users


class EmailCodes(UseCases, frozen=True):
    @property
    def settings(self) -> EmailCodeSettings:
        return self.core.settings.section(EmailCodeSettings)

    async def request(self, identifier: str, language: str, origin: Origin) -> IssuedToken:
        if not self.settings.email_code:
            raise EmailCodeDisabled
        return await self._issue(identifier, language, origin)

    @transaction
    async def _issue(self, tx: Transaction, identifier: str, language: str, origin: Origin) -> IssuedToken:
        """Writes the same rows whatever the identifier. The flow has no user until the job has found one, so that a
        code for an unknown one has tries like any other."""
        await self.core.mail_limits.admit(tx, origin.address)
        issued = await self.core.one_time_tokens.issue(
            tx, PURPOSE, ttl=self.settings.email_code_ttl * 1000, subject=self._unknown(identifier), code=True
        )
        wanted = CodeRequest(issued.id, issued.code, issued.expires_at, identifier, language, origin)
        await self.core.deferred.put(tx, PURPOSE, wanted)
        return issued

    async def carry_out_requests(self) -> None:
        await self.core.deferred.work(PURPOSE, CodeRequest, self._carry_out)

    async def _carry_out(self, tx: Transaction, wanted: CodeRequest) -> None:
        made = await recipients.decide(tx, wanted.identifier, self.core.mail_limits, self.core.trail)
        if made.recipient:
            await self._mail(tx, made.recipient, wanted)
        actor, action = anonymous(wanted.origin), "auth.email_code_requested"
        await self.core.trail.record(tx, actor, action, made.target, outcome=made.outcome)

    async def _mail(self, tx: Transaction, to: Recipient, wanted: CodeRequest) -> None:
        # Bound to the address: its code must not sign in to an account that has another one by then.
        await self.core.one_time_tokens.assign(tx, wanted.token_id, to.user.id, fold(to.address).encode())
        await self.core.mailbox.queue(
            tx,
            "email_code",
            to.address,
            wanted.language,
            user_id=to.user.id,
            name=to.user.name,
            code=wanted.code,
            expires=readable(wanted.expires_at),
        )

    async def verify(self, flow: str, code: str, origin: Origin) -> tuple[Tokens, User]:
        if not self.settings.email_code:
            raise EmailCodeDisabled
        # Outside any transaction: a made-up flow costs neither a lock nor a write.
        if await self.core.one_time_tokens.find_flow(self.database, PURPOSE, flow) is None:
            raise InvalidCode(0)
        outcome = await self._verify(flow, digits(code), origin)
        if isinstance(outcome, int):
            raise InvalidCode(outcome)
        return self.core.sign_in.flow.conclude(outcome)

    @transaction
    async def _verify(
        self, tx: Transaction, flow: str, code: str, origin: Origin
    ) -> OpenedSession | PendingSignIn | int:
        """The session or the pending sign-in, or how many tries the flow has left: raising would take the counted try
        back."""
        found = await self.core.one_time_tokens.find_flow(tx, PURPOSE, flow)
        # Before the rows of the flow and of failures, as in every change of a user, so that none waits for the other.
        # Without a user as well: the time of the statement would tell unknown identifiers apart.
        await users.lock_row(tx, (found.user_id if found else None) or 0)
        taken = await self.core.one_time_tokens.take_code(tx, PURPOSE, flow, code)
        if found is None or taken is None:
            return 0
        # Flows allow five tries each, and an attacker can begin one after the other: so failures are counted for the
        # account as well. While it is blocked this raises, which takes everything back, also for the right code.
        attempts = self._attempts(found, origin)
        for attempt in attempts:
            await self.core.sign_in.throttle.count_within(tx, attempt)
        opened = None if isinstance(taken, WrongCode) else await self._open(tx, taken, attempts, origin)
        if opened is None:
            target = await self._target(tx, found)
            reason = InvalidCode.reason
            await self.core.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)
        return opened or (taken.remaining if isinstance(taken, WrongCode) else 0)

    async def _open(
        self, tx: Transaction, taken: OneTimeToken, attempts: Sequence[Attempt], origin: Origin
    ) -> OpenedSession | PendingSignIn | None:
        now = self.core.clock()
        address = taken.payload.decode()
        if taken.user_id is None or not await queries.verify_address(tx, taken.user_id, address, now):
            return None
        for attempt in attempts:
            await self.core.sign_in.throttle.succeeded(tx, attempt, now)
        return await self.core.sign_in.flow.proceed(tx, taken.user_id, BY_EMAIL_CODE, origin)

    def _attempts(self, found: OneTimeToken, origin: Origin) -> list[Attempt]:
        """Counted under what was typed, as for an identifier that does not exist: a count that began anew with the user
        would tell that there is one. And for the user, so that a second identifier of theirs gives no further guesses;
        the networks have been counted then. Apart from passwords: guessed codes must not lock them, nor the other way
        round."""
        throttle = self.core.sign_in.throttle
        typed = throttle.attempt(mailed_code_account(found.subject), origin.address)
        if found.user_id is None:
            return [typed]
        of_user = throttle.attempt(mailed_code_account(found.user_id), origin.address)
        return [replace(of_user, networks=()), typed]

    def _unknown(self, identifier: str) -> str:
        return account_key(identifier, self.core.trail.chain().fingerprint)

    async def _target(self, tx: Transaction, found: OneTimeToken) -> Target:
        user = await users.find(tx, found.user_id) if found.user_id is not None else None
        return user_target(user) if user else self.core.trail.unknown_user(found.subject)
