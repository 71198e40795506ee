"""Events: one row for each audit entry, from which webhooks, the event stream and the revocation feed are served."""

from doorward.database.protocol import Transaction


async def insert(tx: Transaction, at: int, lane: int, entry: int, kind: str, revokes: str) -> None:
    await tx.execute(
        "INSERT INTO events (at, lane, entry, type, revokes) VALUES ($1, $2, $3, $4, $5)",
        at,
        lane,
        entry,
        kind,
        revokes,
    )
