"""Chooses the access path to a page, by the selectivity of the filter.

Block counts give totals and locate deep pages. A keyword is counted in the search index, up to the cap. Then the page
is read by one of these paths, which all return the same rows:

- a list of ids that counting has produced already;
- an index scan, where an index has the matches in the order of the list;
- an ordered scan with a budget: reads users in order and keeps those that match. Fast if many match;
- collect and sort: reads all matches from the search index and sorts them. Fast if few match.

A wrong estimate costs time and never changes the page. docs/decisions/0009
"""

from functools import partial
from typing import Final, Protocol

from msgspec.structs import replace

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.user_query import UserFilter
from doorward.domain.users import User
from doorward.errors import SearchTooDeep
from doorward.search.block_counts import locate, total
from doorward.search.filling import IndexFiller
from doorward.search.ngrams import folded
from doorward.search.options import Thresholds
from doorward.search.query import Matches, UserQuery, Values, fetch_users, is_too_deep
from doorward.store import roles

# How many times more rows an ordered scan reads when it has not found the page.
_LONGER: Final = 4


class SearchBackend(IndexFiller, Protocol):
    """The access paths of one database. Those that return text return a query for ids in the order of the list."""

    # The cost of one row read by an ordered scan, in matches that are collected and sorted.
    scan_cost_ratio: int

    async def plans_attributes(self, reader: Reader) -> bool:
        """Whether `match` counts filters by attributes. Otherwise they are read by `scan`: PostgreSQL plans that by
        itself, and on SQLite the bitmaps may not be filled yet."""

    async def estimate_users(self, reader: Reader) -> int:
        """About how many users there are."""

    async def match(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        """Counts the matches of a query with a keyword, up to the cap, or with attributes."""

    def has_id_order(self, query: UserQuery) -> bool:
        """Whether `index_scan` can read the matches of the filter in the order of ids."""

    def index_scan(self, query: UserQuery, start: str, values: Values) -> str:
        """Reads an index that has the matches in order. `start` is a condition on the id, or empty."""

    def ordered_scan(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        """Reads up to `budget` users in order, and keeps those that match."""

    async def collect_and_sort(
        self, reader: Reader, query: UserQuery, matches: Matches, first: int, values: Values
    ) -> str:
        """Collects all matches and sorts them. At least the `first` of them are in the result."""


class Planner:
    def __init__(self, backend: SearchBackend, thresholds: Thresholds) -> None:
        self._backend, self._thresholds = backend, thresholds

    async def page(self, criteria: UserFilter, request: PageRequest, reader: Reader) -> Page[User]:
        criteria = _by_id_if_tied(criteria)
        query = await self._resolve(reader, criteria)
        if query is None:
            return Page([], 0, False, request)
        matched = query.keyword or criteria.by_attributes
        matches = await self._backend.match(reader, query, request) if matched else Matches(query.candidates)
        capped = bool(query.keyword) and matches.count > TOTAL_CAP
        count = TOTAL_CAP if capped else matches.count
        if is_too_deep(criteria, request, count, capped=capped):
            raise SearchTooDeep
        size = min(request.size, count - request.offset)
        items = await self._users(reader, query, size, request.offset, matches) if size > 0 else []
        return Page(items, count, capped, request)

    async def _resolve(self, reader: Reader, criteria: UserFilter) -> UserQuery | None:
        """The query with the counts to plan by; None if no user can match."""
        keyword = folded(criteria.keyword)
        role = await roles.find_by_name(reader, criteria.role) if criteria.role else None
        if keyword is None or (criteria.role and role is None):
            return None
        query = UserQuery(criteria, keyword, role.id if role else None)
        if keyword and not query.facets:
            users = await self._backend.estimate_users(reader)
            return replace(query, candidates=users, with_status=users)
        candidates = await total(reader, query)
        if not candidates and query.facets:
            return None
        both = bool(keyword) and len(query.facets) > 1
        return replace(
            query,
            candidates=candidates,
            with_status=await total(reader, replace(query, role_id=None)) if keyword and role else candidates,
            with_role=await total(reader, UserQuery(UserFilter(), "", query.role_id)) if both else candidates,
            check_rows=bool(keyword) and candidates <= self._thresholds.checked_rows,
        )

    async def _users(self, reader: Reader, query: UserQuery, size: int, offset: int, matches: Matches) -> list[User]:
        start, rest = await locate(reader, query, offset)
        fetch = partial(fetch_users, reader, query.criteria, size)
        values = Values()
        if matches.ids is not None:
            return await fetch(matches.ids.sql, matches.ids.offset, matches.ids.values)
        by_attributes = query.criteria.by_attributes
        in_index_order = query.criteria.sort == "id" and not by_attributes and self._backend.has_id_order(query)
        if not query.filtered or in_index_order:
            return await fetch(self._backend.index_scan(query, start, values), rest, values)
        budget = await self._scan_budget(reader, query, rest + size, matches.count)
        while budget:
            users = await fetch(self._backend.ordered_scan(query, start, budget, values), rest, values)
            if len(users) == size:
                return users
            values.clear()
            # Goes on as long as sorting would cost more.
            budget *= _LONGER
            budget = budget if budget * self._backend.scan_cost_ratio < matches.count else 0
        found = await self._backend.collect_and_sort(reader, query, matches, offset + size, values)
        return await fetch(found, offset, values)

    async def _scan_budget(self, reader: Reader, query: UserQuery, wanted: int, matching: int) -> int:
        """How many rows an ordered scan may read to find the wanted number of matches; 0 if sorting costs less."""
        exact = query.facets or query.criteria.by_attributes
        users = await total(reader) if exact else query.candidates
        # Of the rows that are read, one in (users / matching) matches.
        expected = wanted * users // matching
        as_sorting = matching // self._backend.scan_cost_ratio
        if expected >= as_sorting:
            return 0
        patient = max(expected * self._thresholds.scan_patience, self._thresholds.scan_minimum)
        # A power of two: the budget is part of the statement's text, and few texts mean few statements to prepare.
        return 1 << min(patient, as_sorting).bit_length()


def _by_id_if_tied(criteria: UserFilter) -> UserFilter:
    """The same list in the order of ids, if the filter leaves one value in the column to sort by."""
    tied = (criteria.sort == "status" and criteria.status is not None) or (
        criteria.sort == "lastLoginAt" and criteria.never_signed_in
    )
    return replace(criteria, sort="id") if tied else criteria
