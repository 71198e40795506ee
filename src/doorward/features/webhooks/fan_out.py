"""Turns events into deliveries, each exactly once: deliveries are written in one transaction with the place up to which
events were read."""

from typing import Final

from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.events.types import matches
from doorward.features.webhooks import queries, queue_queries
from doorward.store import events, metadata

_CURSOR: Final = "webhooks_cursor"
_LOCK: Final = "webhooks"
_AT_ONCE: Final = 200


async def fan_out(core: Core) -> None:
    """Queues deliveries of all events that were committed before this call, in short transactions."""
    await core.events.sequence()
    while await queue_queries.is_behind(core.database, _CURSOR):
        await core.database.write(lambda tx: _step(tx, core.clock()))


async def start_here(core: Core, tx: Transaction) -> None:
    """Called in the transaction that enables a webhook: it gets events from now on. While none is enabled, no event is
    read, so that there may be many behind the cursor."""
    await tx.lock(_LOCK)
    if not await queries.any_enabled(tx):
        await metadata.put(tx, _CURSOR, str(await core.events.newest(tx)))


async def _step(tx: Transaction, now: int) -> None:
    # One node at a time: another one that waited here reads the cursor that this one leaves.
    await tx.lock(_LOCK)
    cursor = int(await metadata.find(tx, _CURSOR) or 0)
    # Before the events: each statement of PostgreSQL sees what was committed before it. An event that is numbered
    # between the two would be taken for one that was read.
    last = await events.last_seq(tx)
    found = await events.after(tx, cursor, _AT_ONCE)
    wanted = [(webhook.id, webhook.filters) for webhook in await queries.list_all(tx) if webhook.enabled]
    chosen = (
        (webhook_id, event.type, event.seq)
        for event in found
        for webhook_id, filters in wanted
        if matches(filters, event.type)
    )
    await queries.insert_deliveries(tx, chosen, now)
    # All were read up to there: behind the last one are only events whose audit entry was removed.
    reached = found[-1].seq if found else max(cursor, last)
    await metadata.put(tx, _CURSOR, str(reached))
