"""Links to set a password: mailed to a user who asked for one or for an administrator, or passed on by an administrator
to users who cannot be reached by mail."""

from typing import Final

from doorward.core import Core, UseCases, rights
from doorward.core.mail.recipients import Recipient
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.database.protocol import Reader, Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import NO_ORIGIN, Actor
from doorward.domain.audit import user_target
from doorward.domain.sign_in.one_time_tokens import PASSWORD_RESET, IssuedToken, OneTimeToken
from doorward.domain.times import iso, readable
from doorward.domain.users import User, fold
from doorward.errors import AccountDisabled, Fault, OwnPassword, ServiceAccount
from doorward.features.recovery.model import NoEmailAddress, PasswordLink, RecoverySettings
from doorward.store import users
from doorward.store.sign_in import one_time_tokens

# Purpose of the tokens. Their subject is the id of the user, and their payload that of the administrator.
PASSED_ON: Final = "password_link"
_PERMISSION: Final = "users:update"
_ACTION: Final = "user.password_link_created"


class PasswordLinks(UseCases, frozen=True):
    @transaction
    async def create(self, tx: Transaction, actor: Actor, user_id: int, seconds: int | None) -> PasswordLink:
        """The earlier link of the user ends."""
        acting, user = await self._admit(tx, actor, user_id)
        await one_time_tokens.discard_of_subject(tx, str(user.id), PASSED_ON)
        issued = await self.core.one_time_tokens.issue(
            tx,
            PASSED_ON,
            ttl=self._ttl(seconds),
            user_id=user.id,
            subject=str(user.id),
            payload=str(acting.user_id).encode(),
        )
        expires_at = iso(issued.expires_at)
        await self.core.trail.record(tx, acting, _ACTION, user_target(user), expiresAt=expires_at)
        return PasswordLink(self.core.links.page("reset", issued.link), expires_at)

    @transaction
    async def mail(
        self, tx: Transaction, actor: Actor, user_id: int, seconds: int | None, language: str
    ) -> PasswordLink:
        """The same mail as for a forgotten password. The trail names the administrator, and not the link."""
        acting, user = await self._admit(tx, actor, user_id)
        if user.email is None:
            raise NoEmailAddress
        # Apart from the mails that strangers cause, who could keep the user from being helped otherwise.
        if not await self.core.mail_limits.may_send(tx, user.email, PASSED_ON):
            raise self.core.mail_limits.over_address_limit()
        issued = await mail_link(self.core, tx, Recipient(user, user.email), language, self._ttl(seconds))
        expires_at = iso(issued.expires_at)
        await self.core.trail.record(tx, acting, _ACTION, user_target(user), expiresAt=expires_at, mailedTo=user.email)
        return PasswordLink(None, expires_at)

    async def _admit(self, tx: Transaction, actor: Actor, user_id: int) -> tuple[Actor, User]:
        """Guards are those of setting the password, and a recent sign-in: the link is a way into the account."""
        acting = await rights.lock(tx, actor, _PERMISSION, self.core.clock())
        await self.core.step_up.require_recent(tx, acting)
        user = await users.get(tx, user_id)
        if user.id == acting.user_id:
            raise OwnPassword  # A stolen session must not suffice to keep its owner out.
        if user.service:
            raise ServiceAccount
        _check_rank(acting, user)
        if not user.enabled:
            raise AccountDisabled
        return acting, user

    def _ttl(self, seconds: int | None) -> int:
        return 1000 * (seconds or self.core.settings.section(RecoverySettings).reset_ttl)


async def mail_link(core: Core, tx: Transaction, to: Recipient, language: str, ttl: int) -> IssuedToken:
    """Links of earlier mails stay valid: people open the first mail that arrives. Using one ends them all."""
    issued = await core.one_time_tokens.issue(tx, PASSWORD_RESET, ttl=ttl, user_id=to.user.id, subject=fold(to.address))
    await core.mailbox.queue(
        tx,
        "password_reset",
        to.address,
        language,
        user_id=to.user.id,
        name=to.user.name,
        link=core.links.page("reset", issued.link),
        expires=readable(issued.expires_at),
    )
    return issued


def _check_rank(acting: Actor, user: User) -> None:
    acting.require_rank_over(user.permissions)
    acting.require_roles(user.role_names)


def issuer_of(token: OneTimeToken) -> int:
    return int(token.payload)


async def find_passed_on(tokens: OneTimeTokens, reader: Reader, link: str) -> OneTimeToken | None:
    """None as well when the administrator could not make this link now: one who was disabled or lost rights, or whose
    user got more rights since, must not get into the account through a link that waits."""
    found = await tokens.find_link(reader, PASSED_ON, link)
    if found is None:
        return None
    user, issuer = await users.find(reader, found.user_id or 0), await users.find(reader, issuer_of(found))
    if user is None or issuer is None or not issuer.enabled:
        return None
    names = tuple(issuer.role_names)
    acting = Actor(issuer.id, None, issuer.permissions, NO_ORIGIN, issuer.username, roles=names)
    try:
        acting.require(_PERMISSION)
        _check_rank(acting, user)
    except Fault:
        return None
    return found
