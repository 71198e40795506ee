"""Counting for people. Every count stops at a cap, so that none takes long however much there is."""

from typing import Final

from doorward.database.protocol import Reader

COUNT_CAP: Final = 10_000


async def active_sessions(reader: Reader, now: int) -> int:
    return await _count(reader, "sessions WHERE expires_at > $1", now)


async def events(reader: Reader, action: str, since: int, until: int) -> int:
    return await _count(reader, "audit WHERE action = $1 AND at >= $2 AND at < $3", action, since, until)


async def _count(reader: Reader, matches: str, *values: str | int) -> int:
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM {matches} LIMIT {COUNT_CAP}) AS found", *values)
    return int(row[0]) if row else 0
