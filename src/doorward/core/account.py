"""The actor's own account: requires no permission, only a session."""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from doorward.core import rights
from doorward.core.audit.trail import AuditTrail
from doorward.core.keys.ring import KeyRing
from doorward.core.mail.kinds import LANGUAGES
from doorward.core.mail.limits import MailLimits
from doorward.core.mail.mailbox import Mailbox
from doorward.core.sign_in.email_changes import EmailChanges, discard_pending
from doorward.core.sign_in.step_up import StepUp
from doorward.core.sign_in.throttle import Throttle
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.core.user_changes import record_change
from doorward.crypto.passwords.hasher import NO_PASSWORD, Hasher
from doorward.database.protocol import Database, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import user_target
from doorward.domain.events import revocation
from doorward.domain.passwords import PasswordPolicy, normalise
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.sign_in.throttle import Attempt
from doorward.domain.users import Profile, User
from doorward.errors import (
    PreconditionFailed,
    SessionEnded,
    StepUpRequired,
    TooManyRequests,
    ValidationFailed,
    WrongPassword,
)
from doorward.store import users
from doorward.store.sign_in import devices, sessions
from doorward.token_buckets import TokenBuckets

MINUTE: Final = 60_000
DAY: Final = 86_400_000
# Each change is an entry of the audit trail, which no ordinary user may flood.
CHANGES: Final = 120
# Each sends mails, one of them to an address that the user chooses.
EMAIL_CHANGES: Final = 10
# Steps of the refresh tokens, see `sessions.authenticate_again`.
_INVALIDATES_ALL: Final = 2


