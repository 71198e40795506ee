"""Second factors of users, and their recovery codes. What only TOTP or only passkeys need is in those features."""

from collections.abc import Sequence
from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in import strength
from doorward.domain.sign_in.factors import PASSKEY, TOTP, Factor

_COLUMNS: Final = "id, user_id, type, name, created_at, last_used_at"
_PASSKEYS: Final = f"factors f JOIN passkeys p ON p.factor_id = f.id WHERE f.user_id = $1 AND f.type = '{PASSKEY}'"
_SUMMARY: Final = " + ".join(
    f"CASE WHEN EXISTS (SELECT 1 FROM {condition}) THEN {bit} ELSE 0 END"
    for bit, condition in (
        (strength.TOTP, f"factors f WHERE f.user_id = $1 AND f.type = '{TOTP}' AND f.confirmed = 1"),
        (strength.PASSKEY, f"{_PASSKEYS} AND p.user_verified = 1"),
        (strength.SECURITY_KEY, f"{_PASSKEYS} AND p.user_verified = 0"),
    )
)


async def insert(
    tx: Transaction, user_id: int, kind: str, name: str, now: int, *, confirmed: bool, sealed: str = ""
) -> Factor:
    """A factor counts for nothing until it is confirmed and `summarise` was called."""
    sql = (
        "INSERT INTO factors (user_id, type, name, confirmed, sealed, created_at) VALUES ($1, $2, $3, $4, $5, $6)"
        f" RETURNING {_COLUMNS}"
    )
    row = await tx.fetchrow(sql, user_id, kind, name, int(confirmed), sealed, now)
    assert row is not None  # noqa: S101
    return Factor(*row)


async def list_of(reader: Reader, user_id: int) -> list[Factor]:
    """The confirmed factors of a user, in the order of their ids."""
    sql = f"SELECT {_COLUMNS} FROM factors WHERE user_id = $1 AND confirmed = 1 ORDER BY id"
    return [Factor(*row) for row in await reader.fetch(sql, user_id)]


async def find(reader: Reader, user_id: int, factor_id: int) -> Factor | None:
    sql = f"SELECT {_COLUMNS} FROM factors WHERE id = $2 AND user_id = $1 AND confirmed = 1"
    row = await reader.fetchrow(sql, user_id, factor_id)
    return Factor(*row) if row else None


async def has_passkey(reader: Reader, user_id: int, rp_id: str) -> bool:
    """Whether the user has a passkey of this host that signs in alone."""
    sql = f"SELECT 1 FROM {_PASSKEYS} AND p.user_verified = 1 AND p.rp_id = $2 LIMIT 1"
    return await reader.fetchrow(sql, user_id, rp_id) is not None


async def has_second_passkey(reader: Reader, user_id: int, rp_id: str) -> bool:
    """Whether the user has a passkey or a security key of this host."""
    return await reader.fetchrow(f"SELECT 1 FROM {_PASSKEYS} AND p.rp_id = $2 LIMIT 1", user_id, rp_id) is not None


async def demote_passkeys(tx: Transaction, user_id: int, since: int, now: int) -> None:
    """Lets passkeys that were added since a moment sign in beside a password only: a thief may have added them. They
    remain as second factors, since a reader of mails must not remove these."""
    new = "SELECT f.id FROM factors f WHERE f.user_id = $1 AND f.created_at >= $2"
    sql = f"UPDATE passkeys SET user_verified = 0 WHERE user_verified = 1 AND factor_id IN ({new}) RETURNING factor_id"
    if await tx.fetch(sql, user_id, since):
        await summarise(tx, user_id, now)


async def rename(tx: Transaction, factor_id: int, name: str) -> None:
    await tx.execute("UPDATE factors SET name = $2 WHERE id = $1", factor_id, name)


async def record_use(tx: Transaction, factor_id: int, now: int) -> None:
    await tx.execute("UPDATE factors SET last_used_at = $2 WHERE id = $1", factor_id, now)


async def delete(tx: Transaction, factor_id: int) -> None:
    await tx.execute("DELETE FROM factors WHERE id = $1", factor_id)


async def delete_all(tx: Transaction, user_id: int) -> None:
    """Deletes the factors of a user, unconfirmed ones included, and the recovery codes."""
    await tx.execute("DELETE FROM factors WHERE user_id = $1", user_id)
    await tx.execute("DELETE FROM recovery_codes WHERE user_id = $1", user_id)


async def summarise(tx: Transaction, user_id: int, now: int) -> int:
    """Writes the kinds of factors that a user has into their row, and returns them. Call it after every change."""
    changes = f"factors = {_SUMMARY}, updated_at = $2, version = version + 1"
    row = await tx.fetchrow(f"UPDATE users SET {changes} WHERE id = $1 RETURNING factors", user_id, now)
    return int(row[0]) if row else 0


async def replace_recovery_codes(tx: Transaction, user_id: int, hashes: Sequence[bytes]) -> None:
    await tx.execute("DELETE FROM recovery_codes WHERE user_id = $1", user_id)
    await tx.insert_rows("recovery_codes", "code_hash, user_id", [(each, user_id) for each in hashes])


async def take_recovery_code(tx: Transaction, user_id: int, code_hash: bytes) -> bool:
    """Uses a code up: of concurrent requests one succeeds."""
    sql = "DELETE FROM recovery_codes WHERE code_hash = $1 AND user_id = $2 RETURNING user_id"
    return await tx.fetchrow(sql, code_hash, user_id) is not None


async def count_recovery_codes(reader: Reader, user_id: int) -> int:
    row = await reader.fetchrow("SELECT count(*) FROM recovery_codes WHERE user_id = $1", user_id)
    return int(row[0]) if row else 0
