"""Candidates: users with all n-grams of a longer keyword. Most of them have the keyword too, which their rows tell.

Reading the rows of all candidates takes most of the time of such a search. So a count above the cap is concluded from
a sample, and only the candidates that sort first are verified for a page. docs/decisions/0054
"""

import random
from collections.abc import Iterable
from math import log
from typing import Final

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP
from doorward.domain.user_query import SORTABLE
from doorward.search.ngrams import NGRAM
from doorward.search.query import UserQuery, Values, direction
from doorward.search.sqlite import bitmaps, prefixes, sort_keys
from doorward.search.sqlite.attribute_sets import users_with_attributes
from doorward.search.sqlite.full_text import FtsQuery, matching_ids, matching_sort_keys, row_condition
from doorward.search.sqlite.id_lists import fetch_ids, listed

_READ: Final = 2 * TOTAL_CAP
# A larger sample is taken where one leaves a doubt.
_SAMPLES: Final = (96, 512, 2048)
# By Chernoff's bound, which also holds without replacement, a sample of n has a share q of matches, where the true one
# is p < q, with a probability of at most exp(-n D). D is the relative entropy of q and p. With this exponent it is less
# than one in 10^12.
_EXPONENT: Final = 28
# How many times more sort keys are read than candidates are verified at first: reading them again takes much longer.
_MORE: Final = 8


async def matching(
    reader: Reader, query: UserQuery, fts: FtsQuery, few: int, *, likely_more: bool, with_pending: bool
) -> list[int] | None:
    """The ids of all matches; None if they are more than the cap. If that is likely, they are counted first.

    `few`: up to this many candidates, reading their rows takes less time than reading bitmaps.
    """
    values = Values()
    if fts.verify:
        # Of the keyword alone, then those with pending changes too: `prefixes.are_all` needs all who begin with it.
        looked_up = query.keyword_alone if fts.of_keyword else query
        candidates = matching_ids(looked_up, FtsQuery(fts.expression, verify=False), values, with_pending=with_pending)
        read = await fetch_ids(reader, f"{candidates} LIMIT {_READ}", values)
        if len(read) > TOTAL_CAP and await _exceed_the_cap(reader, query, read):
            return None
        certain = (
            few < len(read) < _READ
            and fts.of_keyword
            and await prefixes.are_all(reader, query.keyword, len(read), with_pending=with_pending)
        )
        ids, unverified = await _with_facets(reader, query, read, few, certain=certain)
        matches = await verify(reader, unverified, ids) if unverified else ids
        if len(matches) > TOTAL_CAP:
            return None
        if len(read) < _READ:
            return matches
        values.clear()
    found = f"{matching_ids(query, fts, values, with_pending=with_pending)} LIMIT {TOTAL_CAP + 1}"
    if likely_more:
        row = await reader.fetchrow(f"SELECT count(*) FROM ({found})", *values)
        if row and row[0] > TOTAL_CAP:
            return None
    ids = await fetch_ids(reader, found, values)
    return ids if len(ids) <= TOTAL_CAP else None


async def _with_facets(
    reader: Reader, query: UserQuery, ids: list[int], few: int, *, certain: bool
) -> tuple[list[int], UserQuery | None]:
    """The candidates with the filter's status and role, by their bitmaps, and what is left to verify by rows.

    `certain`: all candidates match the keyword.
    """
    if certain and not query.facets:
        return ids, None
    if not query.facets or query.check_rows or len(ids) <= few or not await bitmaps.is_ready(reader):
        return ids, query
    users = await users_with_attributes(reader, query)
    # A short keyword is looked up as a whole.
    return users.among(ids), None if certain or len(query.keyword) <= NGRAM else query.keyword_alone


async def _exceed_the_cap(reader: Reader, query: UserQuery, ids: list[int]) -> bool:
    """Whether a sample shows that more of the candidates match than the cap. False if it leaves any doubt."""
    share = TOTAL_CAP / len(ids)
    for size in _SAMPLES:
        # A sample is not taken where it would leave a doubt even if all of it matched.
        if size * _relative_entropy(1, share) >= _EXPONENT:
            matching = len(await verify(reader, query, random.sample(ids, size)))
            if size * _relative_entropy(matching / size, share) >= _EXPONENT:
                return True
    return False


def _relative_entropy(found: float, share: float) -> float:
    """How much each member of a sample tells for a true share above `share`; 0 if the sample has no more than that."""
    if found <= share:
        return 0
    return found * log(found / share) + ((1 - found) * log((1 - found) / (1 - share)) if found < 1 else 0)


async def verify(reader: Reader, query: UserQuery, ids: Iterable[int]) -> list[int]:
    """The ids of the users that match by their rows, and no more than one beyond the cap."""
    values = Values()
    # In the order of the table, so that neighbours share its pages.
    rows = f"({listed(sorted(ids), values)}) AS j"
    condition = row_condition(query, "u", values)
    matching = f"SELECT u.id AS id FROM {rows} CROSS JOIN users u ON u.id = j.id WHERE {condition}"
    return await fetch_ids(reader, f"{matching} LIMIT {TOTAL_CAP + 1}", values)


async def first(
    reader: Reader, query: UserQuery, fts: FtsQuery, size: int, verified: int, *, with_pending: bool
) -> list[int] | None:
    """The ids of the first `size` matches and of others; None if that would take the rows of most candidates.

    `verified`: how many candidates are verified at first, beside two for each of the matches.
    """
    way = direction(query.criteria)
    is_exact = sort_keys.is_exact(SORTABLE[query.criteria.sort])
    at_once = 2 * size + verified
    if at_once > TOTAL_CAP:
        return None
    most = min(_MORE * at_once, TOTAL_CAP)
    values = Values()
    keyed = matching_sort_keys(query, fts, values, with_pending=with_pending)
    rows = await reader.fetch(f"{keyed} ORDER BY sort_key {way}, id {way} LIMIT {most}", *values)
    complete = len(rows) < most
    ids, start = list[int](), 0
    while start < len(rows):
        end = min(start + at_once, len(rows))
        if not is_exact:
            # Others with the last key may belong before it, by the rest of their texts.
            while end < len(rows) and rows[end][1] == rows[end - 1][1]:
                end += 1
            if end == len(rows) and not complete:
                return None
        ids += await verify(reader, query, (row[0] for row in rows[start:end]))
        if len(ids) >= size:
            return ids
        start = end
    return ids if complete else None
