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


async def _count(reader: Reader, cap: int, matches: str, *values: str | int) -> int:
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM {matches} LIMIT {cap}) AS found", *values)
    return int(row[0]) if row else 0
