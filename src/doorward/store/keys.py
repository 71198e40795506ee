"""Signing keys; their private parts are sealed."""

from msgspec.structs import astuple

from doorward.database.protocol import Reader, Transaction
from doorward.domain.keys import StoredKey


async def newest_first(reader: Reader) -> list[StoredKey]:
    rows = await reader.fetch(
        "SELECT kid, purpose, algorithm, sealed, created_at, active_at, retire_at FROM keys"
        " ORDER BY active_at DESC, created_at DESC, kid DESC"
    )
    return [StoredKey(*row) for row in rows]


async def all_sealed(reader: Reader) -> list[StoredKey]:
    """All keys, without the columns that later versions of the schema added."""
    rows = await reader.fetch("SELECT kid, purpose, algorithm, sealed, created_at, created_at FROM keys")
    return [StoredKey(*row) for row in rows]


async def insert(tx: Transaction, key: StoredKey) -> None:
    await tx.execute(
        "INSERT INTO keys (kid, purpose, algorithm, sealed, created_at, active_at, retire_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7)",
        *astuple(key),
    )


async def set_retirement(tx: Transaction, kid: str, retire_at: int | None) -> None:
    await tx.execute("UPDATE keys SET retire_at = $2 WHERE kid = $1", kid, retire_at)


async def set_sealed(tx: Transaction, kid: str, sealed: str) -> None:
    await tx.execute("UPDATE keys SET sealed = $2 WHERE kid = $1", kid, sealed)


async def delete_retired(tx: Transaction, before: int) -> None:
    await tx.execute("DELETE FROM keys WHERE retire_at <= $1", before)
