"""Mails a link that sets a new password, to a user who asked for it or for an administrator."""

from doorward.core import Core
from doorward.core.mail.recipients import Recipient
from doorward.database.protocol import Transaction
from doorward.domain.sign_in.one_time_tokens import PASSWORD_RESET, IssuedToken
from doorward.domain.times import readable
from doorward.domain.users import fold


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
