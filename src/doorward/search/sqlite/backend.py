"""Lists on SQLite: grams, status and roles are words of one FTS5 index, whose matches come in the order of ids.

FTS5 takes a user in for a fraction of the cost when it takes many at once. So a change only makes the user news; a
list asks the indexes for all others and looks at the news one by one, until they are taken into the indexes together.
The orders other than by id are kept in a table: SQLite can't fill an index piece by piece, and would keep writers
out for as long as it takes.
"""

from typing import Final

import msgspec

from doorward.database.protocol import Database, Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.user_query import GRAM, SORTABLE, grams, order
from doorward.domain.users import DISABLED
from doorward.search.directory import Matches, UserQuery, Values, total
from doorward.search.index import Pacer, Report
from doorward.search.sqlite import legacy_indexes, pending_changes, sort_keys, sort_orders, statistics
from doorward.search.sqlite.ngrams import question
from doorward.search.sqlite.statistics import SearchStatistics

# So many who match are read once, and counted, ordered and paged from there.
_FEW: Final = 500
# Of those whose names begin alike, so many may come after the end of a page.
_SAME_PLACE: Final = 40
# For as long as an import takes. The pages fill up within 100,000 users: what a million take is seen with those.
_CACHE_KIB: Final = 36_864
_CHECKPOINT_PAGES: Final = 16_000


