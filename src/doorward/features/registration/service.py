"""Registration: a request is kept sealed until its address is confirmed, and only then becomes a user (decision 30)."""

import logging
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from doorward.core import UseCases, rights
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.tokens import Tokens
from doorward.core.user_changes import insert_user
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Origin, anonymous, covers
from doorward.domain.audit import user_target
from doorward.domain.roles import RoleRecord
from doorward.domain.sign_in.auth_context import BY_EMAIL_CODE
from doorward.domain.sign_in.one_time_tokens import IssuedToken, OneTimeToken, WrongCode
from doorward.domain.times import readable
from doorward.domain.users import Profile, User, fold
from doorward.errors import EmailTaken, Fault, InvalidCode, InvalidOneTimeToken, ValidationFailed
from doorward.features.registration.model import (
    TTL,
    ConfirmationMail,
    InvitationRequired,
    PendingRegistration,
    Proof,
    RegistrationClosed,
    RegistrationSettings,
    WrongRegistrationPassword,
    greeting,
    is_allowed,
)
from doorward.settings import PREFIX
from doorward.store import identifiers, roles, users
from doorward.store.sign_in import one_time_tokens

logger = logging.getLogger("doorward")

# Purpose of the tokens, and topic of the mails that a job queues.
PURPOSE: Final = "registration"


