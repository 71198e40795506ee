"""Candidates: users with all n-grams of a longer keyword. Most of them have the keyword too, which their rows tell.

Reading the rows of all candidates takes most of the time of such a search. So a count above the cap is concluded from
a sample, and only the candidates that sort first are verified for a page. docs/decisions/0054
"""

import random
from collections.abc import Iterable
from typing import Final

import msgspec

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP
from doorward.domain.user_query import SORTABLE
from doorward.search.query import UserQuery, Values, direction
from doorward.search.sqlite import sort_keys
from doorward.search.sqlite.full_text import FtsQuery, fetch_ids, matching_ids, matching_sort_keys, row_condition

_READ: Final = 2 * TOTAL_CAP
# A second sample is taken where the first leaves a doubt.
_SAMPLES: Final = (300, 2000)
# By Hoeffding's inequality, which also holds without replacement, a sample of n whose share of matches exceeds the true
# one by d or more has a probability of at most exp(-2 n d^2). With this exponent it is less than one in 10^12.
_EXPONENT: Final = 28
# How many times more candidates are verified when too few of them match.
_MORE: Final = 8


async def count(reader: Reader, query: UserQuery, fts: FtsQuery, *, with_pending: bool) -> int:
    """How many users match, up to one more than the cap."""
    values = Values()
    if fts.verify:
        candidates = matching_ids(query, FtsQuery(fts.expression, verify=False), values, with_pending=with_pending)
        ids = await fetch_ids(reader, f"{candidates} LIMIT {_READ}", values)
        if len(ids) <= TOTAL_CAP:
            return len(await verify(reader, query, ids))
        if await _exceed_the_cap(reader, query, ids):
            return TOTAL_CAP + 1
        values.clear()
    matching = matching_ids(query, fts, values, with_pending=with_pending)
    row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} LIMIT {TOTAL_CAP + 1})", *values)
    return int(row[0]) if row else 0


async def _exceed_the_cap(reader: Reader, query: UserQuery, ids: list[int]) -> bool:
    """Whether a sample shows that more of the candidates match than the cap. False if it leaves any doubt."""
    for size in _SAMPLES:
        matching = len(await verify(reader, query, random.sample(ids, size)))
        excess = matching / size - TOTAL_CAP / len(ids)
        if excess > 0 and 2 * size * excess**2 >= _EXPONENT:
            return True
    return False


async def verify(reader: Reader, query: UserQuery, ids: Iterable[int]) -> list[int]:
    """The ids of the users that match by their rows, and no more than one beyond the cap."""
    values = Values()
    rows = f"json_each({values(msgspec.json.encode(list(ids)).decode())}) AS j"
    condition = row_condition(query, "u", values)
    matching = f"SELECT u.id AS id FROM {rows} CROSS JOIN users u ON u.id = j.value WHERE {condition}"
    return await fetch_ids(reader, f"{matching} LIMIT {TOTAL_CAP + 1}", values)


async def first(
    reader: Reader, query: UserQuery, fts: FtsQuery, size: int, verified: int, *, with_pending: bool
) -> list[int] | None:
    """The ids of the first `size` matches and of others; None if that would take the rows of most candidates.

    `verified`: how many candidates are verified at first, beside two for each of the matches.
    """
    way = direction(query.criteria)
    is_exact = sort_keys.is_exact(SORTABLE[query.criteria.sort])
    most = 2 * size + verified
    while most <= TOTAL_CAP:
        values = Values()
        keyed = matching_sort_keys(query, fts, values, with_pending=with_pending)
        rows = await reader.fetch(f"{keyed} ORDER BY sort_key {way}, id {way} LIMIT {most}", *values)
        complete = len(rows) < most
        # Behind these, others may have the last key, and the rest of their texts may sort them before it.
        certain = rows if complete or is_exact else [row for row in rows if row[1] != rows[-1][1]]
        ids = await verify(reader, query, (row[0] for row in certain))
        if complete or len(ids) >= size:
            return ids
        most *= _MORE
    return None
