"""The key ring in the database, private parts sealed."""

from doorward.domain.keys import StoredKey
from doorward.store.database import Reader, Transaction


async def newest_first(reader: Reader) -> list[StoredKey]:
    rows = await reader.fetch(
        "SELECT kid, purpose, algorithm, sealed, created_at FROM keys ORDER BY created_at DESC, kid"
    )
    return [StoredKey(*row) for row in rows]


async def insert(tx: Transaction, key: StoredKey) -> None:
    await tx.execute(
        "INSERT INTO keys (kid, purpose, algorithm, sealed, created_at) VALUES ($1, $2, $3, $4, $5)",
        key.kid,
        key.purpose,
        key.algorithm,
        key.sealed,
        key.created_at,
    )
