"""SQL of passkeys."""

from collections.abc import Sequence
from typing import Final

from doorward.crypto.passkeys import NewPasskey
from doorward.database.protocol import Reader, Transaction
from doorward.features.passkeys.model import Passkey

_SELECT: Final = (
    "SELECT f.id, f.user_id, f.name, f.created_at, f.last_used_at, p.credential_id, p.public_key, p.sign_count,"
    " p.rp_id, p.user_verified, p.synced, p.transports FROM passkeys p JOIN factors f ON f.id = p.factor_id"
)


async def insert(tx: Transaction, factor_id: int, new: NewPasskey, rp_id: str, transports: Sequence[str]) -> int | None:
    """None when a user has this credential: of concurrent registrations one succeeds."""
    row = await tx.fetchrow(
        "INSERT INTO passkeys (factor_id, credential_id, public_key, sign_count, rp_id, user_verified, synced,"
        " transports) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        " ON CONFLICT (credential_id) DO NOTHING RETURNING factor_id",
        factor_id,
        new.credential_id,
        new.public_key,
        new.sign_count,
        rp_id,
        int(new.user_verified),
        int(new.synced),
        " ".join(transports),
    )
    return int(row[0]) if row else None


async def list_of(reader: Reader, user_id: int) -> list[Passkey]:
    return [Passkey(*row) for row in await reader.fetch(f"{_SELECT} WHERE f.user_id = $1 ORDER BY f.id", user_id)]


async def find(reader: Reader, user_id: int, passkey_id: int) -> Passkey | None:
    row = await reader.fetchrow(f"{_SELECT} WHERE f.id = $2 AND f.user_id = $1", user_id, passkey_id)
    return Passkey(*row) if row else None


async def find_by_credential(reader: Reader, credential_id: bytes) -> Passkey | None:
    row = await reader.fetchrow(f"{_SELECT} WHERE p.credential_id = $1", credential_id)
    return Passkey(*row) if row else None


async def advance_counter(tx: Transaction, passkey_id: int, sign_count: int) -> bool:
    """False when the counter did not grow. One that counts nothing stays 0."""
    row = await tx.fetchrow(
        "UPDATE passkeys SET sign_count = $2 WHERE factor_id = $1 AND (sign_count < $2 OR sign_count + $2 = 0)"
        " RETURNING factor_id",
        passkey_id,
        sign_count,
    )
    return row is not None


async def remove_password(tx: Transaction, user_id: int, no_password: str, now: int) -> bool:
    """False when the user has none. A password that must be changed is none any more."""
    row = await tx.fetchrow(
        "UPDATE users SET password_hash = $2, must_change_password = 0, updated_at = $3, version = version + 1"
        " WHERE id = $1 AND password_hash <> $2 RETURNING id",
        user_id,
        no_password,
        now,
    )
    return row is not None
