"""Skeletons of usernames, by which names that look alike are found."""

import itertools
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.text.confusables import LookAlike, skeleton

_SET: Final = (
    "INSERT INTO username_skeletons (user_id, skeleton) VALUES ($1, $2)"
    " ON CONFLICT (user_id) DO UPDATE SET skeleton = excluded.skeleton"
)
# Three parameters each; a statement takes up to 64 (database/sqlite/transaction.py).
_CHUNK: Final = 20
# Joined with users, who may be deleted or renamed after they were read.
_ADD: Final = (
    "INSERT INTO username_skeletons (user_id, skeleton) SELECT u.id, given.column2 FROM (VALUES {}) AS given"
    " JOIN users u ON u.id = given.column1 AND u.username = given.column3 WHERE true ON CONFLICT (user_id) DO NOTHING"
)


class Step(Struct, frozen=True):
    """Users among the next ones by id whose skeleton is missing, and the last id that was looked at."""

    missing: list[tuple[int, str]]
    last: int
    seen: int


async def find_alike(reader: Reader, user_id: int, username: str, limit: int) -> list[LookAlike]:
    """Other users whose names have the same skeleton, in the order of ids."""
    rows = await reader.fetch(
        "SELECT u.id, u.username, u.status FROM username_skeletons s JOIN users u ON u.id = s.user_id"
        f" WHERE s.skeleton = $1 AND s.user_id <> $2 ORDER BY s.user_id LIMIT {limit}",
        skeleton(username),
        user_id,
    )
    return [LookAlike(*row) for row in rows]


async def write(tx: Transaction, user_id: int, username: str) -> None:
    await tx.execute(_SET, user_id, skeleton(username))


async def scan_missing(reader: Reader, after: int, limit: int) -> Step:
    rows: Any = await reader.fetch(
        "SELECT u.id, u.username, s.user_id FROM users u LEFT JOIN username_skeletons s ON s.user_id = u.id"
        f" WHERE u.id > $1 ORDER BY u.id LIMIT {limit}",
        after,
    )
    missing = [(row[0], row[1]) for row in rows if row[2] is None]
    return Step(missing, rows[-1][0] if rows else after, len(rows))


async def add(tx: Transaction, missing: Sequence[tuple[int, str]]) -> None:
    """Leaves out users who were deleted or renamed since they were read."""
    for start in range(0, len(missing), _CHUNK):
        chunk = missing[start : start + _CHUNK]
        rows = (f"(CAST(${n} AS BIGINT), CAST(${n + 1} AS TEXT), CAST(${n + 2} AS TEXT))" for n in _numbers(len(chunk)))
        values = itertools.chain.from_iterable((user_id, skeleton(name), name) for user_id, name in chunk)
        await tx.execute(_ADD.format(", ".join(rows)), *values)


def _numbers(rows: int) -> range:
    """The number of each row's first placeholder."""
    return range(1, 3 * rows + 1, 3)
