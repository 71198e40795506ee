"""Idempotency keys, and the answers to their requests."""

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction


class StoredAnswer(Struct, frozen=True):
    fingerprint: bytes
    answer: str


async def find(reader: Reader, actor_id: int, key: str, since: int) -> StoredAnswer | None:
    sql = "SELECT fingerprint, answer FROM idempotency_keys WHERE actor_id = $1 AND key = $2 AND created_at > $3"
    row = await reader.fetchrow(sql, actor_id, key, since)
    return StoredAnswer(*row) if row else None


async def claim(tx: Transaction, actor_id: int, key: str, fingerprint: bytes, now: int, since: int) -> bool:
    """Returns whether this request gets the key. Of concurrent ones one does; the others wait for its transaction."""
    sql = (
        "INSERT INTO idempotency_keys (actor_id, key, fingerprint, answer, created_at) VALUES ($1, $2, $3, '', $4)"
        " ON CONFLICT (actor_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = excluded.answer,"
        " created_at = excluded.created_at WHERE idempotency_keys.created_at <= $5 RETURNING actor_id"
    )
    return await tx.fetchrow(sql, actor_id, key, fingerprint, now, since) is not None


async def store_answer(tx: Transaction, actor_id: int, key: str, text: str) -> None:
    await tx.execute("UPDATE idempotency_keys SET answer = $3 WHERE actor_id = $1 AND key = $2", actor_id, key, text)


async def purge(tx: Transaction, until: int, most: int) -> int:
    """Deletes up to `most` expired keys and returns their number."""
    some = f"SELECT actor_id, key FROM idempotency_keys WHERE created_at <= $1 LIMIT {most}"
    sql = f"DELETE FROM idempotency_keys WHERE (actor_id, key) IN ({some}) RETURNING actor_id"
    return len(await tx.fetch(sql, until))