class Registration(UseCases, frozen=True):
    @property
    def settings(self) -> RegistrationSettings:
        return self.core.settings.section(RegistrationSettings)

    def check_open(self) -> None:
        if self.settings.registration == "invited":
            raise InvitationRequired
        if self.settings.registration != "open":
            raise RegistrationClosed

    async def request(self, profile: Profile, language: str, origin: Origin) -> IssuedToken:
        """Writes the same rows for a free address and for one that a user has: the job tells them apart."""
        email = self._check_admitted(profile.email)
        await self._get_role(self.database)
        await self.core.policy.check(str(profile.password), username=str(profile.username), email=email)
        await self.core.new_accounts.check_username(str(profile.username), email, origin)
        async with self.core.new_accounts.slot(origin) as slot:
            # Before the hash, which costs more than all else; after the wait for it, which may end in a refusal.
            await self.database.write(lambda tx: self.core.mail_limits.admit(tx, origin.address))
            password_hash = await slot.hash(str(profile.password))
        name = profile.name or None
        return await self._keep(
            PendingRegistration(str(profile.username), name, email, password_hash), language, origin
        )

    @transaction
    async def _keep(self, tx: Transaction, pending: PendingRegistration, language: str, origin: Origin) -> IssuedToken:
        issued = await self.core.one_time_tokens.issue(
            tx, PURPOSE, ttl=TTL, subject=fold(pending.email), payload=msgspec.json.encode(pending), code=True
        )
        greeted = greeting(pending.name or pending.username, pending.email)
        mail = ConfirmationMail(pending.email, greeted, issued.link, issued.code, issued.expires_at, language, origin)
        await self.core.deferred.put(tx, PURPOSE, mail)
        return issued

    async def mail_due(self) -> None:
        await self.core.deferred.work(PURPOSE, ConfirmationMail, self._mail)

    async def _mail(self, tx: Transaction, mail: ConfirmationMail) -> None:
        """The token of an address that a user has stays, with secrets that no mail contains: its flow answers wrong
        codes like any other, so that it does not tell either."""
        owner = await users.find_by_email(tx, mail.email)
        outcome = "already_registered" if owner else "mailed"
        if not await self.core.mail_limits.may_send(tx, mail.email):
            outcome = "limited"
        elif owner is not None and owner.email is not None:
            # To the address as its user wrote it: another spelling may lead elsewhere.
            link = self.core.links.page("sign-in")
            await self.core.mailbox.queue(
                tx, "already_registered", owner.email, mail.language, user_id=owner.id, name=owner.name, link=link
            )
        else:
            await self.core.mailbox.queue(
                tx,
                "registration",
                mail.email,
                mail.language,
                name=mail.greeting,
                link=self.core.links.page("confirm-registration", mail.link),
                code=mail.code,
                expires=readable(mail.expires_at),
            )
        target = user_target(owner) if owner else self.core.trail.unknown_user(fold(mail.email))
        await self.core.trail.record(tx, anonymous(mail.origin), "registration.requested", target, outcome=outcome)

    async def confirm(self, proof: Proof, other_username: str | None, origin: Origin) -> tuple[Tokens, User]:
        """`other_username` replaces the requested one, which may have been taken since."""
        found = await self._find(proof)
        if found is None:
            raise _invalid(proof)
        pending = _opened(found)
        self._check_admitted(pending.email)
        if other_username is not None:
            pending = replace(pending, username=other_username)
        await self.core.new_accounts.check_username(pending.username, pending.email, origin)
        left = None
        if proof.password or other_username is not None:
            # Counted before what takes a hash, so that a registration buys no more of them than it has tries.
            left = await self.database.write(lambda tx: self._try(tx, proof))
            if left is None:
                raise _invalid(proof)
        if proof.password and not await self._matches(proof.password, pending, origin):
            fault = WrongRegistrationPassword(left or 0)
            await self.database.write(lambda tx: self._record_refusal(tx, found, origin, fault))
            raise fault
        # The policy for passwords, as far as it can be checked with a hash.
        if other_username is not None and await self._matches(other_username, pending, origin):
            raise ValidationFailed(("username", "must not be the password"))
        outcome = await self._open(proof, left, pending, origin)
        if isinstance(outcome, Fault):
            raise outcome
        return self.core.sign_in.flow.conclude(outcome)

    async def _find(self, proof: Proof) -> OneTimeToken | None:
        """A look outside any transaction: made-up tokens cost neither a lock nor a write."""
        tokens = self.core.one_time_tokens
        if proof.token:
            return await tokens.find_link(self.database, PURPOSE, proof.token)
        return await tokens.find_flow(self.database, PURPOSE, proof.flow)

    async def _try(self, tx: Transaction, proof: Proof) -> int | None:
        tokens = self.core.one_time_tokens
        if proof.token:
            return await tokens.try_link(tx, PURPOSE, proof.token)
        return await tokens.try_flow(tx, PURPOSE, proof.flow)

    async def _matches(self, password: str, pending: PendingRegistration, origin: Origin) -> bool:
        async with self.core.new_accounts.slot(origin, pending.password_hash) as slot:
            return await slot.verify(password, pending.password_hash)

    @transaction
    async def _open(
        self, tx: Transaction, proof: Proof, left: int | None, pending: PendingRegistration, origin: Origin
    ) -> OpenedSession | Fault:
        """`left`: the tries that are left, if this one has been counted. Faults that are returned keep what was
        written, such as the count of a wrong code. UsernameTaken is raised, which rolls back the use of the token."""
        subject = fold(pending.email)
        # Confirmations of one address take turns. The lock on rights is taken with a valid token only.
        await tx.lock(f"registration {subject}")
        taken = await self._take(tx, proof, left)
        if not isinstance(taken, OneTimeToken):
            return await self._refused(tx, proof, taken, origin)
        await tx.lock(rights.LOCK)
        if proof.flow:
            await self._count(tx, subject, origin, right=True)
        role = await self._get_role(tx)
        # All requests for the address are void now: its owner chose one of them.
        await one_time_tokens.discard_of_subject(tx, subject, PURPOSE)
        if await identifiers.email_in_use(tx, pending.email):
            return EmailTaken()
        profile = Profile(
            username=pending.username,
            name=pending.name or UNSET,
            email=pending.email,
            email_verified=1,
        )
        user = await insert_user(tx, profile, pending.password_hash, [role], self.core.clock())
        how = "code" if proof.flow else "link and password" if proof.password else "link"
        return await self.core.new_accounts.begin(tx, user, BY_EMAIL_CODE, origin, "user.registered", confirmedBy=how)

    async def _take(self, tx: Transaction, proof: Proof, left: int | None) -> OneTimeToken | WrongCode | None:
        tokens = self.core.one_time_tokens
        if proof.token:
            return await tokens.take_link(tx, PURPOSE, proof.token)
        if left is None:
            return await tokens.take_code(tx, PURPOSE, proof.flow, proof.code)
        return await tokens.take_tried_code(tx, PURPOSE, proof.flow, proof.code, left)

    async def _count(self, tx: Transaction, subject: str, origin: Origin, *, right: bool) -> None:
        """Each request for an address has five tries, and requests from many networks have many. So wrong codes also
        count for the address by the rules of failed sign-ins. While it is blocked this raises, which takes everything
        back; the mailed link is valid still. No username contains a control character."""
        throttle = self.core.sign_in.throttle
        attempt = throttle.attempt(f"\x1f{PURPOSE} {subject}", origin.address)
        await throttle.count_within(tx, attempt)
        if right:
            await throttle.succeeded(tx, attempt, self.core.clock())

    async def _refused(self, tx: Transaction, proof: Proof, taken: WrongCode | None, origin: Origin) -> Fault:
        if taken is None:
            return _invalid(proof)
        fault = InvalidCode(taken.remaining)
        found = await self.core.one_time_tokens.find_flow(tx, PURPOSE, proof.flow)
        if found is not None:
            await self._count(tx, found.subject, origin, right=False)
            await self._record_refusal(tx, found, origin, fault)
        return fault

    async def _record_refusal(self, tx: Transaction, found: OneTimeToken, origin: Origin, fault: Fault) -> None:
        target = self.core.trail.unknown_user(found.subject)
        await self.core.trail.record(tx, anonymous(origin), "registration.refused", target, reason=fault.reason)

    def _check_admitted(self, email: str | msgspec.UnsetType | None) -> str:
        """By the settings of now, also for a registration that was requested under others."""
        self.check_open()
        domains = self.settings.registration_domains
        if not email:
            raise ValidationFailed(("email", "must not be empty"))
        if domains and not is_allowed(email, domains):
            raise ValidationFailed(("email", f"must be an address at {', '.join(domains)}"))
        return email

    async def _get_role(self, reader: Reader) -> RoleRecord:
        """The role of new users."""
        role = await self.find_role(reader)
        if isinstance(role, str):
            logger.error("registration is closed: %s", role)
            raise RegistrationClosed
        return role

    async def find_role(self, reader: Reader) -> RoleRecord | str:
        """The role of new users, or why there is none. Registration is closed without a role that is safe to give to
        all people: otherwise a changed role would make administrators of them."""
        name = self.settings.registration_role
        role = await roles.find_by_name(reader, name)
        if role is None:
            return f"{PREFIX}REGISTRATION_ROLE is {name!r}, and there is no such role"
        power = next((each for each in self.core.roles.known_permissions if covers(role.grants, each)), None)
        return f"{PREFIX}REGISTRATION_ROLE is {name!r}, and it grants {power}" if power else role


def _invalid(proof: Proof) -> Fault:
    return InvalidOneTimeToken() if proof.token else InvalidCode(0)


def _opened(found: OneTimeToken) -> PendingRegistration:
    return msgspec.json.decode(found.payload, type=PendingRegistration)
