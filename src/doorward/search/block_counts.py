"""Counts of users for each block of 1,000 ids, role and status, and for each group of 64 blocks.

Their sums are exact totals, and their running sums locate a deep page without reading the users before it: first its
group, then the block within it. docs/decisions/0009
"""

from typing import Final

from doorward.database.protocol import Reader
from doorward.search.filling import BLOCK
from doorward.search.query import UserQuery, Values, direction

# As in the migration that creates them.
_GROUP: Final = 64
_BLOCKS: Final = "user_totals"
_GROUPS: Final = "user_group_totals"


async def total(reader: Reader, query: UserQuery | None = None) -> int:
    """How many users have the query's role and status; without a query, how many there are."""
    values = Values()
    counts = _counts(_GROUPS, query, values)
    row = await reader.fetchrow(f"SELECT CAST(coalesce(sum(n), 0) AS BIGINT) {counts}", *values)
    return int(row[0]) if row else 0


async def locate(reader: Reader, query: UserQuery, offset: int) -> tuple[str, int]:
    """Where a deep page in the order of ids begins: a condition on the id, and the offset that remains from there.

    With a keyword or attributes, or in another order, the counts say nothing about it: no condition, and the offset as
    given.
    """
    if query.keyword or query.criteria.by_attributes or query.criteria.sort != "id" or offset < BLOCK:
        return "", offset
    group, rest = await _locate_in(reader, query, "block_group", _GROUPS, "", offset)
    within = f"AND block >= {group * _GROUP} AND block < {(group + 1) * _GROUP}"
    block, rest = await _locate_in(reader, query, "block", _BLOCKS, within, rest)
    return f"< {(block + 1) * BLOCK}" if query.criteria.descending else f">= {block * BLOCK}", rest


async def _locate_in(
    reader: Reader, query: UserQuery, key: str, table: str, within: str, offset: int
) -> tuple[int, int]:
    """The group or block that holds the offset, and the offset within it; the last one for offsets past the end."""
    values = Values()
    counts = f"{_counts(table, query, values)} {within} GROUP BY 1 ORDER BY 1 {direction(query.criteria)}"
    found = 0
    for number, count in await reader.fetch(f"SELECT {key}, CAST(sum(n) AS BIGINT) {counts}", *values):
        found = int(number)
        if offset < count:
            break
        offset -= count
    return found, offset


def _counts(table: str, query: UserQuery | None, values: Values) -> str:
    role = f"role_id = {values((query.role_id if query else None) or 0)}"
    status = None if query is None else query.criteria.status
    return f"FROM {table} WHERE {role}" + ("" if status is None else f" AND status = {values(status)}")
