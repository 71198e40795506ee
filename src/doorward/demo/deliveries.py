"""What the demo's webhooks got in its last days, made from its own events. Nothing is sent: the addresses are
invented."""

from typing import Final

from doorward.core import Core
from doorward.core.audit.events import KEPT_FOR
from doorward.database.protocol import Transaction
from doorward.domain.events.outbox import OutboxState
from doorward.domain.events.types import RecordedEvent, matches
from doorward.features.webhooks import queries, queue_queries
from doorward.features.webhooks.delivery import MOST_ATTEMPTS

_DAY: Final = 86_400_000
_AT_ONCE: Final = 200
# Of so many deliveries, one is given up: after all attempts, which take more than a day.
_ONE_FAILS_OF: Final = 8
_GIVEN_UP_AFTER: Final = 27 * 3_600_000
_DELIVERED_AFTER: Final = 400
_ERROR: Final = "answered 503"


async def add_deliveries(core: Core) -> None:
    since = core.clock() - KEPT_FOR + _DAY  # Older deliveries would be deleted soon.
    recent = [event for event in await _all_events(core) if event.entry.at > since]

    async def work(tx: Transaction) -> None:
        for webhook in await queries.list_all(tx):
            wanted = [event for event in recent if matches(webhook.filters, event.type)]
            for number, event in enumerate(wanted):
                given_up_at = event.entry.at + _GIVEN_UP_AFTER
                fails = number % _ONE_FAILS_OF == 1 and given_up_at < core.clock()
                await _deliver(tx, webhook.id, event, given_up_at if fails else None)

    await core.database.write(work)


async def _all_events(core: Core) -> list[RecordedEvent]:
    found: list[RecordedEvent] = []
    while more := await core.events.after(found[-1].seq if found else 0, _AT_ONCE):
        found += more
    return found


async def _deliver(tx: Transaction, webhook_id: int, event: RecordedEvent, given_up_at: int | None) -> None:
    at = event.entry.at
    delivery = await queries.insert_delivery(tx, webhook_id, event.type, event.seq, at)
    if given_up_at is None:
        await queue_queries.finish(tx, delivery.id, "", OutboxState.DELIVERED, "", at + _DELIVERED_AFTER)
        return
    for _ in range(MOST_ATTEMPTS - 1):
        await queue_queries.postpone(tx, delivery.id, "", _ERROR, given_up_at)
    await queue_queries.finish(tx, delivery.id, "", OutboxState.FAILED, _ERROR, given_up_at)
