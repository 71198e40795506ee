"""The access paths on SQLite. docs/decisions/0009"""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Database, Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.user_query import SORTABLE
from doorward.search.block_counts import total
from doorward.search.filling import Pacer, Report
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.search.query import IdQuery, Matches, UserQuery, Values, direction, order_by
from doorward.search.sqlite import (
    attributes,
    bitmaps,
    candidates,
    legacy_indexes,
    order_build,
    pending_changes,
    prefixes,
    sort_keys,
    sort_orders,
    statistics,
)
from doorward.search.sqlite.full_text import (
    FtsQuery,
    fts_query,
    matching_ids,
    matching_sort_keys,
    row_condition,
)
from doorward.search.sqlite.id_lists import fetch_ids, listed
from doorward.search.sqlite.pending_changes import any_pending
from doorward.search.sqlite.statistics import SearchStatistics
from doorward.store import users

# For the duration of a bulk load. The cache is full after some hundred thousand users, and does not grow with more.
_CACHE_KIB: Final = 65_536
_CHECKPOINT_PAGES: Final = 100_000
_FTS_BYTES: Final = 1 << 24
# Entries of a posting list that are read in the time in which the row of a user is checked.
_POSTINGS_PER_ROW: Final = 256
# Beyond this, counting matches takes longer than sorting the first of them usually does.
_LONGEST_RANGE: Final = 100_000
# Entries of an order that are read in the time in which one sort key is looked up.
_ENTRIES_PER_SORT_KEY: Final = 4
# How many times more entries than expected are read before matches are sorted instead.
_PATIENCE: Final = 4


