"""Administrators invite, list, send again and delete. Accepting is in `acceptance`."""

from collections.abc import Sequence
from typing import Final

from doorward.core import UseCases, rights
from doorward.core.cleanup import in_steps
from doorward.core.idempotency import IdempotentRequest
from doorward.core.user_changes import assignable_roles
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.domain.paging import Page, PageRequest
from doorward.domain.roles import RoleRecord
from doorward.domain.times import readable
from doorward.errors import EmailTaken, TooManyMails, UsernameTaken
from doorward.features.invitations import queries
from doorward.features.invitations.model import (
    KEPT_FOR,
    MAILED,
    MAX_PENDING,
    PURPOSE,
    AlreadyInvited,
    Invitation,
    InvitationAccepted,
    InvitationNotFound,
    InvitationSettings,
    NewInvitation,
    SentInvitation,
    TooManyInvitations,
)
from doorward.store import identifiers, roles, users
from doorward.store.sign_in import one_time_tokens

_PERMISSION: Final = "users:create"
_HOUR: Final = 3600


class Invitations(UseCases, frozen=True):
    async def page(self, actor: Actor, state: str, request: PageRequest) -> Page[Invitation]:
        actor.require(_PERMISSION)
        now = self.core.clock()
        return await self.database.read_in_background(
            lambda reader: queries.page(reader, state, now, request), actor.user_id
        )

    async def read(self, actor: Actor, invitation_id: int) -> Invitation:
        actor.require(_PERMISSION)
        return _found(await queries.find(self.database, invitation_id))

    @transaction
    async def create(
        self, tx: Transaction, actor: Actor, wanted: NewInvitation, idempotent: IdempotentRequest | None = None
    ) -> SentInvitation:
        acting = await rights.lock(tx, actor, _PERMISSION, self.core.clock())
        earlier = await self.core.idempotency.claim(tx, acting, idempotent, SentInvitation)
        if earlier is not None:
            return earlier
        profile, now = wanted.profile, self.core.clock()
        granted = await assignable_roles(tx, acting, profile.roles or ())
        await self._check_free(tx, profile.email or None, profile.username or None)
        await self._check_pending(tx, profile.email or None, now)
        role_ids = [record.id for record in granted]
        inviter = await self._inviter_name(tx, acting)
        invitation = await queries.insert(
            tx, profile, role_ids, acting.user_id, inviter, now, now + self._ttl(wanted.ttl)
        )
        sent = await self._send(tx, invitation, wanted.language)
        await self.core.idempotency.keep(tx, acting, idempotent, sent)
        await self._record(tx, acting, "invitation.created", invitation)
        return sent

    @transaction
    async def resend(self, tx: Transaction, actor: Actor, invitation_id: int, language: str) -> SentInvitation:
        """New links, valid from now on; the earlier ones end. The caller becomes the inviter and needs the same rights
        as for a new invitation, because the answer has a link to its roles."""
        acting = await rights.lock(tx, actor, _PERMISSION, self.core.clock())
        invitation = _found(await queries.find(tx, invitation_id))
        if invitation.accepted_at is not None:
            raise InvitationAccepted
        await assignable_roles(tx, acting, invitation.roles)
        await self._check_free(tx, invitation.email, invitation.username)
        if invitation.expires_at <= self.core.clock():
            await self._check_pending(tx, invitation.email, self.core.clock())
        expires_at = self.core.clock() + self._ttl(None)
        await queries.renew(tx, invitation.id, acting.user_id, await self._inviter_name(tx, acting), expires_at)
        renewed = _found(await queries.find(tx, invitation_id))
        await one_time_tokens.discard_of_subject(tx, str(invitation.id), PURPOSE)
        sent = await self._send(tx, renewed, language)
        await self._record(tx, acting, "invitation.resent", renewed)
        return sent

    @transaction
    async def delete(self, tx: Transaction, actor: Actor, invitation_id: int) -> None:
        """An accepted invitation only leaves the list: the user stays."""
        acting = await rights.lock(tx, actor, _PERMISSION, self.core.clock())
        invitation = _found(await queries.find(tx, invitation_id))
        for record in await roles_of(tx, invitation):
            acting.require_rank_over(record.grants)
        await one_time_tokens.discard_of_subject(tx, str(invitation.id), PURPOSE)
        await queries.delete(tx, invitation.id)
        await self._record(tx, acting, "invitation.deleted", invitation)

    async def purge(self) -> None:
        before = self.core.clock() - KEPT_FOR
        await in_steps(self.database, lambda tx, most: queries.purge(tx, before, most))

    def link(self, sent: SentInvitation) -> str:
        return self.core.keys.data.open(sent.sealed_link, _label(sent.invitation)).decode()

    async def _send(self, tx: Transaction, invitation: Invitation, language: str) -> SentInvitation:
        """Two tokens: the link in the answer proves nothing about the address, the one in the mail proves it."""
        copied = await self._issue(tx, invitation, b"")
        if invitation.email is not None:
            # Apart from the mails that strangers cause, who could prevent an invitation otherwise.
            if not await self.core.mail_limits.may_send(tx, invitation.email, PURPOSE):
                raise TooManyMails("mail-address", self.core.mail_limits.address_limit, _HOUR, _HOUR)
            await self.core.mailbox.queue(
                tx,
                "invitation",
                invitation.email,
                language,
                role_ids=tuple(record.id for record in await roles_of(tx, invitation)),
                name=invitation.name or invitation.username or invitation.email,
                inviter=invitation.inviter_name,
                link=await self._issue(tx, invitation, MAILED),
                expires=readable(invitation.expires_at),
            )
        return SentInvitation(invitation, self.core.keys.data.seal(copied.encode(), _label(invitation)))

    async def _issue(self, tx: Transaction, invitation: Invitation, payload: bytes) -> str:
        ttl = invitation.expires_at - self.core.clock()
        issued = await self.core.one_time_tokens.issue(
            tx, PURPOSE, ttl=ttl, subject=str(invitation.id), payload=payload
        )
        return self.core.links.page("invitation", issued.link)

    async def _check_free(self, tx: Transaction, email: str | None, username: str | None) -> None:
        # Callers who may create users may learn who exists: creating one tells the same.
        if username and await identifiers.username_in_use(tx, username):
            raise UsernameTaken
        if email and await identifiers.email_in_use(tx, email):
            raise EmailTaken

    async def _check_pending(self, tx: Transaction, email: str | None, now: int) -> None:
        """Before one more invitation waits. Exact: the lock on rights lets one transaction at a time come here."""
        if email and (pending := await queries.find_pending(tx, email, now)):
            raise AlreadyInvited(pending)
        if await queries.count_pending(tx, now) >= MAX_PENDING:
            raise TooManyInvitations(MAX_PENDING)

    async def _inviter_name(self, tx: Transaction, acting: Actor) -> str:
        """As mails and pages show it."""
        user = await users.find(tx, acting.user_id) if acting.user_id else None
        return user.name if user else acting.name.removeprefix("cli:")

    async def _record(self, tx: Transaction, acting: Actor, action: str, invitation: Invitation) -> None:
        details = invitation.document(self.core.clock())
        recorded = {key: details[key] for key in ("email", "username", "name", "roles", "expiresAt")}
        await self.core.trail.record(tx, acting, action, target(invitation), **recorded)

    def _ttl(self, seconds: int | None) -> int:
        return 1000 * (seconds or self.core.settings.section(InvitationSettings).invitation_ttl)


def target(invitation: Invitation) -> Target:
    return Target(f"invitation:{invitation.id}", invitation.email or invitation.username or "")


async def roles_of(reader: Reader, invitation: Invitation) -> Sequence[RoleRecord]:
    return list((await roles.find_all_by_name(reader, invitation.roles)).values())


def _label(invitation: Invitation) -> str:
    return f"link of invitation {invitation.id}"


def _found(invitation: Invitation | None) -> Invitation:
    if invitation is None:
        raise InvitationNotFound
    return invitation
