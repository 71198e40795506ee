"""Asking for a new password, and setting it."""

from typing import Any

from doorward.core import UseCases, rights
from doorward.core.mail import recipients
from doorward.core.sign_in.email_changes import discard_pending
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Origin, anonymous
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.one_time_tokens import PASSWORD_RESET, OneTimeToken
from doorward.domain.sign_in.throttle import networks_of
from doorward.errors import InvalidOneTimeToken
from doorward.features.recovery.links import PASSED_ON, find_passed_on, issuer_of, mail_link
from doorward.features.recovery.model import RecoverySettings, ResetRequest
from doorward.store import users
from doorward.store.sign_in import devices, sessions


class Recovery(UseCases, frozen=True):
    @transaction
    async def request(self, tx: Transaction, identifier: str, language: str, origin: Origin) -> None:
        """Writes one row, whatever the identifier: the job finds the user (docs/decisions/0026)."""
        await self.core.mail_limits.admit(tx, origin.address)
        await self.core.deferred.put(tx, PASSWORD_RESET, ResetRequest(identifier, language, origin))

    async def carry_out_requests(self) -> None:
        await self.core.deferred.work(PASSWORD_RESET, ResetRequest, self._carry_out)

    async def _carry_out(self, tx: Transaction, wanted: ResetRequest) -> None:
        made = await recipients.decide(tx, wanted.identifier, self.core.mail_limits, self.core.trail)
        if made.recipient:
            ttl = 1000 * self.core.settings.section(RecoverySettings).reset_ttl
            await mail_link(self.core, tx, made.recipient, wanted.language, ttl)
        actor, action = anonymous(wanted.origin), "auth.password_reset_requested"
        await self.core.trail.record(tx, actor, action, made.target, outcome=made.outcome)

    async def reset(self, token: str, password: str, language: str, origin: Origin) -> None:
        found = await self._find(self.database, token)
        user = await users.find(self.database, found.user_id or 0) if found else None
        if user is None:
            raise InvalidOneTimeToken
        await self.core.policy.check(password, username=user.username, email=user.email)
        # Hash outside any transaction, and only for a valid token: a made-up one must not cost a hash.
        async with self.core.hasher.slot(networks_of(origin.address)[-1]) as slot:
            new_hash = await slot.hash(password)
        if not await self._reset(token, new_hash, language, origin):
            raise InvalidOneTimeToken

    @transaction
    async def _reset(self, tx: Transaction, token: str, new_hash: str, language: str, origin: Origin) -> bool:
        await tx.lock(rights.LOCK)  # A change of address that is being confirmed must not outlive the old password.
        found = await self._find(tx, token)
        if found is None or await self.core.one_time_tokens.take_link(tx, found.purpose, token) is None:
            return False
        # A link that an administrator passed on proves nothing about the address.
        address, now = None if found.purpose == PASSED_ON else found.subject, self.core.clock()
        if not await users.reset_password(tx, found.user_id or 0, address, new_hash, now):
            return False
        user = await users.find(tx, found.user_id or 0)
        if user is None:
            return False
        ended = await sessions.end_all(tx, user.id)
        await discard_pending(tx, user.id, now)
        await devices.revoke_trust(tx, user.id)
        # Failures against the old password do not count for the new one.
        await self.core.sign_in.throttle.forgive(tx, user, [user.username], origin.address)
        await self.core.mailbox.tell_password_changed(tx, user, language)
        actor = Actor(user.id, None, (), origin, user.username)
        revokes = revocation.of_sessions(ended, user.id)
        details: dict[str, Any] = {"sessionsEnded": len(ended)}
        if found.purpose == PASSED_ON:
            details["issuer"] = f"user:{issuer_of(found)}"
        await self.core.trail.record(tx, actor, "auth.password_reset", user_target(user), revokes, **details)
        return True

    async def _find(self, reader: Reader, token: str) -> OneTimeToken | None:
        """The token of a mailed link, or of one that an administrator passed on."""
        tokens = self.core.one_time_tokens
        mailed = await tokens.find_link(reader, PASSWORD_RESET, token)
        return mailed or await find_passed_on(tokens, reader, token)
