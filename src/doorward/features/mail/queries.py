"""Statements on the mails of the outbox."""

from doorward.core.mail.mailbox import TOPIC
from doorward.database.protocol import Reader, Transaction
from doorward.domain.events.outbox import OutboxItem
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.features.mail.model import MailFilter
from doorward.store.outbox import COLUMNS, UNFINISHED


async def page(reader: Reader, wanted: MailFilter, request: PageRequest) -> Page[OutboxItem]:
    """The newest first."""
    where, values = "topic = $1", [TOPIC]
    columns = (("state", wanted.state), ("kind", wanted.kind), ("lower(recipient)", wanted.recipient.lower()))
    for column, value in columns:
        if value:
            values.append(value)
            where += f" AND {column} = ${len(values)}"
    counting = f"SELECT count(*) FROM (SELECT 1 FROM outbox WHERE {where} LIMIT {TOTAL_CAP + 1}) AS found"
    counted = await reader.fetchrow(counting, *values)
    total = counted[0] if counted else 0
    rows = await reader.fetch(
        f"SELECT {COLUMNS} FROM outbox WHERE {where} ORDER BY id DESC LIMIT {request.size} OFFSET {request.offset}",
        *values,
    )
    return Page([OutboxItem(*row) for row in rows], min(total, TOTAL_CAP), total > TOTAL_CAP, request)


async def make_due(tx: Transaction, item_id: int, now: int) -> OutboxItem | None:
    """Queues a held mail, and ends the pause of a queued one. None when it has ended, or a node is sending it."""
    row = await tx.fetchrow(
        "UPDATE outbox SET state = 'queued', due_at = $3"
        f" WHERE topic = $1 AND id = $2 AND state IN ('queued', 'held') AND claim = '' RETURNING {COLUMNS}",
        TOPIC,
        item_id,
        now,
    )
    return OutboxItem(*row) if row else None


async def queue_held(tx: Transaction, now: int, most: int) -> int:
    """Queues held mails, the oldest first; returns their number."""
    rows = await tx.fetch(
        "UPDATE outbox SET state = 'queued', due_at = $2 WHERE state = 'held' AND id IN (SELECT id FROM outbox"
        f" WHERE topic = $1 AND state = 'held' AND {UNFINISHED} ORDER BY due_at, id LIMIT {most}) RETURNING id",
        TOPIC,
        now,
    )
    return len(rows)
