"""Confirming and revoking a change of address. It begins in the kernel, where users update their profile."""

from enum import Enum, auto

from doorward.core import UseCases, rights
from doorward.core.sign_in import email_changes
from doorward.crypto.passwords.hasher import NO_PASSWORD
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor, Origin
from doorward.domain.audit import differences, user_target
from doorward.domain.events import revocation
from doorward.domain.sign_in.one_time_tokens import EMAIL_CONFIRM, EMAIL_REVOKE, OneTimeToken
from doorward.domain.sign_in.sessions import EndedSessions
from doorward.domain.users import Profile, User
from doorward.errors import EmailTaken, InvalidOneTimeToken
from doorward.store import api_keys, identifiers, users
from doorward.store.sign_in import devices, factors, one_time_tokens, sessions


class Outcome(Enum):
    DONE = auto()
    INVALID = auto()
    TAKEN = auto()


class EmailChange(UseCases, frozen=True):
    async def confirm(self, token: str, origin: Origin) -> None:
        outcome = await self._confirm(token, origin)
        if outcome is Outcome.INVALID:
            raise InvalidOneTimeToken
        if outcome is Outcome.TAKEN:
            raise EmailTaken  # Told to a reader of mails to this address only.

    @transaction
    async def _confirm(self, tx: Transaction, token: str, origin: Origin) -> Outcome:
        await tx.lock(rights.LOCK)  # Read-then-write, and the link that revokes may be used at the same time.
        now, taken = self.core.clock(), await self.core.one_time_tokens.take_link(tx, EMAIL_CONFIRM, token)
        user = await users.find(tx, taken.user_id or 0) if taken else None
        if taken is None or user is None or not user.enabled:
            return Outcome.INVALID
        email = taken.payload.decode()
        if await identifiers.email_in_use(tx, email, by_other_than=user.id):
            await one_time_tokens.discard_of_subject(tx, str(taken.id), EMAIL_REVOKE)
            await users.set_pending_email(tx, user.id, None, now)
            return Outcome.TAKEN
        await users.update(tx, user, Profile(email=email, email_verified=1), None, now)
        # Links to reset the password were mailed to the former address.
        await email_changes.discard_pending(tx, user.id, now)
        await self._record(tx, user, origin, "auth.email_changed")
        return Outcome.DONE

    async def revoke(self, token: str, origin: Origin) -> None:
        if not await self._revoke(token, origin):
            raise InvalidOneTimeToken

    @transaction
    async def _revoke(self, tx: Transaction, token: str, origin: Origin) -> bool:
        await tx.lock(rights.LOCK)
        now, taken = self.core.clock(), await self.core.one_time_tokens.take_link(tx, EMAIL_REVOKE, token)
        user = await users.find(tx, taken.user_id or 0) if taken else None
        if taken is None or user is None:
            return False
        if await one_time_tokens.cancel_email_change(tx, user.id, int(taken.subject)):
            await users.set_pending_email(tx, user.id, None, now)
            await self._record(tx, user, origin, "auth.email_change_revoked")
            return True
        ended = await self._restore(tx, user, taken, now)
        details = {"restored": True, "sessionsEnded": len(ended)}
        await self._record(
            tx, user, origin, "auth.email_change_revoked", revocation.of_sessions(ended, user.id), **details
        )
        return True

    async def _restore(self, tx: Transaction, user: User, taken: OneTimeToken, now: int) -> EndedSessions:
        """Gives the account back to the reader of the former address; returns the sessions that ended.

        The address was changed with the password, so the password is known to a thief: it is removed, and a new one is
        set by a mail to the restored address.
        """
        former = taken.payload.decode()
        free = not await identifiers.email_in_use(tx, former, by_other_than=user.id)
        # The click proves the address. One that another user has by now cannot return; an administrator has to help.
        restored = Profile(email=former, email_verified=1) if free else Profile(email=None, email_verified=0)
        await users.update(tx, user, restored, NO_PASSWORD, now)
        await one_time_tokens.discard_after_restoring(tx, user.id, taken.id)
        await users.set_pending_email(tx, user.id, None, now)
        await devices.forget_all(tx, user.id)
        # All of them: a thief may have added one before changing the address.
        await factors.demote_passkeys(tx, user.id, 0, now)
        await api_keys.delete_all(tx, user.id)
        return await sessions.end_all(tx, user.id)

    async def _record(
        self, tx: Transaction, before: User, origin: Origin, action: str, revokes: str = "", **details: object
    ) -> None:
        after = await users.find(tx, before.id) or before
        actor = Actor(before.id, None, (), origin, before.username)
        changes = differences(before.audited(), after.audited())
        await self.core.trail.record(tx, actor, action, user_target(before), revokes, changes=changes, **details)
