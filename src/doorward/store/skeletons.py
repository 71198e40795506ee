"""Skeletons of usernames, by which names that look alike are found."""

import itertools
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.text.confusables import LookAlike, skeletons

# Three parameters each; a statement takes up to 64 (database/sqlite/transaction.py).
_CHUNK: Final = 20
# Joined with users, who may be deleted or renamed after they were read.
_ADD: Final = (
    "INSERT INTO username_skeletons (user_id, skeleton) SELECT u.id, given.column2 FROM (VALUES {}) AS given"
    " JOIN users u ON u.id = given.column1 AND u.username = given.column3 WHERE true ON CONFLICT DO NOTHING"
)


class Step(Struct, frozen=True):
    """Users among the next ones by id whose skeleton is missing, and the last id that was looked at."""

    missing: list[tuple[int, str]]
    last: int
    seen: int


async def find_alike(reader: Reader, user_id: int, username: str, limit: int) -> list[LookAlike]:
    """Other users whose names share a skeleton with this one, in the order of ids."""
    sql = (
        "SELECT u.id, u.username, u.status FROM username_skeletons s JOIN users u ON u.id = s.user_id"
        f" WHERE s.skeleton = $1 AND s.user_id <> $2 ORDER BY s.user_id LIMIT {limit}"
    )
    # A query for each, which reads the index in order and stops at the limit.
    found = {row[0]: row for skeleton in skeletons(username) for row in await reader.fetch(sql, skeleton, user_id)}
    return [LookAlike(*found[user_id]) for user_id in sorted(found)[:limit]]


async def write(tx: Transaction, user_id: int, username: str) -> None:
    await tx.execute("DELETE FROM username_skeletons WHERE user_id = $1", user_id)
    rows = [(user_id, skeleton) for skeleton in skeletons(username)]
    await tx.insert_rows("username_skeletons", "user_id, skeleton", rows)


async def scan_missing(reader: Reader, after: int, limit: int) -> Step:
    sql = (
        "SELECT u.id, u.username, s.user_id FROM users u LEFT JOIN username_skeletons s ON s.user_id = u.id"
        f" WHERE u.id > $1 ORDER BY u.id LIMIT {limit}"
    )
    rows = await reader.fetch(sql, after)
    missing = [(row[0], row[1]) for row in rows if row[2] is None]
    return Step(missing, rows[-1][0] if rows else after, len(rows))


async def add(tx: Transaction, missing: Sequence[tuple[int, str]]) -> None:
    """Leaves out users who were deleted or renamed since they were read."""
    given = [(user_id, skeleton, name) for user_id, name in missing for skeleton in skeletons(name)]
    for start in range(0, len(given), _CHUNK):
        chunk = given[start : start + _CHUNK]
        rows = (f"(CAST(${n} AS BIGINT), CAST(${n + 1} AS TEXT), CAST(${n + 2} AS TEXT))" for n in _numbers(len(chunk)))
        await tx.execute(_ADD.format(", ".join(rows)), *itertools.chain.from_iterable(chunk))


def _numbers(rows: int) -> range:
    """The number of each row's first placeholder."""
    return range(1, 3 * rows + 1, 3)