class Account(Struct, frozen=True):
    database: Database
    keys: KeyRing
    hasher: Hasher
    policy: PasswordPolicy
    throttle: Throttle
    trail: AuditTrail
    clock: Callable[[], int]
    changes: TokenBuckets  # Limits how often a user changes their own profile.
    step_up: StepUp
    mailbox: Mailbox
    mail_limits: MailLimits
    email_changes: EmailChanges
    email_change_rate: TokenBuckets  # Limits how often a user changes their own address.

    async def update(
        self, actor: Actor, profile: Profile, expected: frozenset[int] | None = None, language: str = LANGUAGES[0]
    ) -> User:
        """A new e-mail address is not written: it waits for its confirmation, which is mailed in the given language."""
        own = profile.own()
        self.limit_changes(actor)
        # Forms repeat the address: that changes nothing, and leaves a change that waits for its confirmation.
        if own.email is UNSET or await self._is_own(actor, own.email):
            return await self._update(actor, replace(own, email=UNSET), expected, language)
        return await self._update_with_email(actor, own, expected, language)

    def limit_changes(self, actor: Actor) -> None:
        """Raises for a user who changes their own account too often, whatever part of it."""
        if wait := self.changes.take(actor.ref, self.clock()):
            raise TooManyRequests("own-changes", CHANGES, MINUTE // 1000, -(-wait // 1000))

    async def change_email(self, actor: Actor, email: str | None, language: str) -> bool:
        """True when the address counts already: when it was removed, or only its case changed. The user's own address
        is confirmed if it has not been, and otherwise ends a change that waits for its confirmation."""
        user = await self._update_with_email(actor, Profile(email=email), None, language)
        return user.pending_email is None

    async def _update_with_email(
        self, actor: Actor, own: Profile, expected: frozenset[int] | None, language: str
    ) -> User:
        if wait := self.email_change_rate.take(actor.ref, self.clock()):
            raise TooManyRequests("email-changes", EMAIL_CHANGES, DAY // 1000, -(-wait // 1000))
        try:
            return await self._update(actor, own, expected, language)
        except StepUpRequired:
            self.email_change_rate.give_back(actor.ref)  # The client sends the request again.
            raise

    async def _is_own(self, actor: Actor, email: str | None) -> bool:
        user = await users.find(self.database, actor.user_id or 0)
        return user is not None and user.email == email

    @transaction
    async def _update(
        self, tx: Transaction, actor: Actor, own: Profile, expected: frozenset[int] | None, language: str
    ) -> User:
        if own.email is not UNSET:
            await self.mail_limits.admit(tx, actor.origin.address)
        await tx.lock(rights.LOCK)  # Read-then-write: concurrent changes of the same user must wait.
        acting = await rights.current(tx, actor, self.clock())
        user = await rights.own_user(tx, acting)
        if expected is not None and user.version not in expected:
            raise PreconditionFailed
        if own.email is not UNSET:
            await self.step_up.require_recent(tx, acting)  # The address is a way in: a stolen session is not enough.
        await users.update(tx, user, replace(own, email=UNSET), None, self.clock())
        counts = own.email is UNSET or await self.email_changes.request(tx, user, own.email, language)
        changed = await rights.own_user(tx, acting)
        await record_change(tx, self.trail, acting, user, changed, password=False)
        if not counts:
            await self.trail.record(tx, acting, "auth.email_change_requested", user_target(user), email=own.email)
        return changed

    async def change_password(self, actor: Actor, current: str, new: str, language: str = LANGUAGES[0]) -> Tokens:
        """Ends all other sessions and replaces the tokens of this one, so that a stolen refresh token is dead at once.
        A wrong current password counts as a failed sign-in. The user is told by mail, in the given language."""
        found = await users.find_with_password(self.database, actor.user_id or 0)
        if found is None:
            raise SessionEnded
        user, stored = found
        await self.policy.check(new, username=user.username, email=user.email, field="newPassword")
        if normalise(new) == normalise(current):
            raise ValidationFailed(("newPassword", "must not be the current password"))
        attempt = self.throttle.attempt(user.username, actor.origin.address)
        async with self.throttle.turn(attempt), self.hasher.slot(attempt.sources[-1], stored) as slot:
            await self.throttle.count(attempt)
            if not await slot.verify(current, stored):
                await self._record_failure(actor, user)
                raise WrongPassword
            renewed, issued_at = await slot.hash(new), self.clock()
            replaced = await self._replace_password(actor, user, stored, renewed, attempt, language)
            if replaced is None:
                # A concurrent sign-in may have renewed an outdated hash of the same password.
                stored = await users.find_password_hash(self.database, user.id) or NO_PASSWORD
                if await slot.verify(current, stored):
                    replaced = await self._replace_password(actor, user, stored, renewed, attempt, language)
        if replaced is None:
            raise WrongPassword  # Changed by another request while the hash was computed.
        changed, generation, context = replaced
        return issue(self.keys, changed, actor.session_id or 0, generation, context, issued_at)

    @transaction
    async def _record_failure(self, tx: Transaction, actor: Actor, user: User) -> None:
        await self.trail.record(tx, actor, "auth.password_change_failed", user_target(user))

    @transaction
    async def _replace_password(
        self, tx: Transaction, actor: Actor, user: User, verified: str, renewed: str, attempt: Attempt, language: str
    ) -> tuple[User, int, AuthContext] | None:
        """The user and the generation of their new refresh token; None when the password is no longer the verified
        one. The current password was asked for, so this is an authentication as well."""
        now = self.clock()
        await tx.lock(rights.LOCK)  # A change of address that is being confirmed must not outlive the old password.
        acting = await rights.current(tx, actor, now)
        if not await users.replace_password(tx, user.id, verified, renewed, now):
            return None
        generation, context = await sessions.authenticate_again(
            tx, acting.session_id or 0, BY_PASSWORD, _INVALIDATES_ALL, now, counts_as_recent=not user.factors
        )
        ended = await sessions.end_all(tx, user.id, but=acting.session_id or 0)
        await discard_pending(tx, user.id, now)
        await devices.revoke_trust(tx, user.id)
        await self.mailbox.tell_password_changed(tx, user, language)
        await self.throttle.succeeded(tx, attempt, now)
        revokes = revocation.of_sessions(ended, user.id)
        await self.trail.record(
            tx, acting, "auth.password_changed", user_target(user), revokes, sessionsEnded=len(ended)
        )
        return await rights.own_user(tx, acting), generation, context
