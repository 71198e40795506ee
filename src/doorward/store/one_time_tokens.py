"""One-time tokens, by the hashes of their secrets. Deleting a token uses it: of concurrent requests one succeeds."""

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction

_COLUMNS = "id, purpose, user_id, subject, sealed, created_at, expires_at"


class StoredToken(Struct, frozen=True):
    id: int
    purpose: str
    user_id: int | None
    subject: str
    sealed: str
    created_at: int
    expires_at: int


class Hashes(Struct, frozen=True):
    """None for a secret that the token does not have."""

    link: bytes | None
    flow: bytes | None
    code: bytes | None


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
    row = await tx.fetchrow(
        "INSERT INTO one_time_tokens (purpose, user_id, subject, link_hash, flow_hash, code_hash, tries, sealed,"
        " created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9) RETURNING id",
        purpose,
        user_id,
        subject,
        hashes.link,
        hashes.flow,
        hashes.code,
        sealed,
        now,
        expires_at,
    )
    assert row is not None  # noqa: S101
    return int(row[0])


async def find_by_link(reader: Reader, purpose: str, link_hash: bytes, now: int) -> StoredToken | None:
    sql = f"SELECT {_COLUMNS} FROM one_time_tokens WHERE link_hash = $1 AND purpose = $2 AND expires_at > $3"
    row = await reader.fetchrow(sql, link_hash, purpose, now)
    return StoredToken(*row) if row else None


async def find_by_flow(reader: Reader, purpose: str, flow_hash: bytes, now: int) -> StoredToken | None:
    sql = f"SELECT {_COLUMNS} FROM one_time_tokens WHERE flow_hash = $1 AND purpose = $2 AND expires_at > $3"
    row = await reader.fetchrow(sql, flow_hash, purpose, now)
    return StoredToken(*row) if row else None


async def take_by_link(tx: Transaction, purpose: str, link_hash: bytes, now: int) -> StoredToken | None:
    row = await tx.fetchrow(
        f"DELETE FROM one_time_tokens WHERE link_hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING {_COLUMNS}",
        link_hash,
        purpose,
        now,
    )
    return StoredToken(*row) if row else None


async def count_try(tx: Transaction, purpose: str, flow_hash: bytes, most: int, now: int) -> int | None:
    """Counts a try before the code is compared, so that concurrent guesses each count; None when none is left."""
    row = await tx.fetchrow(
        "UPDATE one_time_tokens SET tries = tries + 1 WHERE flow_hash = $1 AND purpose = $2 AND expires_at > $3"
        " AND code_hash IS NOT NULL AND tries < $4 RETURNING tries",
        flow_hash,
        purpose,
        now,
        most,
    )
    return int(row[0]) if row else None


async def count_link_try(tx: Transaction, purpose: str, link_hash: bytes, most: int, now: int) -> int | None:
    """Counts a try at what a link asks for beside it, such as a password; None when none is left."""
    row = await tx.fetchrow(
        "UPDATE one_time_tokens SET tries = tries + 1 WHERE link_hash = $1 AND purpose = $2 AND expires_at > $3"
        " AND tries < $4 RETURNING tries",
        link_hash,
        purpose,
        now,
        most,
    )
    return int(row[0]) if row else None


async def take_by_code(tx: Transaction, purpose: str, flow_hash: bytes, code_hash: bytes) -> StoredToken | None:
    row = await tx.fetchrow(
        f"DELETE FROM one_time_tokens WHERE flow_hash = $1 AND purpose = $2 AND code_hash = $3 RETURNING {_COLUMNS}",
        flow_hash,
        purpose,
        code_hash,
    )
    return StoredToken(*row) if row else None


async def assign(tx: Transaction, token_id: int, user_id: int, subject: str) -> None:
    """Gives a token that was issued without a user and a payload to a user, with another subject."""
    sql = "UPDATE one_time_tokens SET user_id = $2, subject = $3 WHERE id = $1 AND sealed = ''"
    await tx.execute(sql, token_id, user_id, subject)


async def discard(tx: Transaction, token_id: int) -> None:
    await tx.execute("DELETE FROM one_time_tokens WHERE id = $1", token_id)


async def discard_of_user(tx: Transaction, user_id: int, purpose: str | None = None) -> None:
    """Discards the tokens of a user, of one purpose or of all."""
    if purpose is None:
        await tx.execute("DELETE FROM one_time_tokens WHERE user_id = $1", user_id)
    else:
        await tx.execute("DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = $2", user_id, purpose)


async def discard_of_subject(tx: Transaction, subject: str, purpose: str) -> None:
    await tx.execute("DELETE FROM one_time_tokens WHERE subject = $1 AND purpose = $2", subject, purpose)


async def purge(tx: Transaction, now: int, most: int) -> int:
    """Deletes up to `most` expired tokens and returns their number."""
    rows = await tx.fetch(
        "DELETE FROM one_time_tokens WHERE id IN (SELECT id FROM one_time_tokens WHERE expires_at <= $1"
        f" LIMIT {most}) RETURNING id",
        now,
    )
    return len(rows)
