"""Events: one row for each audit entry, from which webhooks, the event stream and the revocation feed are served."""

from typing import Final

from doorward.database.protocol import Reader, Row, Transaction
from doorward.domain.audit import Event
from doorward.domain.events.types import RecordedEvent

_LOCK: Final = "events"
# Characters of details that are read at once, but for those of the last event.
_DETAILS_AT_ONCE: Final = 262_144
_ENTRY: Final = "JOIN audit AS a ON a.lane = e.lane AND a.seq = e.entry"
# In the order of `Event`.
_COLUMNS: Final = (
    "e.seq, e.type, e.revokes, a.at, a.action, a.actor, a.actor_name, a.target, a.target_name, a.address,"
    " a.request_id, a.details"
)


async def insert(tx: Transaction, at: int, lane: int, entry: int, kind: str, revokes: str) -> None:
    sql = "INSERT INTO events (at, lane, entry, type, revokes) VALUES ($1, $2, $3, $4, $5)"
    await tx.execute(sql, at, lane, entry, kind, revokes)


async def any_waiting(reader: Reader) -> bool:
    """Whether committed events have no `seq` yet: one read by an index that holds these alone. For PostgreSQL."""
    return await reader.fetchrow("SELECT 1 FROM events WHERE seq IS NULL LIMIT 1") is not None


async def sequence(tx: Transaction, most: int) -> int:
    """Numbers the committed events that have no `seq`, at most so many; returns how many they were. For PostgreSQL.

    Under the lock, so that an event gets a higher `seq` than all that were visible before: a reader that has read up to
    a `seq` misses none.
    """
    await tx.lock(_LOCK)
    row = await tx.fetchrow(
        "WITH waiting AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) AS place FROM"
        f" (SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT {most}) AS first),"
        " numbered AS (UPDATE events AS e SET seq ="
        " (SELECT coalesce(max(seq), 0) FROM events WHERE seq IS NOT NULL) + w.place"
        " FROM waiting AS w WHERE e.id = w.id RETURNING 1)"
        " SELECT count(*) FROM numbered"
    )
    return int(row[0]) if row else 0


async def after(reader: Reader, seq: int, limit: int) -> list[RecordedEvent]:
    """The events behind this one, in order: at most so many, and at most so much text that memory is bounded, but at
    least one. Without those whose audit entry was removed by retention."""
    sized = (
        "SELECT e.seq, e.type, e.revokes, e.lane, e.entry, length(a.details) AS size"
        f" FROM events AS e {_ENTRY} WHERE e.seq > $1 ORDER BY e.seq LIMIT {limit}"
    )
    summed = f"SELECT sized.*, sum(size) OVER (ORDER BY seq) - size AS before FROM ({sized}) AS sized"
    sql = f"SELECT {_COLUMNS} FROM ({summed}) AS e {_ENTRY} WHERE e.before < {_DETAILS_AT_ONCE} ORDER BY e.seq"
    return [_event(row) for row in await reader.fetch(sql, seq)]


async def find(reader: Reader, seq: int) -> RecordedEvent | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM events AS e {_ENTRY} WHERE e.seq = $1", seq)
    return _event(row) if row else None


async def last_seq(reader: Reader) -> int:
    """The `seq` of the newest event; 0 when there is none."""
    row = await reader.fetchrow("SELECT max(seq) FROM events")
    return (row[0] if row else None) or 0


async def times(reader: Reader, seq: int, most: int) -> list[tuple[int, int]]:
    """`seq` and time of the first events behind this one, without the newest of all."""
    newest = "SELECT max(seq) FROM events"
    sql = f"SELECT seq, at FROM events WHERE seq > $1 AND seq < ({newest}) ORDER BY seq LIMIT {most}"
    return [(row[0], row[1]) for row in await reader.fetch(sql, seq)]


async def purge(tx: Transaction, first: int, last: int, before: int) -> None:
    """Deletes the events of this range of `seq` that are from before that moment."""
    await tx.execute("DELETE FROM events WHERE seq BETWEEN $1 AND $2 AND at < $3", first, last, before)


def _event(row: Row) -> RecordedEvent:
    return RecordedEvent(row[0], row[1], row[2], Event(*row[3:]))
