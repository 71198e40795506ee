"""Events after which access tokens are no longer valid, in the order of `seq`."""

from msgspec import Struct

from doorward.database.protocol import Reader


class Revocation(Struct, frozen=True):
    seq: int
    at: int
    revokes: str  # See `domain.events.revocation`.


async def since(reader: Reader, at: int) -> list[Revocation]:
    """Those of changes at this time or later."""
    # PostgreSQL numbers events after their commit. One without a number is read when it has got it.
    sql = "SELECT seq, at, revokes FROM events WHERE revokes <> '' AND at >= $1 AND seq IS NOT NULL"
    # Sorted here: for an order by `seq`, SQLite reads all events in place of those that the index on the time names.
    rows = await reader.fetch(sql, at)
    return sorted((Revocation(*row) for row in rows), key=lambda event: event.seq)


async def after(reader: Reader, seq: int) -> list[Revocation]:
    sql = "SELECT seq, at, revokes FROM events WHERE seq > $1 AND revokes <> '' ORDER BY seq"
    return [Revocation(*row) for row in await reader.fetch(sql, seq)]
