"""The audit trail: append-only entries in lanes, and the head of each lane (docs/decisions/0007).

Entries of one hash chain are written one after the other. With one chain, all writers on PostgreSQL would queue for it.
So there are several, and a transaction locks the first one that is free.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import astuple

from doorward.database.protocol import Reader, Row, Transaction
from doorward.domain.audit import Entry, Event, LaneHead

LANES: Final = 16

# In the order of `LaneHead` and of `Event`.
_HEAD: Final = "lane, first, anchor, seq, hash, seal"
ENTRY: Final = "lane, seq, hash, at, action, actor, actor_name, target, target_name, address, request_id, details"


async def claim_lane(tx: Transaction, hint: int) -> LaneHead:
    """Locks a lane until the transaction ends. Call it late, because other transactions may wait for the lane."""
    # Of the lanes that are verified, and no other that was added.
    ours = f"lane >= 0 AND lane < {LANES}"
    row = await tx.fetchrow(f"SELECT {_HEAD} FROM audit_lanes WHERE {ours} ORDER BY lane LIMIT 1{tx.skip_locked}")
    return LaneHead(*row) if row else await lock_lane(tx, hint % LANES)


async def lock_lane(tx: Transaction, lane: int) -> LaneHead:
    """Locks this lane, waiting for a transaction that holds it."""
    row = await tx.fetchrow(f"UPDATE audit_lanes SET seq = seq WHERE lane = $1 RETURNING {_HEAD}", lane)
    if row is None:
        raise RuntimeError(f"lane {lane} of the audit trail is missing; run doorward audit verify")
    return LaneHead(*row)


async def open_lane(tx: Transaction, head: LaneHead) -> None:
    await tx.execute(f"INSERT INTO audit_lanes ({_HEAD}) VALUES ($1, $2, $3, $4, $5, $6)", *astuple(head))


async def append(tx: Transaction, entry: Entry, head: LaneHead) -> None:
    """Writes an entry and the head of the lane that results from it."""
    sql = f"INSERT INTO audit ({ENTRY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
    await tx.execute(sql, entry.lane, entry.seq, entry.hash, *astuple(entry.event))
    await set_head(tx, head)


async def set_head(tx: Transaction, head: LaneHead) -> None:
    sql = "UPDATE audit_lanes SET first = $2, anchor = $3, seq = $4, hash = $5, seal = $6 WHERE lane = $1"
    await tx.execute(sql, *astuple(head))


def entries(rows: Sequence[Row]) -> list[Entry]:
    """Makes entries of rows with the columns ENTRY."""
    return [Entry(row[0], row[1], Event(*row[3:]), row[2]) for row in rows]


async def entries_after(reader: Reader, lane: int, seq: int, limit: int) -> list[Entry]:
    """Reads the entries of a lane after the given one, in order."""
    sql = f"SELECT {ENTRY} FROM audit WHERE lane = $1 AND seq > $2 ORDER BY seq LIMIT {limit}"
    return entries(await reader.fetch(sql, lane, seq))


async def find(reader: Reader, lane: int, seq: int) -> Entry | None:
    found = entries(await reader.fetch(f"SELECT {ENTRY} FROM audit WHERE lane = $1 AND seq = $2", lane, seq))
    return found[0] if found else None


async def newest_of_user(reader: Reader, user_id: int) -> tuple[int, int] | None:
    """The lane and number of the newest entry that this user caused."""
    sql = "SELECT lane, seq FROM audit WHERE actor = $1 ORDER BY at DESC, lane DESC, seq DESC LIMIT 1"
    row = await reader.fetchrow(sql, f"user:{user_id}")
    return (row[0], row[1]) if row else None


async def exists(reader: Reader, position: tuple[int, int]) -> bool:
    return await reader.fetchrow("SELECT 1 FROM audit WHERE lane = $1 AND seq = $2", *position) is not None


async def all_heads(reader: Reader) -> list[LaneHead]:
    rows = await reader.fetch(f"SELECT {_HEAD} FROM audit_lanes ORDER BY lane")
    return [LaneHead(*row) for row in rows]


async def find_head(reader: Reader, lane: int) -> LaneHead | None:
    row = await reader.fetchrow(f"SELECT {_HEAD} FROM audit_lanes WHERE lane = $1", lane)
    return LaneHead(*row) if row else None


async def find_misplaced(reader: Reader, heads: Sequence[LaneHead]) -> str | None:
    """Finds an entry before the beginning of its lane or outside all lanes, or an added lane; returns its id."""
    outside = f"lane < 0 OR lane >= {LANES}"
    row = await reader.fetchrow(f"SELECT lane, seq FROM audit WHERE {outside} ORDER BY lane, seq LIMIT 1")
    early = "SELECT lane, seq FROM audit WHERE lane = $1 AND seq < $2 ORDER BY seq LIMIT 1"
    for head in heads:
        row = row or await reader.fetchrow(early, head.lane, head.first)
    if row is None:
        return next((f"{head.lane}" for head in heads if not 0 <= head.lane < LANES), None)
    return f"{row[0]}-{row[1]}"


async def oldest_is_before(reader: Reader, lane: int, moment: int) -> bool:
    """Returns whether the first entry of a lane is from before that moment."""
    begins = "(SELECT first FROM audit_lanes WHERE lane = $1)"
    row = await reader.fetchrow(f"SELECT at FROM audit WHERE lane = $1 AND seq >= {begins} ORDER BY seq LIMIT 1", lane)
    return row is not None and row[0] < moment


async def delete_range(tx: Transaction, lane: int, first: int, last: int) -> None:
    await tx.execute("DELETE FROM audit WHERE lane = $1 AND seq BETWEEN $2 AND $3", lane, first, last)
