"""Administrators look after mails: they list them, read those that are not sent, and have them sent."""

from typing import Final

from msgspec import Struct

from doorward.core import Core, UseCases, rights
from doorward.core.mail.mailbox import TOPIC, MailContent
from doorward.core.mail.rendering import RenderedMail
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.domain.events.outbox import OutboxItem
from doorward.domain.paging import Page, PageRequest
from doorward.features.mail import queries
from doorward.features.mail.model import MailContentErased, MailFilter, MailNotFound, NoMailServer
from doorward.store import outbox, roles, users
from doorward.telemetry.metrics import Metric

# Mails that one transaction queues: others wait for it.
_STEP: Final = 500


class ReadMail(Struct, frozen=True):
    item: OutboxItem
    content: MailContent
    mail: RenderedMail


class Mails(UseCases, frozen=True):
    async def page(self, actor: Actor, wanted: MailFilter, request: PageRequest) -> Page[OutboxItem]:
        actor.require("mail:read")
        return await self.database.read_in_background(lambda tx: queries.page(tx, wanted, request), actor.user_id)

    @transaction
    async def read(self, tx: Transaction, actor: Actor, mail_id: int) -> ReadMail:
        """The content of a mail that is not sent. Its link may act as its recipient: so the caller must hold all rights
        of the recipient, as for setting their password."""
        actor.require("mail:read")
        acting = await rights.current(tx, actor, self.core.clock())
        acting.require("mail:read")
        acting.require_own_session()  # As for setting a password.
        item = _found(await outbox.find(tx, TOPIC, mail_id))
        if not item.sealed:
            raise MailContentErased
        content = self.core.composer.open(item)
        if await _check_rank(tx, acting, item, content):
            # A stolen session must not suffice to have a link mailed that resets the password, and to read it here.
            await self.core.step_up.require_recent(tx, acting)
        mail = self.core.composer.compose(item.kind, content)
        await self.core.trail.record(tx, acting, "mail.read", _target(item), kind=item.kind, state=item.state)
        return ReadMail(item, content, mail)

    @transaction
    async def retry(self, tx: Transaction, actor: Actor, mail_id: int) -> OutboxItem:
        """Has a held mail sent, or ends the pause before the next attempt."""
        actor.require("mail:send")
        acting = await rights.current(tx, actor, self.core.clock())
        acting.require("mail:send")
        item = _found(await outbox.find(tx, TOPIC, mail_id))
        if not item.sealed:
            raise MailContentErased
        if not self.core.mailbox.sends:
            raise NoMailServer
        changed = await queries.make_due(tx, mail_id, self.core.clock())
        if changed is None:
            return item  # A node is sending it at this moment.
        await self.core.trail.record(tx, acting, "mail.retried", _target(item), kind=item.kind, state=item.state)
        return changed

    async def retry_held(self, actor: Actor) -> int:
        """Has all held mails sent, in transactions of a bounded size; returns their number."""
        actor.require("mail:send")
        if not self.core.mailbox.sends:
            raise NoMailServer
        total = 0
        while count := await self._queue_held(actor):
            total += count
        return total

    @transaction
    async def _queue_held(self, tx: Transaction, actor: Actor) -> int:
        count = await queries.queue_held(tx, self.core.clock(), _STEP)
        if count:
            await self.core.trail.record(tx, actor, "mail.retried", Target("mail:held", ""), count=count)
        return count


async def _check_rank(tx: Transaction, acting: Actor, item: OutboxItem, content: MailContent) -> bool:
    """Raises when the caller may not act as the recipient; returns whether the caller is the recipient."""
    # By address as well: a mail to a person without an account may reach one who got it meanwhile.
    by_id = await users.find(tx, item.user_id) if item.user_id is not None else None
    by_address = await users.find_by_email(tx, item.recipient)
    for user in (by_id, by_address):
        if user is not None:
            acting.require_rank_over(user.permissions)
            acting.require_roles(user.role_names)
    for role_id in content.role_ids:
        if role := await roles.find(tx, role_id):  # A deleted role is not given.
            acting.require_rank_over(role.record.grants)
            acting.require_roles((role.record.name,))
    return acting.user_id is not None and acting.user_id in (user.id for user in (by_id, by_address) if user)


def _target(item: OutboxItem) -> Target:
    return Target(f"mail:{item.id}", item.recipient)


def _found(item: OutboxItem | None) -> OutboxItem:
    if item is None:
        raise MailNotFound
    return item


async def gauges(core: Core) -> list[Metric]:
    now = core.clock()
    length = await core.database.read_in_background(lambda reader: outbox.queue_length(reader, TOPIC, now))
    age = 0 if length.oldest_due is None else (now - length.oldest_due) / 1000
    return [
        Metric("doorward_mails_queued", "Mails that wait to be sent, on all nodes", length.queued),
        Metric("doorward_mails_held", "Mails that are held because no mail server is set", length.held),
        Metric("doorward_mail_oldest_due_seconds", "How long the oldest mail has been due", age),
    ]
