"""Filters by attributes on SQLite: flags such as "never signed in", the time of creation, the phone number, no role.

The bitmaps of the attributes are intersected, which counts the matches exactly and finds the page in the order of ids.
In another order, entries of the order are read until the page is complete. docs/decisions/0052
"""

from typing import Final

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.search.options import Thresholds
from doorward.search.query import IdQuery, Matches, UserQuery, Values, order_by
from doorward.search.sqlite import sort_orders
from doorward.search.sqlite.attribute_sets import users_with_attributes
from doorward.search.sqlite.candidates import verify
from doorward.search.sqlite.full_text import FtsQuery, matching_ids, row_condition
from doorward.search.sqlite.id_lists import fetch_ids, listed
from doorward.search.sqlite.id_set import IdSet
from doorward.search.sqlite.statistics import SearchStatistics

# What checking or sorting the row of a user costs, in entries of an index that are read.
_ROW_COST: Final = 8
_CHUNK: Final = 20_000


class Plan(Struct, frozen=True):
    """What the choice of access paths depends on, beside the query."""

    statistics: SearchStatistics
    thresholds: Thresholds


async def match(reader: Reader, query: UserQuery, page: PageRequest, fts: FtsQuery | None, plan: Plan) -> Matches:
    """Counts the matches; with a keyword, up to the cap. The ids are those of the page, unless they are capped."""
    found = await users_with_attributes(reader, query)
    if query.keyword and fts is not None:
        limited = await _with_keyword(reader, query.keyword_alone, found, fts, plan)
        if limited is None:
            return Matches(TOTAL_CAP + 1)
        found = limited
    count = len(found)
    if page.offset >= min(count, TOTAL_CAP):
        return Matches(count)
    ids = await _page(reader, query, found, page, plan)
    return Matches(count, ids)


async def _with_keyword(reader: Reader, query: UserQuery, found: IdSet, fts: FtsQuery, plan: Plan) -> IdSet | None:
    """Those of the users who match the keyword; None if they are more than the cap."""
    statistics = plan.statistics
    share = statistics.estimate_matches(query.keyword) / max(statistics.user_count, 1)
    checked = min(len(found), TOTAL_CAP / share if share else len(found))
    read = min(share * statistics.user_count, TOTAL_CAP * statistics.user_count / max(len(found), 1))
    by_rows = checked * _ROW_COST <= read or len(found) <= plan.thresholds.sorted_rows
    ids = await (verify(reader, query, found) if by_rows else _read_index(reader, query, found, fts))
    return IdSet.of(ids) if len(ids) <= TOTAL_CAP else None


async def _read_index(reader: Reader, query: UserQuery, found: IdSet, fts: FtsQuery) -> list[int]:
    """The users whom the full-text index finds, in the order of ids, some at a time: a common keyword reaches the cap
    before its end."""
    candidates = FtsQuery(fts.expression, verify=False)
    ids: list[int] = []
    last: int | None = 0
    while last is not None and len(ids) <= TOTAL_CAP:
        values = Values()
        matching = matching_ids(query, candidates, values, f"> {last}")
        chunk = await fetch_ids(reader, f"SELECT id FROM ({matching} ORDER BY id LIMIT {_CHUNK})", values)
        matches = found.among(chunk)
        ids += await verify(reader, query, matches) if fts.verify else matches
        last = chunk[-1] if len(chunk) == _CHUNK else None
    return ids


async def _page(reader: Reader, query: UserQuery, found: IdSet, page: PageRequest, plan: Plan) -> IdQuery:
    criteria, values, count = query.criteria, Values(), len(found)
    if criteria.sort == "id":
        ids = found.page(page.offset, page.size, descending=criteria.descending)
        return _listed(ids, values)
    wanted = min(page.offset + page.size, count)
    expected = wanted * plan.statistics.user_count // count
    if count > plan.thresholds.sorted_rows and expected < _ROW_COST * count:
        most = max(4 * expected, _ROW_COST * count)
        first = await sort_orders.first_of(reader, query, found.among, wanted, plan.thresholds.first_entries, most)
        if first is not None:
            return _listed(first[page.offset :], values)
    rows = f"({listed(list(found), values)}) AS j CROSS JOIN users u ON u.id = j.id"
    return IdQuery(f"SELECT u.id FROM {rows} {order_by(criteria)}", values, page.offset)


def _listed(ids: list[int], values: Values) -> IdQuery:
    return IdQuery(listed(ids, values), values, 0)


def collect_and_sort(query: UserQuery, fts: FtsQuery, values: Values) -> str:
    """For more matches of a keyword than the cap, where an ordered scan found too few of them."""
    found = matching_ids(query.keyword_alone, fts, values)
    condition = row_condition(query, "u", values)
    rows = f"({found}) AS m CROSS JOIN users u ON u.id = m.id"
    return f"SELECT u.id FROM {rows} WHERE {condition} {order_by(query.criteria)}"
