"""Asking for a code, and signing in by it (docs/decisions/0029)."""

from msgspec import Struct

from doorward.core import Core
from doorward.core.sign_in.flow import PendingSignIn
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.tokens import Tokens
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous
from doorward.domain.audit import Target, user_target
from doorward.domain.sign_in.auth_context import BY_EMAIL_CODE
from doorward.domain.sign_in.one_time_tokens import IssuedToken, OneTimeToken, WrongCode, digits
from doorward.domain.sign_in.throttle import Attempt, account_key
from doorward.domain.times import readable
from doorward.domain.users import User, fold
from doorward.errors import InvalidCode
from doorward.features.email_code import queries
from doorward.features.email_code.model import PURPOSE, CodeRequest, EmailCodeDisabled, EmailCodeSettings
from doorward.store import users
from doorward.store.sign_in import one_time_tokens


class EmailCodes(Struct, frozen=True):
    core: Core

    @property
    def database(self) -> Database:
        return self.core.database

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
        found = await users.find_for_login(tx, wanted.identifier, by_email=True)
        user = found[0] if found else None
        outcome = await self._mail(tx, user, wanted) if user else "unknown"
        target = user_target(user) if user else self.core.trail.unknown_user(self._unknown(wanted.identifier))
        actor = anonymous(wanted.origin)
        await self.core.trail.record(tx, actor, "auth.email_code_requested", target, outcome=outcome)

    async def _mail(self, tx: Transaction, user: User, wanted: CodeRequest) -> str:
        """An address that is not verified was set by an administrator or an import, and the code verifies it."""
        if not user.enabled:
            return "disabled"
        if user.email is None:
            return "no_address"
        if not await self.core.mail_limits.may_send(tx, user.email):
            return "limited"
        # Bound to the address: its code must not sign in to an account that has another one by then.
        await one_time_tokens.assign(tx, wanted.token_id, user.id, fold(user.email))
        await self.core.mailbox.queue(
            tx,
            "email_code",
            user.email,
            wanted.language,
            user_id=user.id,
            name=user.name,
            code=wanted.code,
            expires=readable(wanted.expires_at),
        )
        return "mailed"

    async def verify(self, flow: str, code: str, origin: Origin) -> tuple[Tokens, User]:
        if not self.settings.email_code:
            raise EmailCodeDisabled
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
        taken = await self.core.one_time_tokens.take_code(tx, PURPOSE, flow, code)
        if found is None or taken is None:
            return 0
        # Flows allow five tries each, and an attacker can begin one after the other: so failures are counted for the
        # account as well. While it is blocked this raises, which takes everything back, also for the right code.
        throttle, attempt = self.core.sign_in.throttle, self._attempt(found, origin)
        await throttle.count_within(tx, attempt)
        opened = None if isinstance(taken, WrongCode) else await self._open(tx, taken, attempt, origin)
        if opened is None:
            target = await self._target(tx, found)
            reason = InvalidCode.reason
            await self.core.trail.record(tx, anonymous(origin), "auth.login_failed", target, reason=reason)
        return opened or (taken.remaining if isinstance(taken, WrongCode) else 0)

    async def _open(
        self, tx: Transaction, taken: OneTimeToken, attempt: Attempt, origin: Origin
    ) -> OpenedSession | PendingSignIn | None:
        now = self.core.clock()
        if taken.user_id is None or not await queries.verify_address(tx, taken.user_id, taken.subject, now):
            return None
        await self.core.sign_in.throttle.succeeded(tx, attempt, now)
        return await self.core.sign_in.flow.proceed(tx, taken.user_id, BY_EMAIL_CODE, origin)

    def _attempt(self, found: OneTimeToken, origin: Origin) -> Attempt:
        """Names apart from those of passwords: guessed codes must not lock the password, nor the other way round. No
        username contains a control character."""
        account = f"\x1f{PURPOSE} {found.subject if found.user_id is None else found.user_id}"
        return self.core.sign_in.throttle.attempt(account, origin.address)

    def _unknown(self, identifier: str) -> str:
        return account_key(identifier, self.core.trail.chain().fingerprint)

    async def _target(self, tx: Transaction, found: OneTimeToken) -> Target:
        user = await users.find(tx, found.user_id) if found.user_id is not None else None
        return user_target(user) if user else self.core.trail.unknown_user(found.subject)
