"""Statements of the workers: which endpoints and deliveries are due, and the claims on them.

A node claims an endpoint, not single deliveries: so an endpoint gets one request at a time, in order, from one node.
The rows carry the claim as well, so that a node whose claim has run out stores no outcome.
"""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.events.outbox import OutboxState
from doorward.features.webhooks.model import Delivery
from doorward.features.webhooks.queries import DELIVERY
from doorward.store.outbox import UNFINISHED

# A queue may hold the events of a week, and is counted at every scrape.
MOST_COUNTED: Final = 10_000

_QUEUED: Final = "o.topic = 'webhook' AND o.state = 'queued' AND o.recipient = CAST(w.id AS TEXT) AND o.due_at <= $1"
_FREE: Final = (
    "SELECT w.id FROM webhooks AS w WHERE w.enabled = 1 AND w.due_at <= $1 AND w.claimed_until <= $1"
    f" AND EXISTS (SELECT 1 FROM outbox AS o WHERE {_QUEUED})"
)


async def any_due(reader: Reader, now: int) -> bool:
    """A cheap look before a transaction is opened."""
    return await reader.fetchrow(f"{_FREE} LIMIT 1", now) is not None


async def is_behind(reader: Reader, cursor: str) -> bool:
    """Whether there are events behind the cursor of that name, and webhooks that might want them."""
    row = await reader.fetchrow(
        "SELECT 1 FROM events WHERE seq > (SELECT CAST(value AS BIGINT) FROM facts WHERE name = $1)"
        " AND EXISTS (SELECT 1 FROM webhooks WHERE enabled = 1) LIMIT 1",
        cursor,
    )
    return row is not None


async def claim_endpoints(tx: Transaction, claim: str, now: int, until: int) -> list[int]:
    """Claims every endpoint that has something due and that no node works on; returns their ids."""
    rows = await tx.fetch(
        f"WITH free AS MATERIALIZED ({_FREE}{tx.skip_locked}) UPDATE webhooks SET claim = $2, claimed_until = $3"
        " WHERE id IN (SELECT id FROM free) RETURNING id",
        now,
        claim,
        until,
    )
    return [row[0] for row in rows]


async def claim_next(tx: Transaction, webhook_id: int, claim: str, now: int, until: int, most: int) -> list[Delivery]:
    """Renews the claim on an endpoint and claims its next deliveries, in order. None when the claim was lost, the
    endpoint is disabled or pauses after a failure, or nothing is due."""
    held = await tx.fetchrow(
        "UPDATE webhooks SET claimed_until = $4 WHERE id = $1 AND claim = $2 AND claimed_until > $3 AND enabled = 1"
        " AND due_at <= $3 RETURNING id",
        webhook_id,
        claim,
        now,
        until,
    )
    if held is None:
        return []
    rows = await tx.fetch(
        "WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE topic = 'webhook' AND state = 'queued'"
        f" AND recipient = $1 AND due_at <= $3 ORDER BY due_at, id LIMIT {most})"
        " UPDATE outbox SET claim = $2 WHERE state = 'queued' AND id IN (SELECT id FROM due)"
        f" RETURNING {DELIVERY}",
        str(webhook_id),
        claim,
        now,
    )
    found = [Delivery(*row) for row in rows]
    return sorted(found, key=lambda delivery: (delivery.due_at, delivery.id))


async def finish(tx: Transaction, delivery_id: int, claim: str, state: OutboxState, error: str, now: int) -> bool:
    """Ends a delivery after an attempt; False when the claim was lost to another node."""
    row = await tx.fetchrow(
        "UPDATE outbox SET state = $3, error = $4, finished_at = $5, claim = '', attempts = attempts + 1"
        " WHERE id = $1 AND claim = $2 AND state = 'queued' RETURNING id",
        delivery_id,
        claim,
        state,
        error,
        now,
    )
    return row is not None


async def postpone(tx: Transaction, delivery_id: int, claim: str, error: str, due_at: int) -> bool:
    """Queues a delivery for its next attempt; False when the claim was lost."""
    row = await tx.fetchrow(
        "UPDATE outbox SET due_at = $4, error = $3, claim = '', attempts = attempts + 1"
        " WHERE id = $1 AND claim = $2 AND state = 'queued' RETURNING id",
        delivery_id,
        claim,
        error,
        due_at,
    )
    return row is not None


async def release(tx: Transaction, webhook_id: int, claim: str) -> None:
    """Gives an endpoint back. Its claimed deliveries need no change: the next node claims them in its turn."""
    await tx.execute(
        "UPDATE webhooks SET claim = '', claimed_until = 0 WHERE id = $1 AND claim = $2", webhook_id, claim
    )


async def unwanted(reader: Reader) -> list[int]:
    """The disabled or deleted endpoints that deliveries are queued for, of which there may be millions: the next
    endpoint is looked up behind the one before."""
    queued = "SELECT min(recipient) FROM outbox WHERE topic = 'webhook' AND state = 'queued'"
    rows = await reader.fetch(
        f"WITH RECURSIVE queue (recipient) AS ({queued} UNION ALL"
        f" SELECT ({queued} AND recipient > queue.recipient) FROM queue WHERE queue.recipient IS NOT NULL)"
        " SELECT recipient FROM queue WHERE recipient IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM webhooks AS w WHERE CAST(w.id AS TEXT) = queue.recipient AND w.enabled = 1)"
    )
    return [int(row[0]) for row in rows]


async def give_up(tx: Transaction, webhook_id: int, now: int, most: int) -> int:
    """Ends deliveries to an endpoint, unless it is enabled; returns their number."""
    rows = await tx.fetch(
        "UPDATE outbox SET state = 'failed', error = 'the webhook is disabled or deleted', finished_at = $2, claim = ''"
        " WHERE state = 'queued' AND NOT EXISTS (SELECT 1 FROM webhooks WHERE id = $3 AND enabled = 1) AND id IN"
        f" (SELECT id FROM outbox WHERE topic = 'webhook' AND state = 'queued' AND recipient = $1 LIMIT {most})"
        " RETURNING id",
        str(webhook_id),
        now,
        webhook_id,
    )
    return len(rows)


async def purge_finished(tx: Transaction, before: int, most: int) -> int:
    rows = await tx.fetch(
        "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE finished_at < $1 AND topic = 'webhook'"
        f" LIMIT {most}) RETURNING id",
        before,
    )
    return len(rows)


class QueueState(Struct, frozen=True):
    queued: int  # At most MOST_COUNTED.
    oldest_due: int | None  # When the oldest delivery that is due became due.
    failing: int
    disabled: int


async def state(reader: Reader, now: int) -> QueueState:
    queued = f"FROM outbox WHERE topic = 'webhook' AND state = 'queued' AND {UNFINISHED}"
    row = await reader.fetchrow(
        f"SELECT (SELECT count(*) FROM (SELECT 1 {queued} LIMIT {MOST_COUNTED}) AS counted),"
        f" (SELECT min(due_at) {queued} AND due_at <= $1),"
        " (SELECT count(*) FROM webhooks WHERE enabled = 1 AND failing_since IS NOT NULL),"
        " (SELECT count(*) FROM webhooks WHERE enabled = 0 AND disabled_reason <> '')",
        now,
    )
    return QueueState(*row) if row else QueueState(0, None, 0, 0)