class SQLiteSearch:
    # An ordered scan reads a page of the table for each user; sort keys share pages.
    scan_cost_ratio = 4

    def __init__(self, sorter: order_build.Sorter, options: SearchOptions = DEFAULTS) -> None:
        self._sorter = sorter
        self._thresholds, self._batches = options.thresholds, options.batches
        self._statistics: SearchStatistics | None = None

    async def drop_legacy_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        whole = left = await legacy_indexes.count(database)
        while left:
            await database.write(lambda tx: legacy_indexes.remove_batch(tx, self._batches))
            left = await legacy_indexes.count(database)
            report("old indexes", whole - left, whole)
            await pacer.pause_if_due()

    async def fill_range(self, tx: Transaction, after: int, upto: int) -> None:
        await pending_changes.fill_range(tx, after, upto)

    async def build_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        await order_build.build(database, self._sorter, report, pacer)

    async def are_built(self, reader: Reader) -> bool:
        return await order_build.are_built(reader)

    async def postponing_pays(self, reader: Reader, rows: int) -> bool:
        return True

    async def last_indexed(self, reader: Reader) -> int:
        return max(await users.last_id(reader), await pending_changes.last_id(reader))

    async def prepare_bulk_load(self, tx: Transaction) -> None:
        # Usernames come in no order, so each batch touches pages all over their indexes, and so does the next. A
        # larger cache keeps these pages in memory, and the checkpointer copies them while the next batch is prepared.
        await tx.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        await tx.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        await tx.execute("PRAGMA journal_size_limit = -1")  # The log is as long again a moment later.
        # FTS5 writes its n-grams when it has so many bytes of them. By default it would write several times for each
        # transaction of `fill_range`, and merge what it has written as many times again.
        await tx.execute(f"INSERT INTO user_grams (user_grams, rank) VALUES ('hashsize', {_FTS_BYTES})")
        await bitmaps.postpone(tx)

    async def drop_indexes(self, database: Database) -> None:
        """Nothing to do: none is maintained during a bulk load."""

    async def plans_attributes(self, reader: Reader) -> bool:
        return await bitmaps.is_ready(reader)

    async def apply_pending_changes(self, database: Database) -> bool:
        # A read first: usually nothing is pending, and even an empty write makes other writers wait.
        more = await any_pending(database) and await database.write(pending_changes.apply_batch)
        return (await bitmaps.any_work(database) and await database.write(bitmaps.work)) or more

    async def estimate_users(self, reader: Reader) -> int:
        return (await self._fresh_statistics(reader)).user_count

    async def _fresh_statistics(self, reader: Reader) -> SearchStatistics:
        last = await users.last_id(reader)
        if self._statistics is None or self._statistics.is_stale(last):
            self._statistics = await statistics.collect(reader, await total(reader), last)
        return self._statistics

    def _fts_query(self, query: UserQuery) -> FtsQuery:
        return fts_query(query, self._statistics, self._thresholds)

    async def match(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        if query.criteria.by_attributes:
            plan = attributes.Plan(await self._fresh_statistics(reader), self._thresholds)
            fts = self._keyword_alone(query) if query.keyword else None
            return await attributes.match(reader, query, page, fts, plan)
        with_pending = await any_pending(reader)
        estimates = await self._fresh_statistics(reader)
        having_keyword = estimates.estimate_matches(query.keyword)
        estimate = int(having_keyword * query.candidates / max(estimates.user_count, 1))
        if query.facets and query.candidates * _POSTINGS_PER_ROW < having_keyword:
            query = replace(query, check_rows=True)
        few = await self._listed(reader, query, estimate, with_pending=with_pending)
        values = Values()
        if few is not None:
            return Matches(len(few), IdQuery(_sorted(query, few, values), values, page.offset))
        fts = self._fts_query(query)
        found = await candidates.matching(
            reader,
            query,
            fts,
            self._thresholds.listed_matches,
            likely_more=estimate > TOTAL_CAP,
            with_pending=with_pending,
        )
        # The more matches there are, the fewer rows an ordered scan needs.
        count = max(TOTAL_CAP + 1, estimate) if found is None else len(found)
        if page.offset >= count:
            return Matches(count)
        if await self._is_prefix_range(reader, query, fts, found, with_pending=with_pending):
            return Matches(count, IdQuery(prefixes.ids(query, values, with_pending=with_pending), values, page.offset))
        if found is None:
            return Matches(count)
        if query.criteria.sort == "id":
            ids = sorted(found, reverse=query.criteria.descending)[page.offset : page.offset + page.size]
            return Matches(count, IdQuery(listed(ids, values), values, 0))
        first = await self._first_in_order(reader, query, found, page.offset + page.size)
        return Matches(count, IdQuery(listed(first, values), values, page.offset) if first else None, found)

    async def _is_prefix_range(
        self, reader: Reader, query: UserQuery, fts: FtsQuery, found: list[int] | None, *, with_pending: bool
    ) -> bool:
        """Whether the matches are those users whose text in the column of the order begins with the keyword.

        `found`: all matches, or None if they are more than the cap.
        """
        column = SORTABLE[query.criteria.sort]
        if query.facets or sort_keys.is_exact(column):
            return False
        most = _LONGEST_RANGE if found is None else len(found)
        begin = await prefixes.count(reader, query.keyword, column, most + 1, with_pending=with_pending)
        if found is not None:
            return begin == len(found)
        if not TOTAL_CAP < begin <= _LONGEST_RANGE:
            return False
        values = Values()
        matching = matching_ids(query, FtsQuery(fts.expression, verify=False), values, with_pending=with_pending)
        row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} LIMIT {begin + 1})", *values)
        return row is not None and row[0] == begin

    async def _first_in_order(self, reader: Reader, query: UserQuery, found: list[int], size: int) -> list[int] | None:
        """The ids of the first `size` matches in order, if reading the order finds them sooner than sorting would."""
        wanted, users = min(size, len(found)), (await self._fresh_statistics(reader)).user_count
        expected, as_sorting = wanted * users // len(found), _ENTRIES_PER_SORT_KEY * len(found)
        if expected > as_sorting:
            return None
        members = set(found)
        most = min(_PATIENCE * expected, as_sorting)
        return await sort_orders.first_of(
            reader, query, lambda ids: [each for each in ids if each in members], wanted, min(2 * expected, most), most
        )

    def _keyword_alone(self, query: UserQuery) -> FtsQuery:
        """The lookup of the keyword, without status and role."""
        return fts_query(query.keyword_alone, self._statistics, self._thresholds)

    async def _listed(self, reader: Reader, query: UserQuery, estimate: int, *, with_pending: bool) -> list[int] | None:
        """The ids of all matches in ascending order, if they are few; None if not, or if the estimate says so."""
        most = self._thresholds.listed_matches
        if estimate > 2 * most:
            return None
        values = Values()
        matching = matching_ids(query, self._fts_query(query), values, with_pending=with_pending)
        ids = await fetch_ids(reader, f"{matching} LIMIT {most + 1}", values)
        return sorted(ids) if len(ids) <= most else None

    def has_id_order(self, query: UserQuery) -> bool:
        return True

    def index_scan(self, query: UserQuery, start: str, values: Values) -> str:
        if query.filtered:
            matching = matching_ids(query, self._fts_query(query), values, start)
            return f"{matching} ORDER BY id {direction(query.criteria)}"
        if sort_orders.has_index(query):
            return f"SELECT u.id FROM users u {f'WHERE u.id {start}' if start else ''} {order_by(query.criteria)}"
        return f"SELECT id FROM ({sort_orders.in_order(query, -1, values)})"

    def ordered_scan(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        rows = sort_orders.in_order(query, budget, values)
        # The inner query yields rows lazily in its order. An ORDER BY out here would make SQLite read all of them.
        condition = row_condition(query, "w", values)
        return f"SELECT w.id FROM ({rows}) AS o CROSS JOIN users w ON w.id = o.id WHERE {condition}"

    async def collect_and_sort(
        self, reader: Reader, query: UserQuery, matches: Matches, first: int, values: Values
    ) -> str:
        if query.criteria.by_attributes:
            return attributes.collect_and_sort(query, self._keyword_alone(query), values)
        fts, with_pending = self._fts_query(query), await any_pending(reader)
        if matches.unsorted is not None or not fts.verify:
            keyed = (
                partial(matching_sort_keys, query, fts)
                if matches.unsorted is None
                else partial(sort_keys.of_users, SORTABLE[query.criteria.sort], matches.unsorted)
            )
            keyed = partial(keyed, with_pending=with_pending)
            return _sorted(query, await self._first_by_sort_key(reader, query, keyed, first), values)
        verified = self._thresholds.verified_rows
        ids = await candidates.first(reader, query, fts, first, verified, with_pending=with_pending)
        if ids is not None:
            return _sorted(query, ids, values)
        matching = matching_ids(query, fts, values)
        return f"SELECT u.id FROM ({matching}) AS m CROSS JOIN users u ON u.id = m.id {order_by(query.criteria)}"

    async def _first_by_sort_key(
        self, reader: Reader, query: UserQuery, keyed: Callable[..., str], size: int
    ) -> list[int]:
        """The ids of the first `size` matches and, where sort keys are cut off, of those tied with the last of them."""
        way, values = direction(query.criteria), Values()
        is_exact = sort_keys.is_exact(SORTABLE[query.criteria.sort])
        most = size if is_exact else size + self._thresholds.tied_rows
        rows = await reader.fetch(f"{keyed(values)} ORDER BY sort_key {way}, id {way} LIMIT {most}", *values)
        last = rows[size - 1][1]
        if sort_keys.is_whole(last):
            return [row[0] for row in rows[:size]]
        if len(rows) < most or rows[-1][1] != last:
            return [row[0] for number, row in enumerate(rows) if number < size or row[1] == last]
        # More are tied than were read: read all that don't sort after the last key.
        values.clear()
        condition = sort_keys.not_after(last, values, descending=query.criteria.descending)
        return await fetch_ids(reader, keyed(values, condition), values)


def _sorted(query: UserQuery, ids: list[int], values: Values) -> str:
    """The query for these ids, given in ascending order, in the order of the list."""
    if query.criteria.sort == "id":
        return listed(ids[::-1] if query.criteria.descending else ids, values)
    rows = f"({listed(ids, values)}) AS j"
    return f"SELECT u.id FROM {rows} CROSS JOIN users u ON u.id = j.id {order_by(query.criteria)}"