class SQLiteSearch:
    finds_in_order_of_id = True
    walking = 4

    def __init__(self) -> None:
        self._sample: SearchStatistics | None = None

    async def build_indexes(self, report: Report) -> None:
        """Its orders are tables, and filled by now."""

    async def fill(self, tx: Transaction, after: int, upto: int) -> None:
        await pending_changes.fill(tx, after, upto)

    async def expect_many(self, tx: Transaction) -> None:
        # Usernames come in any order: each batch touches pages all over their indexes, which are wanted again by the
        # next. So they stay in memory, and go into the database file less often.
        await tx.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        await tx.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")

    async def clear_away(self, database: Database, report: Report, pace: Pacer) -> None:
        whole = left = await legacy_indexes.how_many(database)
        while left:
            await database.write(legacy_indexes.clear_some)
            left = await legacy_indexes.how_many(database)
            report("old indexes", whole - left, whole)
            await pace.keep()

    async def catch_up(self, database: Database) -> bool:
        # Asked first: most of the time there is nobody, and a write for nothing would still hold others off.
        if not await _any_pending(database):
            return False
        return await database.write(pending_changes.apply_pending)

    async def user_count(self, reader: Reader) -> int:
        return (await self._sampled(reader)).user_count

    async def _sampled(self, reader: Reader) -> SearchStatistics:
        last = await statistics.last_id(reader)
        if self._sample is None or self._sample.is_old(last):
            self._sample = await statistics.take(reader, await total(reader), last)
        return self._sample

    async def find(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        with_pending = await _any_pending(reader)
        few = await self._few(reader, query, with_pending=with_pending)
        values = Values()
        if few is not None:
            return Matches(len(few), (_among(query, few, values), values, page.offset))
        matching = self._matching(query, "", values, with_pending=with_pending)
        row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} LIMIT {TOTAL_CAP + 1})", *values)
        counted = int(row[0]) if row else 0
        if counted <= TOTAL_CAP:
            ids = await sort_orders.prefix_range(reader, query, counted, values, with_pending=with_pending)
            return Matches(counted, (ids, values, page.offset) if ids else None)
        if query.facets or self._sample is None:
            return Matches(counted)
        # The more of them there are, the sooner a walk has found enough, or should give up.
        return Matches(max(counted, int(self._sample.expected(query.keyword))))

    async def _few(self, reader: Reader, query: UserQuery, *, with_pending: bool) -> list[int] | None:
        """All who match the keyword, in the order of ids, if they are few; None also where that is not likely."""
        sampled = await self._sampled(reader)
        if not query.facets and sampled.expected(query.keyword) > 2 * _FEW:
            return None
        values = Values()
        matching = self._matching(query, "", values, with_pending=with_pending)
        ids = await _all(reader, f"{matching} LIMIT {_FEW + 1}", values)
        return sorted(ids) if len(ids) <= _FEW else None

    def in_order(self, query: UserQuery, start: str, values: Values) -> str:
        if query.filtered:
            return f"{self._matching(query, start, values)} ORDER BY id {sort_orders.direction(query)}"
        if SORTABLE[query.wanted.sort] in pending_changes.INDEXED:
            return f"SELECT u.id FROM users u {f'WHERE u.id {start}' if start else ''} {order(query.wanted)}"
        return f"SELECT id FROM ({sort_orders.in_order(query, -1, values)})"

    def walk(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        if SORTABLE[query.wanted.sort] in pending_changes.INDEXED:
            way = f"SELECT u.id FROM users u {order(query.wanted)} LIMIT {budget}"
        else:
            way = sort_orders.in_order(query, budget, values)
        # The inner query hands its rows over one by one in its order; ordering them here would ask for all of them.
        return (
            f"SELECT w.id FROM ({way}) AS o CROSS JOIN users w ON w.id = o.id WHERE {row_condition(query, 'w', values)}"
        )

    async def gather(self, reader: Reader, query: UserQuery, first: int, values: Values) -> str:
        front = await self._front(reader, query, first)
        if front is not None:
            return _among(query, front, values)
        matching = self._matching(query, "", values)
        return f"SELECT u.id FROM ({matching}) AS m CROSS JOIN users u ON u.id = m.id {order(query.wanted)}"

    async def _front(self, reader: Reader, query: UserQuery, size: int) -> list[int] | None:
        """Some among whom are the first so many of all who match; None where it would not save anything."""
        if self._asked(query)[1]:
            return None  # Their rows are read anyway.
        column, direction, values = SORTABLE[query.wanted.sort], sort_orders.direction(query), Values()
        # Beyond the last there may be others with the same place, who come before it.
        most = size if sort_keys.is_exact(column) else size + _SAME_PLACE
        with_pending = await _any_pending(reader)
        placed = self._placed(query, "true", values, with_pending=with_pending)
        rows = await reader.fetch(f"{placed} ORDER BY place {direction}, id {direction} LIMIT {most}", *values)
        last = rows[size - 1][1]
        if sort_keys.is_whole(last):
            return [row[0] for row in rows[:size]]
        if len(rows) < most or rows[-1][1] != last:
            return [row[0] for number, row in enumerate(rows) if number < size or row[1] == last]
        values.clear()
        within = sort_keys.upto(last, values, descending=query.wanted.descending)
        return await _all(reader, self._placed(query, within, values, with_pending=with_pending), values)

    def _placed(self, query: UserQuery, within: str, values: Values, *, with_pending: bool) -> str:
        """Who matches, and their places, of which the condition holds."""
        column = SORTABLE[query.wanted.sort]
        place = sort_keys.place(column, "u")
        indexed = (
            f"SELECT g.rowid AS id, p.value AS place FROM user_grams g CROSS JOIN user_place_{column} p"
            f" ON p.id = g.rowid WHERE g.user_grams MATCH {values(self._asked(query)[0])}"
            f" AND {within.format(place='p.value')}"
        )
        if not with_pending:
            return indexed
        return (
            f"{indexed} AND g.rowid NOT IN (SELECT id FROM user_news)"
            f" UNION ALL SELECT u.id, {place} FROM user_news n CROSS JOIN users u ON u.id = n.id"
            f" WHERE {row_condition(query, 'u', values)} AND {within.format(place=place)}"
        )

    def _matching(self, query: UserQuery, start: str, values: Values, *, with_pending: bool = True) -> str:
        asked, verify = self._asked(query)
        indexed = (
            f"SELECT g.rowid AS id FROM user_grams g {'CROSS JOIN users v ON v.id = g.rowid' if verify else ''}"
            f" WHERE g.user_grams MATCH {values(asked)}"
        )
        if verify:
            indexed += f" AND {row_condition(query, 'v', values)}"
        if start:
            indexed += f" AND g.rowid {start}"
        if not with_pending:
            return indexed
        changed = (
            f"SELECT u.id FROM user_news n CROSS JOIN users u ON u.id = n.id WHERE {row_condition(query, 'u', values)}"
            f"{f' AND n.id {start}' if start else ''}"
        )
        return f"{indexed} AND g.rowid NOT IN (SELECT id FROM user_news) UNION ALL {changed}"

    def _asked(self, query: UserQuery) -> tuple[str, bool]:
        """What to ask the index for, and whether those whom it finds have to be looked at one by one."""
        keyword, facets = query.keyword, query.facets
        if query.few or not keyword:
            return question([], facets), query.few
        # Where few have the keyword, status and roles are rather looked up than read for user_count.
        rare = bool(facets) and self._sample is not None and self._sample.expected(keyword) <= _FEW
        pieces = self._sample.telling(keyword) if self._sample else grams(keyword)
        apart = query.wanted.status == DISABLED and self._sample is not None and self._sample.few_are_disabled
        asked = [] if rare else facets[1:] if apart else facets
        # All the pieces of a longer keyword may be there, and yet not in its order.
        return question(pieces, asked, apart=apart), rare or len(keyword) > GRAM


async def _any_pending(reader: Reader) -> bool:
    """Most of the time there are none, and then they need not be left out either."""
    return await reader.fetchrow("SELECT 1 FROM user_news LIMIT 1") is not None


async def _all(reader: Reader, ids: str, values: Values) -> list[int]:
    # In one row: between two rows the interpreter would have to be waited for.
    row = await reader.fetchrow(f"SELECT json_group_array(id) FROM ({ids})", *values)
    return msgspec.json.decode(row[0], type=list[int]) if row else []


def _among(query: UserQuery, ids: list[int], values: Values) -> str:
    """These, in the wanted order."""
    by_id = query.wanted.sort == "id"
    listed = msgspec.json.encode(ids[::-1] if by_id and query.wanted.descending else ids).decode()
    rows = f"json_each({values(listed)}) AS j"
    if by_id:
        return f"SELECT j.value FROM {rows}"
    return f"SELECT u.id FROM {rows} CROSS JOIN users u ON u.id = j.value {order(query.wanted)}"


def row_condition(query: UserQuery, user: str, values: Values) -> str:
    """The condition as it can be asked of a user, without an index."""
    conditions = []
    if query.keyword:
        conditions.append(f"instr({user}.search, {values(query.keyword)}) > 0")
    if query.wanted.status is not None:
        conditions.append(f"{user}.status = {values(query.wanted.status)}")
    if query.role_id is not None:
        role = values(query.role_id)
        conditions.append(f"EXISTS (SELECT 1 FROM user_roles WHERE user_id = {user}.id AND role_id = {role})")
    return " AND ".join(conditions)
