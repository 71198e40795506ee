"""Failed sign-ins, counted under names that `core.throttle` chooses."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction

# Entries of a user in the audit trail, the newest ones, among which failures are looked for.
_EXAMINED: Final = 2000
# Parameters of one statement.
_CHUNK: Final = 500
_FAILURES: Final = "CASE WHEN a.forget_at <= $2 THEN 1 ELSE a.failures + 1 END"


class FailureCount(Struct, frozen=True):
    failures: int
    signed_in_at: int


class NameState(Struct, frozen=True):
    blocked_until: int
    signed_in_at: int


async def hold_user(tx: Transaction, user_id: int) -> None:
    """Locks the row of the user whose attempts are counted next, and writes nothing: in the order of sign-ins, password
    changes and deletions."""
    await tx.fetchrow(f"SELECT id FROM users WHERE id = $1{tx.lock_rows}", user_id)


async def count(tx: Transaction, name: str, now: int, memory: int) -> FailureCount | None:
    """Counts one more failure, which is remembered for `memory`; None while the name is blocked.

    One statement, so that concurrent attempts are counted one after the other.
    """
    sql = (
        "INSERT INTO attempts AS a (name, failures, forget_at, blocked_until, signed_in_at, expires_at)"
        " VALUES ($1, 1, $2 + CAST($3 AS BIGINT), 0, 0, $2 + CAST($3 AS BIGINT))"
        f" ON CONFLICT (name) DO UPDATE SET failures = {_FAILURES}, forget_at = $2 + $3 * ({_FAILURES}),"
        f" expires_at = CASE WHEN a.expires_at > $2 + $3 * ({_FAILURES})"
        f" THEN a.expires_at ELSE $2 + $3 * ({_FAILURES}) END"
        " WHERE a.blocked_until <= $2 RETURNING failures, signed_in_at"
    )
    row = await tx.fetchrow(sql, name, now, memory)
    return FailureCount(*row) if row else None


async def block(tx: Transaction, name: str, until: int) -> None:
    await tx.execute("UPDATE attempts SET blocked_until = $2 WHERE name = $1", name, until)


async def find_states(reader: Reader, names: Sequence[str]) -> dict[str, NameState]:
    """Those of the names that have a row."""
    placeholders = ", ".join(f"${number}" for number in range(1, len(names) + 1))
    sql = f"SELECT name, blocked_until, signed_in_at FROM attempts WHERE name IN ({placeholders})"
    return {row[0]: NameState(row[1], row[2]) for row in await reader.fetch(sql, *names)}


async def blocked_until(reader: Reader, name: str) -> int:
    row = await reader.fetchrow("SELECT blocked_until FROM attempts WHERE name = $1", name)
    return int(row[0]) if row else 0


async def record_success(tx: Transaction, name: str, now: int, known_until: int) -> None:
    """Deletes the failures and records the success."""
    sql = (
        "INSERT INTO attempts (name, failures, forget_at, blocked_until, signed_in_at, expires_at)"
        " VALUES ($1, 0, 0, 0, $2, $3) ON CONFLICT (name) DO UPDATE"
        " SET failures = 0, forget_at = 0, blocked_until = 0, signed_in_at = $2, expires_at = $3"
    )
    await tx.execute(sql, name, now, known_until)


async def undo_failure(tx: Transaction, name: str) -> int:
    """Subtracts the failure that was counted before the attempt succeeded. Returns when one last did, 0 for never."""
    sql = "UPDATE attempts SET failures = failures - 1, blocked_until = 0 WHERE name = $1 RETURNING signed_in_at"
    row = await tx.fetchrow(sql, name)
    return int(row[0]) if row else 0


async def lock(tx: Transaction, name: str) -> None:
    """Other transactions that count under the name wait until the commit."""
    await tx.execute("UPDATE attempts SET failures = failures WHERE name = $1", name)


async def failed_from(reader: Reader, user_id: int) -> list[str]:
    """The addresses from which the newest failures of a user came."""
    rows = await reader.fetch(
        "SELECT DISTINCT address FROM (SELECT address, action FROM audit WHERE target = $1"
        f" ORDER BY at DESC, lane DESC, seq DESC LIMIT {_EXAMINED}) AS newest"
        " WHERE action IN ('auth.login_failed', 'auth.step_up_failed')",
        f"user:{user_id}",
    )
    return [row[0] for row in rows]


async def forgive(tx: Transaction, names: Sequence[str]) -> int:
    """Forgets failures; a recent success is kept. Returns under how many names there were any."""
    count = 0
    for start in range(0, len(names), _CHUNK):
        chunk = names[start : start + _CHUNK]
        rows = await tx.fetch(
            "UPDATE attempts SET failures = 0, forget_at = 0, blocked_until = 0 WHERE failures > 0"
            f" AND name IN ({', '.join(f'${number}' for number in range(1, len(chunk) + 1))}) RETURNING name",
            *chunk,
        )
        count += len(rows)
    return count


async def clear(tx: Transaction, name: str) -> None:
    await tx.execute("DELETE FROM attempts WHERE name = $1", name)


async def purge(tx: Transaction, now: int, most: int) -> int:
    """Deletes up to `most` expired rows and returns their number."""
    expired = "SELECT name FROM attempts WHERE expires_at <= $1 LIMIT $2"
    return len(await tx.fetch(f"DELETE FROM attempts WHERE name IN ({expired}) RETURNING name", now, most))
