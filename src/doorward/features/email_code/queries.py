"""SQL of signing in by a mailed code."""

from doorward.database.protocol import Transaction


async def verify_address(tx: Transaction, user_id: int, email_key: str, now: int) -> bool:
    """Marks the address of an enabled user as verified; False when the user has another one by now, is disabled or was
    deleted. The version grows only with a change, since it is the user's ETag. Locks the row until the commit."""
    row = await tx.fetchrow(
        "UPDATE users SET email_verified = 1, version = version + 1 - email_verified,"
        " updated_at = CASE WHEN email_verified = 1 THEN updated_at ELSE $3 END"
        " WHERE id = $1 AND email_key = $2 AND status = 1 RETURNING id",
        user_id,
        email_key,
        now,
    )
    return row is not None
