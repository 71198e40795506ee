"""Rows of the outbox that end while another transaction waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from doorward.database.protocol import Transaction
from doorward.domain.events.outbox import OutboxState
from doorward.features.mail.queries import queue_held
from doorward.features.webhooks.queue_queries import give_up
from doorward.store import outbox
from tests.support.service import Service

# SQLite has one writer at a time.
pytestmark = pytest.mark.parametrize("databases", ["postgres"], indirect=True)
_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.mark.parametrize(
    ("topic", "state", "change"),
    [
        ("mail", OutboxState.HELD, partial(queue_held, now=2, most=10)),
        ("mail", OutboxState.HELD, partial(outbox.give_up_held, topic="mail", before=9, error="", now=2, most=10)),
        ("webhook", OutboxState.QUEUED, partial(give_up, webhook_id=7, now=2, most=10)),
    ],
)
async def test_a_row_that_ended_meanwhile_stays_as_it_is(
    service: Service, topic: str, state: OutboxState, change: Callable[[Transaction], Awaitable[int]]
) -> None:
    """Mutant: the state is looked at in a subquery alone, which PostgreSQL does not run again after the wait. A mail
    that was delivered would be sent again, without its content."""
    await service.core.jobs.stop()
    database = service.core.database
    row = await database.write(lambda tx: outbox.insert(tx, topic, "test", "7", None, "sealed", state, 1))
    reached, go = asyncio.Event(), asyncio.Event()

    async def deliver(tx: Transaction) -> None:
        await tx.execute("UPDATE outbox SET state = 'delivered', finished_at = 2 WHERE id = $1", row)
        reached.set()
        await go.wait()

    delivering = asyncio.create_task(database.write(deliver))
    await reached.wait()
    changing = asyncio.create_task(database.write(change))
    async with asyncio.timeout(20):
        while not (await database.fetch(_WAITING))[0][0]:
            await asyncio.sleep(0.01)
    go.set()
    await delivering
    assert await changing == 0
    stored = await outbox.find(database, topic, row)
    assert stored is not None
    assert stored.state == "delivered"
