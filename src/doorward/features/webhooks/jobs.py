"""Delivers events, gives up what is queued for endpoints that are disabled or deleted, and deletes old deliveries."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from doorward.core import Core
from doorward.core.audit.events import KEPT_FOR
from doorward.core.cleanup import in_steps
from doorward.core.jobs import Job
from doorward.features.webhooks import queue_queries
from doorward.features.webhooks.delivery import Deliveries

_DELIVER_SECONDS: Final = 0.25
_MINUTE: Final = 60
_HOUR: Final = 3600


def jobs(core: Core) -> Sequence[Job]:
    return [
        Job("deliver webhooks", _DELIVER_SECONDS, Deliveries(core).work),
        Job("give up deliveries to disabled webhooks", _MINUTE, partial(give_up_unwanted, core)),
        Job("purge deliveries", _HOUR, partial(purge_finished, core)),
    ]


async def give_up_unwanted(core: Core) -> None:
    for webhook_id in await queue_queries.unwanted(core.database):
        await _give_up(core, webhook_id)


async def _give_up(core: Core, webhook_id: int) -> None:
    await in_steps(core.database, lambda tx, most: queue_queries.give_up(tx, webhook_id, core.clock(), most))


async def purge_finished(core: Core) -> None:
    before = core.clock() - KEPT_FOR
    await in_steps(core.database, lambda tx, most: queue_queries.purge_finished(tx, before, most))
