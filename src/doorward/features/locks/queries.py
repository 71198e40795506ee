"""Statements on failed sign-ins and on the counts that lock accounts."""

from collections.abc import Sequence
from typing import Final

from doorward.database.protocol import Reader
from doorward.features.locks.model import EXAMINED

_NEWEST: Final = "ORDER BY at DESC, lane DESC, seq DESC"
_CHUNK: Final = 500


async def failing_accounts(reader: Reader, since: int) -> list[tuple[int, str]]:
    """Users and addresses of the newest failed sign-ins."""
    rows = await reader.fetch(
        "SELECT DISTINCT target, address FROM (SELECT target, address FROM audit"
        f" WHERE action = 'auth.login_failed' AND at >= $1 {_NEWEST} LIMIT {EXAMINED}) AS newest"
        " WHERE target LIKE 'user:%'",
        since,
    )
    return [(int(row[0].removeprefix("user:")), row[1]) for row in rows]


async def accounts(reader: Reader, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Username and name of each user."""
    found: dict[int, tuple[str, str]] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        rows = await reader.fetch(f"SELECT id, username, name FROM users WHERE id IN ({_bind(chunk, 1)})", *chunk)
        found |= {row[0]: (row[1], row[2]) for row in rows}
    return found


async def blocked(reader: Reader, names: Sequence[str], now: int) -> dict[str, tuple[int, int]]:
    """Failures, and until when it is blocked, of each name that is."""
    found: dict[str, tuple[int, int]] = {}
    for start in range(0, len(names), _CHUNK):
        chunk = names[start : start + _CHUNK]
        rows = await reader.fetch(
            "SELECT name, failures, blocked_until FROM attempts WHERE blocked_until > $1"
            f" AND name IN ({_bind(chunk, 2)})",
            now,
            *chunk,
        )
        found |= {row[0]: (row[1], row[2]) for row in rows}
    return found


def _bind(names: Sequence[object], first: int) -> str:
    return ", ".join(f"${number}" for number in range(first, first + len(names)))
