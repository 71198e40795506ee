"""Changes of a user's own e-mail address (docs/decisions/0026).

A new address counts when a link that was mailed to it is used. The former address is told at the request, with a link
that cancels the change, or takes it back once it was confirmed.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from doorward.core import rights
from doorward.core.mail.limits import MailLimits
from doorward.core.mail.links import Links
from doorward.core.mail.mailbox import NO_ADDRESS, Mailbox
from doorward.core.sign_in.one_time_tokens import OneTimeTokens
from doorward.database.protocol import Transaction
from doorward.domain.sign_in.one_time_tokens import EMAIL_CONFIRM, EMAIL_REVOKE
from doorward.domain.times import readable
from doorward.domain.users import Profile, User, fold
from doorward.store import users
from doorward.store.sign_in import one_time_tokens

_HOUR: Final = 3_600_000
CONFIRM_TTL: Final = 24 * _HOUR
# From the request on. Long enough for a weekend; a mailbox that its owner gave up must not keep its power for long.
REVOKE_TTL: Final = 7 * 24 * _HOUR
# The subject of a link that revokes a change which needed no confirmation: no token has this id.
NO_CONFIRMATION: Final = "0"


class EmailChanges(Struct, frozen=True):
    tokens: OneTimeTokens
    mailbox: Mailbox
    limits: MailLimits
    links: Links
    clock: Callable[[], int]

    async def request(self, tx: Transaction, user: User, email: str | None, language: str) -> bool:
        """Begins a change, or makes one that needs no proof; True when it counts already. Replaces an earlier request.

        The caller holds `rights.LOCK`. Whether another user has the address is not looked up: neither the answer nor
        its time can tell, and the confirmation fails.
        """
        await discard_request(tx, user.id, self.clock())
        if email is None:
            await users.update(tx, user, Profile(email=None, email_verified=0), None, self.clock())
            await self._tell_former(tx, user, NO_ADDRESS, NO_CONFIRMATION, language)
            return True
        own = user.email is not None and _same_mailbox(email, user.email)
        if own and (email != user.email or user.email_verified):
            await users.update(tx, user, Profile(email=email), None, self.clock())
            return True
        confirm_id = await self._ask(tx, user, email, language)
        if not own:
            await self._tell_former(tx, user, email, str(confirm_id), language)
        return False

    async def make_at_once(self, tx: Transaction, user: User, email: str | None, language: str) -> None:
        """Follows a change of their own address that administrators wrote by their right to update users, without a
        confirmation. They get back what a thief of their session takes, as all users do: links to earlier addresses
        remain, and the former address gets one. The caller holds `rights.LOCK`, and passes the user from before."""
        await discard_pending(tx, user.id, self.clock())
        if email is None or user.email is None or not _same_mailbox(email, user.email):
            await self._tell_former(tx, user, email or NO_ADDRESS, NO_CONFIRMATION, language)

    async def _ask(self, tx: Transaction, user: User, email: str, language: str) -> int:
        issued = await self.tokens.issue(
            tx, EMAIL_CONFIRM, ttl=CONFIRM_TTL, user_id=user.id, subject=fold(email), payload=email.encode()
        )
        await users.set_pending_email(tx, user.id, email, self.clock())
        if await self.limits.may_send(tx, email):
            link, expires = self.links.page("confirm-email", issued.link), readable(issued.expires_at)
            await self.mailbox.queue(
                tx, "email_confirm", email, language, user_id=user.id, name=user.name, link=link, expires=expires
            )
        return issued.id

    async def _tell_former(self, tx: Transaction, user: User, email: str, subject: str, language: str) -> None:
        """`subject` names the token that confirms the change: while it exists, the change has not been confirmed."""
        if user.email is None:
            return
        issued = await self.tokens.issue(
            tx, EMAIL_REVOKE, ttl=REVOKE_TTL, user_id=user.id, subject=subject, payload=user.email.encode()
        )
        link = self.links.page("revoke-email", issued.link)
        await self.mailbox.tell(tx, "email_change", user, language, email=email, link=link)


def _same_mailbox(one: str, other: str) -> bool:
    """Whether two addresses differ in case alone. Their folded forms are equal for more: straße.example and
    strasse.example are two domains of two owners."""
    return one == other or (one.isascii() and other.isascii() and one.lower() == other.lower())


async def discard_request(tx: Transaction, user_id: int, now: int) -> None:
    """Discards a change of address that has not been confirmed."""
    await one_time_tokens.discard_email_change(tx, user_id)
    await users.set_pending_email(tx, user_id, None, now)


async def discard_pending(tx: Transaction, user_id: int, now: int) -> None:
    """Discards all that was begun for a user: mailed links and codes, and a change of address.

    The links that restore a former address remain: a thief who changed the address could reset the password by the new
    one, and thereby take the way back from the owner.
    """
    await one_time_tokens.discard_pending(tx, user_id)
    await users.set_pending_email(tx, user_id, None, now)


async def purge_tokens(tx: Transaction, now: int, most: int) -> int:
    """Deletes expired tokens, and ends the changes of address that they were to confirm."""
    expired = await one_time_tokens.find_expired(tx, now, most)
    changes = [token for token in expired if token.purpose == EMAIL_CONFIRM and token.user_id is not None]
    if changes:
        # A request that is replacing the change must not lose the address of its own. It takes the lock before it
        # deletes tokens, hence the same order here.
        await tx.lock(rights.LOCK)
    await one_time_tokens.purge(tx, expired)
    for token in changes:
        await one_time_tokens.discard_of_subject(tx, str(token.id), EMAIL_REVOKE)
        if token.user_id is not None and not await one_time_tokens.has_email_change(tx, token.user_id):
            await users.set_pending_email(tx, token.user_id, None, now)
    return len(expired)
