"""API keys. A key lives as long as its row, until it expires."""

from collections.abc import Iterable
from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.domain.api_keys import ApiKey, KeyDigest, KeyDraft, KeyIdentity, identity
from doorward.store import users

_COLUMNS: Final = ", ".join(f"k.{name}" for name in ApiKey.__struct_fields__)
# The arguments of `domain.api_keys.identity` after the owner.
ACTING: Final = "k.id, k.name, k.permissions, k.networks, k.strength, k.expires_at"
ACTING_WIDTH: Final = 6
# Bounds how long other writers wait for one transaction.
_AT_ONCE: Final = 500
_FIND_OWNER: Final = f"SELECT {users.SELECT}, {ACTING} FROM {users.LIVE_KEY.format(key='$1')}"


async def find_identity(reader: Reader, key_id: int, now: int) -> KeyIdentity | None:
    """The enabled owner of a live key, as its requests see them."""
    rows = await reader.fetch(_FIND_OWNER, key_id, now)
    return identity(users.one_from_rows(rows), *rows[0][-ACTING_WIDTH:]) if rows else None


async def list_of(reader: Reader, user_id: int) -> list[ApiKey]:
    sql = f"SELECT {_COLUMNS} FROM api_keys k WHERE k.user_id = $1 ORDER BY k.created_at, k.id"
    return [ApiKey(*row) for row in await reader.fetch(sql, user_id)]


async def find(reader: Reader, user_id: int, key_id: int) -> ApiKey | None:
    sql = f"SELECT {_COLUMNS} FROM api_keys k WHERE k.id = $1 AND k.user_id = $2"
    row = await reader.fetchrow(sql, key_id, user_id)
    return ApiKey(*row) if row else None


async def count(reader: Reader, user_id: int) -> int:
    row = await reader.fetchrow("SELECT count(*) FROM api_keys WHERE user_id = $1", user_id)
    return int(row[0]) if row else 0


async def insert(
    tx: Transaction, user_id: int, draft: KeyDraft, digest: KeyDigest, hint: str, strength: int, language: str, now: int
) -> None:
    sql = (
        "INSERT INTO api_keys (id, user_id, name, key_hash, hint, permissions, networks, strength, expires_at,"
        " language, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    )
    permissions = None if draft.permissions is None else " ".join(draft.permissions)
    key = (digest.id, user_id, draft.name, digest.hash, hint, permissions, " ".join(draft.networks))
    await tx.execute(sql, *key, strength, draft.expires_at, language, now)


async def rename(tx: Transaction, key_id: int, name: str) -> None:
    await tx.execute("UPDATE api_keys SET name = $2, version = version + 1 WHERE id = $1", key_id, name)


async def delete(tx: Transaction, user_id: int, key_id: int) -> ApiKey | None:
    found = await find(tx, user_id, key_id)
    row = await tx.fetchrow("DELETE FROM api_keys WHERE id = $1 AND user_id = $2 RETURNING id", key_id, user_id)
    return found if row else None


async def delete_all(tx: Transaction, user_id: int) -> int:
    """Deletes the keys of a user and returns their number."""
    return len(await tx.fetch("DELETE FROM api_keys WHERE user_id = $1 RETURNING id", user_id))


async def record_uses(tx: Transaction, uses: Iterable[tuple[int, int, str]]) -> None:
    """Records the last use of keys: id, time and address of each. An earlier one than another node has written is
    ignored."""
    sql = (
        "UPDATE api_keys SET last_used_at = $2, last_address = $3 WHERE id = $1"
        " AND (last_used_at IS NULL OR last_used_at < $2)"
    )
    for use in uses:
        await tx.execute(sql, *use)


async def find_expiring(reader: Reader, now: int, ahead: int) -> list[ApiKey]:
    """Some of the keys that expire within so many milliseconds, have a quarter of their life left at most, and whose
    owners are enabled and were not warned. Disabled owners are not: their keys would stay in front of all others."""
    sql = (
        f"SELECT {_COLUMNS} FROM api_keys k JOIN users u ON u.id = k.user_id"
        " WHERE k.expires_at > $1 AND k.expires_at <= $2 AND k.warned_at IS NULL AND u.status = 1"
        f" AND (k.expires_at - k.created_at) / 4 >= k.expires_at - $1 ORDER BY k.expires_at LIMIT {_AT_ONCE}"
    )
    return [ApiKey(*row) for row in await reader.fetch(sql, now, now + ahead)]


async def mark_warned(tx: Transaction, key_id: int, now: int) -> bool:
    """Of concurrent calls one succeeds."""
    sql = "UPDATE api_keys SET warned_at = $2 WHERE id = $1 AND warned_at IS NULL RETURNING id"
    return await tx.fetchrow(sql, key_id, now) is not None


async def purge(tx: Transaction, before: int) -> int:
    """Deletes some of the keys that expired before the moment; returns how many."""
    some = f"SELECT id FROM api_keys WHERE expires_at < $1 ORDER BY expires_at LIMIT {_AT_ONCE}"
    return len(await tx.fetch(f"DELETE FROM api_keys WHERE id IN ({some}) RETURNING id", before))
