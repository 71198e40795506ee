"""Delivers events, gives up what is queued for endpoints that are disabled or deleted, and deletes old deliveries."""

from collections.abc import Sequence
from typing import Final

from doorward.core import Core
from doorward.core.audit.events import KEPT_FOR
from doorward.core.jobs import Job
from doorward.features.webhooks import queue_queries
from doorward.features.webhooks.delivery import Deliveries

_DELIVER_SECONDS: Final = 0.25
_MINUTE: Final = 60
_HOUR: Final = 3600
_STEP: Final = 500


def jobs(core: Core) -> Sequence[Job]:
    async def give_up() -> None:
        await give_up_unwanted(core)

    async def purge() -> None:
        await purge_finished(core)

    return [
        Job("deliver webhooks", _DELIVER_SECONDS, Deliveries(core).work),
        Job("give up deliveries to disabled webhooks", _MINUTE, give_up),
        Job("purge deliveries", _HOUR, purge),
    ]


async def give_up_unwanted(core: Core) -> None:
    while await core.database.write(
        lambda tx: queue_queries.give_up_unwanted(tx, core.clock(), _STEP)
    ) == _STEP:  # fmt: skip
        pass


async def purge_finished(core: Core) -> None:
    before = core.clock() - KEPT_FOR
    while await core.database.write(lambda tx: queue_queries.purge_finished(tx, before, _STEP)) == _STEP:
        pass
