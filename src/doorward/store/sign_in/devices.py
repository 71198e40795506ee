"""Devices from which users signed in, by the hashes of their secrets."""

from collections.abc import Sequence
from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in.devices import MOST_DEVICES, MOST_SECRETS, Device

_COLUMNS: Final = "id, secret_hash, name, address, trusted_until, created_at, last_used_at"
_SEEN: Final = "UPDATE devices SET address = $3, last_used_at = $4"
_BY_SECRET: Final = "WHERE user_id = $1 AND name = $2 AND secret_hash IN ({})".format(
    ", ".join(f"${number}" for number in range(5, 5 + MOST_SECRETS))
)


async def recognise(
    tx: Transaction, user_id: int, name: str, address: str, now: int, hashes: Sequence[bytes]
) -> int | None:
    """Notes a sign-in from the device of that name that has one of the secrets, and returns its id."""
    sql = f"{_SEEN}, confirmed = 1 {_BY_SECRET} RETURNING id"
    row = await tx.fetchrow(sql, user_id, name, address, now, *_padded(hashes))
    return int(row[0]) if row else None


async def recognise_by_name(
    tx: Transaction, user_id: int, name: str, address: str, now: int, just_made: int
) -> int | None:
    """As `recognise`, for a client that sends no secret: among the devices that never sent theirs. Also one of the same
    address that was added after `just_made`: a second request of the client that is being given the secret."""
    sql = (
        f"{_SEEN} WHERE id = (SELECT id FROM devices WHERE user_id = $1 AND name = $2"
        " AND (confirmed = 0 OR (address = $3 AND created_at > $5)) ORDER BY last_used_at DESC, id DESC LIMIT 1)"
        " RETURNING id"
    )
    row = await tx.fetchrow(sql, user_id, name, address, now, just_made)
    return int(row[0]) if row else None


async def use_trusted(
    tx: Transaction, user_id: int, name: str, address: str, now: int, hashes: Sequence[bytes]
) -> bool:
    """Notes a sign-in from a trusted device; False when it is not trusted, or no longer. One statement, so that a
    device that is being forgotten is not trusted any more."""
    sql = f"{_SEEN}, confirmed = 1 {_BY_SECRET} AND trusted_until > $4 RETURNING id"
    return await tx.fetchrow(sql, user_id, name, address, now, *_padded(hashes)) is not None


def _padded(hashes: Sequence[bytes]) -> list[bytes]:
    """One statement for any number of secrets. No secret has the empty hash."""
    return [*hashes, *[b""] * (MOST_SECRETS - len(hashes))]


async def insert(
    tx: Transaction, user_id: int, secret_hash: bytes, name: str, address: str, now: int, *, confirmed: bool
) -> int:
    """Adds a device, and forgets the least recently used ones beyond the limit. The caller has locked the user's
    row. `confirmed`: the client is known to keep the secret, so that the name alone is not enough."""
    sql = (
        "INSERT INTO devices (user_id, secret_hash, name, address, confirmed, created_at, last_used_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id"
    )
    row = await tx.fetchrow(sql, user_id, secret_hash, name, address, int(confirmed), now)
    assert row is not None  # noqa: S101
    kept = f"SELECT id FROM devices WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT {MOST_DEVICES}"
    await tx.execute(f"DELETE FROM devices WHERE user_id = $1 AND id NOT IN ({kept})", user_id)
    return int(row[0])


async def trust(tx: Transaction, device_id: int, until: int) -> None:
    await tx.execute("UPDATE devices SET trusted_until = $2 WHERE id = $1", device_id, until)


async def revoke_trust(tx: Transaction, user_id: int) -> None:
    """Asks for the second factor on every device again. Call it where the password or a factor changes."""
    await tx.execute("UPDATE devices SET trusted_until = 0 WHERE user_id = $1 AND trusted_until > 0", user_id)


async def list_of(reader: Reader, user_id: int) -> list[Device]:
    """The devices of a user, most recently used first."""
    sql = f"SELECT {_COLUMNS} FROM devices WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC"
    return [Device(*row) for row in await reader.fetch(sql, user_id)]


async def forget(tx: Transaction, user_id: int, device_id: int) -> bool:
    sql = "DELETE FROM devices WHERE id = $2 AND user_id = $1 RETURNING id"
    return await tx.fetchrow(sql, user_id, device_id) is not None


async def forget_all(tx: Transaction, user_id: int) -> int:
    return len(await tx.fetch("DELETE FROM devices WHERE user_id = $1 RETURNING id", user_id))


async def purge(tx: Transaction, before: int, most: int) -> int:
    """Forgets up to `most` devices that were last used before that time; returns how many."""
    old = f"SELECT id FROM devices WHERE last_used_at < $1 LIMIT {most}"
    return len(await tx.fetch(f"DELETE FROM devices WHERE id IN ({old}) RETURNING id", before))
