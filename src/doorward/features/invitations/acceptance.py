"""Accepting an invitation: the token is used up only when it succeeds."""

from collections.abc import Sequence

from msgspec import UNSET

from doorward.core import UseCases, rights
from doorward.core.sign_in.opening import OpenedSession
from doorward.core.sign_in.tokens import Tokens
from doorward.core.user_changes import insert_user
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import NO_ORIGIN, Actor, Origin, anonymous
from doorward.domain.roles import RoleRecord
from doorward.domain.sign_in.auth_context import BY_PASSWORD
from doorward.domain.users import Profile, User
from doorward.errors import Fault, InvalidOneTimeToken, ValidationFailed
from doorward.features.invitations import queries
from doorward.features.invitations.model import MAILED, PURPOSE, Acceptance, Invitation
from doorward.features.invitations.service import roles_of, target
from doorward.store import users
from doorward.store.sign_in import one_time_tokens


class Accepting(UseCases, frozen=True):
    async def read(self, token: str) -> Invitation:
        """What the invitation says, for the page that asks for a password. It stays valid."""
        invitation = await self._find(token)
        await _granted(self.database, invitation)
        return invitation

    async def accept(self, wanted: Acceptance, origin: Origin) -> tuple[Tokens, User]:
        invitation = await self._find(wanted.token)
        username = wanted.profile.username or invitation.username
        if not username:
            raise ValidationFailed(("username", "is required"))
        await self.core.policy.check(wanted.password, username=username, email=invitation.email)
        named = wanted.profile.username in (UNSET, invitation.username)  # By the administrator, who may choose any.
        await self.core.new_accounts.check_username(username, username if named else invitation.email, origin)
        # Hash outside any transaction, and only for a valid token: a made-up one must not cost a hash.
        async with self.core.new_accounts.slot(origin) as slot:
            password_hash = await slot.hash(wanted.password)
        name = wanted.profile.name or invitation.name or UNSET
        opened = await self._open(wanted.token, Profile(username=username, name=name), password_hash, origin)
        if opened is None:
            raise InvalidOneTimeToken
        return self.core.sign_in.flow.conclude(opened)

    async def _find(self, token: str) -> Invitation:
        found = await self.core.one_time_tokens.find_link(self.database, PURPOSE, token)
        invitation = await queries.find(self.database, int(found.subject)) if found else None
        if invitation is None:
            raise InvalidOneTimeToken
        return invitation

    @transaction
    async def _open(
        self, tx: Transaction, token: str, chosen: Profile, password_hash: str, origin: Origin
    ) -> OpenedSession | None:
        """Raising rolls back that the token was used: a taken username leaves the invitation as it was."""
        await tx.lock(rights.LOCK)  # Neither the roles nor the inviter's rights change before the commit.
        found = await self.core.one_time_tokens.find_link(tx, PURPOSE, token)
        invitation = await queries.find(tx, int(found.subject)) if found else None
        if invitation is None:
            return None
        try:
            granted = await _granted(tx, invitation)
        except InvalidOneTimeToken:
            await self._record_refusal(tx, invitation, origin)
            return None
        taken = await self.core.one_time_tokens.take_link(tx, PURPOSE, token)
        if taken is None or not await queries.accept(tx, invitation.id, self.core.clock()):
            return None
        await one_time_tokens.discard_of_subject(tx, taken.subject, PURPOSE)
        verified = taken.payload == MAILED
        profile = Profile(
            username=chosen.username, name=chosen.name, email=invitation.email, email_verified=int(verified)
        )
        user = await insert_user(tx, profile, password_hash, granted, self.core.clock())
        await queries.set_user(tx, invitation.id, user.id)
        return await self.core.new_accounts.begin(
            tx, user, BY_PASSWORD, origin, "invitation.accepted", invitation=invitation.id
        )

    async def _record_refusal(self, tx: Transaction, invitation: Invitation, origin: Origin) -> None:
        """So that administrators see why an invitation does not work."""
        inviter = f"user:{invitation.inviter_id}"
        await self.core.trail.record(tx, anonymous(origin), "invitation.refused", target(invitation), inviter=inviter)


async def _granted(reader: Reader, invitation: Invitation) -> Sequence[RoleRecord]:
    """The roles to give. Raises InvalidOneTimeToken unless the inviter could invite like this now: one who was disabled
    or deleted, or lost rights, must not give them through an invitation that waits (decision 30)."""
    granted = await roles_of(reader, invitation)
    if invitation.inviter_id is None:
        return granted
    inviter = await users.find(reader, invitation.inviter_id)
    if inviter is None or not inviter.enabled:
        raise InvalidOneTimeToken
    names = tuple(inviter.role_names)
    acting = Actor(inviter.id, None, inviter.permissions, NO_ORIGIN, inviter.username, roles=names)
    try:
        acting.require("users:create")
        for record in granted:
            acting.require_may_assign(record.name, record.grants)
    except Fault:
        raise InvalidOneTimeToken from None
    return granted
