"""The outbox. Rows are written in the transaction of their cause, and claimed by one node at a time."""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.events.outbox import OutboxItem, OutboxState

COLUMNS: Final = "id, topic, kind, recipient, user_id, sealed, state, attempts, due_at, error, created_at, finished_at"
# To be repeated beside a condition on the state: SQLite does not see that `queued` is one of these, and would read all
# finished rows of the topic instead of the index on the others.
UNFINISHED: Final = "state IN ('queued', 'held')"


async def insert(
    tx: Transaction,
    topic: str,
    kind: str,
    recipient: str,
    user_id: int | None,
    sealed: str,
    state: OutboxState,
    now: int,
) -> int:
    sql = (
        "INSERT INTO outbox (topic, kind, recipient, user_id, sealed, state, due_at, created_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id"
    )
    row = await tx.fetchrow(sql, topic, kind, recipient, user_id, sealed, state, now)
    assert row is not None  # noqa: S101
    return int(row[0])


async def find(reader: Reader, topic: str, item_id: int) -> OutboxItem | None:
    row = await reader.fetchrow(f"SELECT {COLUMNS} FROM outbox WHERE topic = $1 AND id = $2", topic, item_id)
    return OutboxItem(*row) if row else None


async def any_due(reader: Reader, topic: str, now: int) -> bool:
    """A cheap look before a transaction is opened: the queue is empty most of the time."""
    sql = f"SELECT 1 FROM outbox WHERE topic = $1 AND state = 'queued' AND {UNFINISHED} AND due_at <= $2 LIMIT 1"
    return await reader.fetchrow(sql, topic, now) is not None


async def claim(tx: Transaction, topic: str, claim: str, now: int, until: int, most: int) -> list[OutboxItem]:
    """Claims rows that are due for the holder of `claim`, the oldest first. No other node gets them before `until`."""
    sql = (
        # Materialized: PostgreSQL may run a subquery after IN once for each row, and would claim more than `most`.
        "WITH due AS MATERIALIZED (SELECT id FROM outbox WHERE topic = $1 AND state = 'queued'"
        f" AND {UNFINISHED} AND due_at <= $3 ORDER BY due_at, id LIMIT {most}{tx.skip_locked})"
        " UPDATE outbox SET claim = $2, due_at = $4, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)"
        f" RETURNING {COLUMNS}"
    )
    rows = await tx.fetch(sql, topic, claim, now, until)
    return sorted((OutboxItem(*row) for row in rows), key=lambda item: item.id)


async def finish(tx: Transaction, item_id: int, claim: str, state: OutboxState, error: str, now: int) -> bool:
    """Ends a claimed row and erases what it carried; False when the claim was lost to another node."""
    changes = "state = $3, error = $4, finished_at = $5, sealed = '', claim = ''"
    return await _end_claim(tx, changes, item_id, claim, state, error, now)


async def postpone(tx: Transaction, item_id: int, claim: str, error: str, due_at: int) -> bool:
    """Gives a claimed row back, to be tried again at `due_at`."""
    return await _end_claim(tx, "due_at = $4, error = $3, claim = ''", item_id, claim, error, due_at)


async def release(tx: Transaction, item_id: int, claim: str, error: str, due_at: int) -> bool:
    """Gives a claimed row back as if it had not been tried."""
    changes = "due_at = $4, error = $3, claim = '', attempts = attempts - 1"
    return await _end_claim(tx, changes, item_id, claim, error, due_at)


async def _end_claim(tx: Transaction, changes: str, *values: str | int) -> bool:
    """`values`: the id and the claim, then those of the changes."""
    sql = f"UPDATE outbox SET {changes} WHERE id = $1 AND claim = $2 RETURNING id"
    return await tx.fetchrow(sql, *values) is not None


async def delete_claimed(tx: Transaction, item_id: int, claim: str) -> bool:
    """For work whose row is of no interest once it is done."""
    sql = "DELETE FROM outbox WHERE id = $1 AND claim = $2 RETURNING id"
    return await tx.fetchrow(sql, item_id, claim) is not None


async def give_up_held(tx: Transaction, topic: str, before: int, error: str, now: int, most: int) -> int:
    """Ends held rows that are older, and erases what they carried; returns their number."""
    held = f"topic = $1 AND state = 'held' AND {UNFINISHED}"
    old = f"SELECT id FROM outbox WHERE {held} AND created_at < $2 LIMIT {most}"
    changes = "state = 'failed', error = $3, finished_at = $4, sealed = ''"
    # The state again: PostgreSQL asks for the condition alone, not for its subquery, once a row is no longer locked.
    sql = f"UPDATE outbox SET {changes} WHERE state = 'held' AND id IN ({old}) RETURNING id"
    return len(await tx.fetch(sql, topic, before, error, now))


async def purge_finished(tx: Transaction, before: int, most: int) -> int:
    old = f"SELECT id FROM outbox WHERE finished_at < $1 LIMIT {most}"
    return len(await tx.fetch(f"DELETE FROM outbox WHERE id IN ({old}) RETURNING id", before))


class QueueLength(Struct, frozen=True):
    queued: int
    held: int
    oldest_due: int | None  # When the oldest mail that is due became due.


async def queue_length(reader: Reader, topic: str, now: int) -> QueueLength:
    """By the index on rows that are not finished. A row that a node works on is due when its claim runs out."""
    sql = (
        "SELECT count(CASE WHEN state = 'queued' THEN 1 END), count(CASE WHEN state = 'held' THEN 1 END),"
        " min(CASE WHEN state = 'queued' AND due_at <= $2 THEN due_at END)"
        f" FROM outbox WHERE topic = $1 AND {UNFINISHED}"
    )
    row = await reader.fetchrow(sql, topic, now)
    return QueueLength(*row) if row else QueueLength(0, 0, None)
