"""Sends mails, and deletes what is left of old ones."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.cleanup import in_steps
from doorward.core.jobs import Job
from doorward.core.mail.mailbox import TOPIC
from doorward.store import outbox

_SEND_SECONDS: Final = 0.5
_PURGE_SECONDS: Final = 3600
# For how long the list shows mails after their end, and for how long mails are held: the links in them have expired.
KEPT_FOR: Final = 30 * 86_400_000


def jobs(core: Core) -> Sequence[Job]:
    async def purge() -> None:
        await give_up_held(core)
        await purge_finished(core)

    purging = Job("purge mails", _PURGE_SECONDS, purge)
    if core.mail_sender is None:
        return [purging]
    return [Job("send mails", _SEND_SECONDS, core.mail_sender.work), purging]


async def give_up_held(core: Core) -> None:
    now, error = core.clock(), "held for 30 days"
    await in_steps(core.database, lambda tx, most: outbox.give_up_held(tx, TOPIC, now - KEPT_FOR, error, now, most))


async def purge_finished(core: Core) -> None:
    before = core.clock() - KEPT_FOR
    await in_steps(core.database, lambda tx, most: outbox.purge_finished(tx, before, most))
