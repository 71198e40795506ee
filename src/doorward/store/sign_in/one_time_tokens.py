"""One-time tokens, by the hashes of their secrets. Deleting a token uses it: of concurrent requests one succeeds."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import astuple

from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in.one_time_tokens import EMAIL_CONFIRM, EMAIL_REVOKE, NOT_ME

# The secret by which a token is found.
Secret = Literal["link_hash", "flow_hash"]

_COLUMNS: Final = "id, purpose, user_id, subject, sealed, created_at, expires_at"


class StoredToken(Struct, frozen=True):
    id: int
    purpose: str
    user_id: int | None
    subject: str
    sealed: str
    created_at: int
    expires_at: int


class Hashes(Struct, frozen=True):
    link: bytes
    flow: bytes
    code: bytes | None  # None for a token without a code.


async def insert(
    tx: Transaction,
    purpose: str,
    user_id: int | None,
    subject: str,
    hashes: Hashes,
    sealed: str,
    now: int,
    expires_at: int,
) -> int:
    sql = (
        "INSERT INTO one_time_tokens (purpose, user_id, subject, link_hash, flow_hash, code_hash, tries, sealed,"
        " created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9) RETURNING id"
    )
    row = await tx.fetchrow(sql, purpose, user_id, subject, *astuple(hashes), sealed, now, expires_at)
    assert row is not None  # noqa: S101
    return int(row[0])


async def find(reader: Reader, by: Secret, purpose: str, secret_hash: bytes, now: int) -> StoredToken | None:
    sql = f"SELECT {_COLUMNS} FROM one_time_tokens WHERE {by} = $1 AND purpose = $2 AND expires_at > $3"
    row = await reader.fetchrow(sql, secret_hash, purpose, now)
    return StoredToken(*row) if row else None


async def take(tx: Transaction, by: Secret, purpose: str, secret_hash: bytes, now: int) -> StoredToken | None:
    sql = f"DELETE FROM one_time_tokens WHERE {by} = $1 AND purpose = $2 AND expires_at > $3 RETURNING {_COLUMNS}"
    row = await tx.fetchrow(sql, secret_hash, purpose, now)
    return StoredToken(*row) if row else None


async def count_try(
    tx: Transaction, by: Secret, purpose: str, secret_hash: bytes, most: int, now: int, *, with_code: bool = False
) -> int | None:
    """Counts a try before a proof is compared, so that concurrent guesses each count; None when none is left.

    `with_code`: at the code of the token, which must have one. Otherwise at what is asked for beside it, such as a
    password.
    """
    sql = (
        f"UPDATE one_time_tokens SET tries = tries + 1 WHERE {by} = $1 AND purpose = $2 AND expires_at > $3"
        f"{' AND code_hash IS NOT NULL' if with_code else ''} AND tries < $4 RETURNING tries"
    )
    row = await tx.fetchrow(sql, secret_hash, purpose, now, most)
    return int(row[0]) if row else None


async def take_by_code(tx: Transaction, purpose: str, flow_hash: bytes, code_hash: bytes) -> StoredToken | None:
    sql = f"DELETE FROM one_time_tokens WHERE flow_hash = $1 AND purpose = $2 AND code_hash = $3 RETURNING {_COLUMNS}"
    row = await tx.fetchrow(sql, flow_hash, purpose, code_hash)
    return StoredToken(*row) if row else None


async def has_code(reader: Reader, purpose: str, flow_hash: bytes, code_hash: bytes) -> bool:
    sql = "SELECT 1 FROM one_time_tokens WHERE flow_hash = $1 AND purpose = $2 AND code_hash = $3"
    return await reader.fetchrow(sql, flow_hash, purpose, code_hash) is not None


async def find_unassigned(tx: Transaction, token_id: int) -> StoredToken | None:
    """A token that was issued without a user and a payload. It stays as it is until the commit."""
    sql = f"SELECT {_COLUMNS} FROM one_time_tokens WHERE id = $1 AND user_id IS NULL AND sealed = ''{tx.lock_rows}"
    row = await tx.fetchrow(sql, token_id)
    return StoredToken(*row) if row else None


async def assign(tx: Transaction, token_id: int, user_id: int, sealed: str) -> None:
    await tx.execute("UPDATE one_time_tokens SET user_id = $2, sealed = $3 WHERE id = $1", token_id, user_id, sealed)


async def discard_of_user(tx: Transaction, user_id: int) -> None:
    await tx.execute("DELETE FROM one_time_tokens WHERE user_id = $1", user_id)


async def discard_pending(tx: Transaction, user_id: int) -> None:
    """Discards the tokens of a user, except the links that disown a sign-in or restore a former address: a thief who
    changes the password must not void them.

    A link to a former address names the token that confirms the change: while there is one, the change has not been
    confirmed, and the link is discarded with it.
    """
    await tx.execute(
        f"DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose <> '{NOT_ME}' AND (purpose <> '{EMAIL_REVOKE}'"
        " OR subject IN (SELECT CAST(c.id AS TEXT) FROM one_time_tokens c"
        f" WHERE c.user_id = $1 AND c.purpose = '{EMAIL_CONFIRM}'))",
        user_id,
    )


async def discard_email_change(tx: Transaction, user_id: int) -> None:
    """Discards the change of address that a user has not confirmed, and the link that revokes it."""
    sql = f"DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = '{EMAIL_CONFIRM}' RETURNING id"
    for (token_id,) in await tx.fetch(sql, user_id):
        await discard_of_subject(tx, str(token_id), EMAIL_REVOKE)


async def cancel_email_change(tx: Transaction, user_id: int, token_id: int) -> bool:
    """Discards the token that confirms a change; False when the change was confirmed."""
    sql = f"DELETE FROM one_time_tokens WHERE id = $1 AND user_id = $2 AND purpose = '{EMAIL_CONFIRM}' RETURNING id"
    return await tx.fetchrow(sql, token_id, user_id) is not None


async def discard_after_restoring(tx: Transaction, user_id: int, token_id: int) -> None:
    """Discards the tokens of a user, except the links to earlier addresses than the one that token `token_id` was for:
    the owner of the first address has the last word."""
    sql = f"DELETE FROM one_time_tokens WHERE user_id = $1 AND (purpose <> '{EMAIL_REVOKE}' OR id > $2)"
    await tx.execute(sql, user_id, token_id)


async def discard_of_subject(tx: Transaction, subject: str, purpose: str) -> None:
    await tx.execute("DELETE FROM one_time_tokens WHERE subject = $1 AND purpose = $2", subject, purpose)


class ExpiredToken(Struct, frozen=True):
    id: int
    purpose: str
    user_id: int | None


async def find_expired(tx: Transaction, now: int, most: int) -> list[ExpiredToken]:
    sql = f"SELECT id, purpose, user_id FROM one_time_tokens WHERE expires_at <= $1 LIMIT {most}"
    return [ExpiredToken(*row) for row in await tx.fetch(sql, now)]


async def purge(tx: Transaction, tokens: list[ExpiredToken]) -> None:
    """Deletes tokens, except those that other transactions are deleting."""
    if tokens:
        placeholders = ", ".join(f"${number}" for number in range(1, len(tokens) + 1))
        free = f"SELECT id FROM one_time_tokens WHERE id IN ({placeholders}){tx.skip_locked}"
        await tx.execute(f"DELETE FROM one_time_tokens WHERE id IN ({free})", *(token.id for token in tokens))


async def has_email_change(reader: Reader, user_id: int) -> bool:
    sql = f"SELECT 1 FROM one_time_tokens WHERE user_id = $1 AND purpose = '{EMAIL_CONFIRM}' LIMIT 1"
    return await reader.fetchrow(sql, user_id) is not None
