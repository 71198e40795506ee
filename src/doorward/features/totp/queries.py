"""SQL of authenticator apps, which are rows of the table of factors."""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in.factors import TOTP, Factor

_OWN: Final = f"FROM factors WHERE user_id = $1 AND type = '{TOTP}'"


class StoredApp(Struct, frozen=True):
    factor: Factor
    sealed: str


async def confirmed_of(reader: Reader, user_id: int) -> list[tuple[int, str]]:
    """The ids and the sealed secrets of a user's apps."""
    rows = await reader.fetch(f"SELECT id, sealed {_OWN} AND confirmed = 1 ORDER BY id", user_id)
    return [(row[0], row[1]) for row in rows]


async def find_unconfirmed(reader: Reader, user_id: int, factor_id: int, since: int) -> StoredApp | None:
    sql = (
        f"SELECT id, user_id, type, name, created_at, last_used_at, sealed {_OWN}"
        " AND id = $2 AND confirmed = 0 AND created_at > $3"
    )
    row = await reader.fetchrow(sql, user_id, factor_id, since)
    return StoredApp(Factor(*row[:6]), row[6]) if row else None


async def confirm(tx: Transaction, factor_id: int, step: int) -> bool:
    """Confirms an app by the code of a step, which is used up. Of concurrent requests one succeeds."""
    sql = "UPDATE factors SET confirmed = 1, last_step = $2 WHERE id = $1 AND confirmed = 0 RETURNING id"
    return await tx.fetchrow(sql, factor_id, step) is not None


async def use_step(tx: Transaction, factor_id: int, step: int, now: int) -> bool:
    """Uses up the code of a step and of those before it. Of concurrent requests, on all nodes, one succeeds."""
    sql = (
        "UPDATE factors SET last_step = $2, last_used_at = $3 WHERE id = $1 AND confirmed = 1 AND last_step < $2"
        " RETURNING id"
    )
    return await tx.fetchrow(sql, factor_id, step, now) is not None


async def delete_oldest_unconfirmed(tx: Transaction, user_id: int, kept: int) -> None:
    """Deletes the unconfirmed apps of a user except the newest ones."""
    newest = f"SELECT id {_OWN} AND confirmed = 0 ORDER BY id DESC LIMIT $2"
    await tx.execute(f"DELETE {_OWN} AND confirmed = 0 AND id NOT IN ({newest})", user_id, kept)


async def purge_unconfirmed(tx: Transaction, until: int, most: int) -> int:
    """Deletes up to `most` apps that were not confirmed in time, and returns their number."""
    rows = await tx.fetch(
        "DELETE FROM factors WHERE id IN (SELECT id FROM factors WHERE confirmed = 0 AND created_at <= $1"
        f" LIMIT {most}) RETURNING id",
        until,
    )
    return len(rows)
