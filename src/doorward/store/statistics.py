"""Counts for administrators. Each count stops at a cap, so that its cost does not grow with the tables."""

from typing import Final

from doorward.database.protocol import Reader

COUNT_CAP: Final = 10_000


async def active_sessions(reader: Reader, now: int, cap: int = COUNT_CAP) -> int:
    return await _count(reader, cap, "sessions WHERE expires_at > $1", now)


async def events(reader: Reader, action: str, since: int, until: int, cap: int = COUNT_CAP) -> int:
    return await _count(reader, cap, "audit WHERE action = $1 AND at >= $2 AND at < $3", action, since, until)


async def users_with(reader: Reader, factor: str, cap: int = COUNT_CAP) -> int:
    """Users with a confirmed factor of this type. A user has few of one type, so that the cap bounds the work."""
    distinct = "SELECT DISTINCT user_id FROM factors WHERE type = $1 AND confirmed = 1 ORDER BY user_id"
    return await _count(reader, cap, f"({distinct}) AS counted", factor)


# Failed sign-ins that the lists of the most frequent accounts and networks look at: the newest ones.
EXAMINED: Final = 5000
_FAILURES: Final = (
    "(SELECT target, target_name, address, at FROM audit WHERE action = 'auth.login_failed' AND at >= $1"
    f" ORDER BY at DESC, lane DESC, seq DESC LIMIT {EXAMINED}) AS failures"
)


async def failing_accounts(reader: Reader, since: int, most: int) -> list[tuple[str, str, int, int]]:
    """Reference and name of an account, its failures, and the time of the last one. The most frequent first."""
    columns = "target, max(target_name), count(*), max(at)"
    sql = f"SELECT {columns} FROM {_FAILURES} GROUP BY target ORDER BY 3 DESC, 1 LIMIT {most}"
    return [(row[0], row[1], row[2], row[3]) for row in await reader.fetch(sql, since)]


async def failing_addresses(reader: Reader, since: int, most: int) -> list[tuple[str, int, int]]:
    sql = f"SELECT address, count(*), max(at) FROM {_FAILURES} GROUP BY address ORDER BY 2 DESC, 1 LIMIT {most}"
    return [(row[0], row[1], row[2]) for row in await reader.fetch(sql, since)]


async def newest_sign_ins(reader: Reader, since: int, most: int) -> list[tuple[int, str, str, str]]:
    """Time, reference and name of the user, and address."""
    sql = (
        "SELECT at, target, target_name, address FROM audit WHERE action = 'auth.login' AND at >= $1"
        f" ORDER BY at DESC, lane DESC, seq DESC LIMIT {most}"
    )
    return [(row[0], row[1], row[2], row[3]) for row in await reader.fetch(sql, since)]


async def _count(reader: Reader, cap: int, matches: str, *values: str | int) -> int:
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM {matches} LIMIT {cap}) AS found", *values)
    return int(row[0]) if row else 0
