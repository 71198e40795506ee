"""The access paths on PostgreSQL: a GIN index of trigrams and roles for each status, and an index for each order.

Every write maintains them, so that there are no pending changes. The table `user_search` has the searched text, status
and roles of every user, apart from `users`: a sign-in rewrites the user's row, and would rewrite every entry of the GIN
index with it. Enabled and disabled users are two partitions, each with its index. docs/decisions/0009
"""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from doorward.database.protocol import Database, Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.user_query import SORTABLE
from doorward.errors import DatabaseUnavailable
from doorward.search.block_counts import total
from doorward.search.filling import Pacer, Report
from doorward.search.ngrams import NGRAM, covering_ngrams
from doorward.search.options import DEFAULTS, SearchOptions, Thresholds
from doorward.search.query import IdQuery, Matches, UserQuery, Values, order_by
from doorward.store import users

# Rows that estimate the selectivity of a keyword.
_SAMPLE: Final = 1000
# A subquery, because the planner takes a plain number as a reason to read part of the table, where it would compute the
# n-grams of each row, instead of using the index.
_LIMIT: Final = f"LIMIT (SELECT {TOTAL_CAP + 1})"
# Sort keys that the row in `user_search` has; the others are read from `users`.
_SORT_KEYS: Final = {
    "id": "s.user_id",
    "username": "split_part(s.search, chr(31), 1)",
    "name": "split_part(s.search, chr(31), 2)",
    "email": "split_part(s.search, chr(31), 3)",
    "status": "s.status",
}
_INDEXES: Final = {
    "user_search_enabled_trigrams": "user_search_enabled USING gin (doorward_trigrams(search), roles)",
    "user_search_disabled_trigrams": "user_search_disabled USING gin (doorward_trigrams(search), roles)",
    "users_by_name": "users (name_key, id)",
    "users_by_email": "users (email_key NULLS FIRST, id)",
    "users_by_status": "users (status, id)",
    "users_by_created": "users (created_at, id)",
    "users_by_updated": "users (updated_at, id)",
    "users_by_login": "users (last_login_at NULLS FIRST, id)",
}
_OIDS: Final = ", ".join(f"to_regclass('{name}')" for name in _INDEXES)
_COUNT_BUILT: Final = f"SELECT count(*) FROM pg_index WHERE indisvalid AND indexrelid IN ({_OIDS})"
# What a bulk load drops, by table. Nodes of the version before search with the indexes on n-grams; the first migration
# that such nodes cannot work with drops them.
_DROPPED: Final = {
    "user_search_enabled": ("user_search_enabled_trigrams", "user_search_enabled_grams"),
    "user_search_disabled": ("user_search_disabled_trigrams", "user_search_disabled_grams"),
    "users": tuple(name for name, definition in _INDEXES.items() if definition.startswith("users ")),
}
_DROP_MS: Final = 100
_FILL_RANGE: Final = (
    "INSERT INTO user_search SELECT u.id, u.status,"
    " ARRAY(SELECT role_id FROM user_roles WHERE user_id = u.id ORDER BY role_id), u.search"
    " FROM users u WHERE u.id > $1 AND u.id <= $2",
    # A block whose users were all deleted, before a bulk load left later ones to this, may have counts already.
    "INSERT INTO user_counts AS c SELECT role_id, status, block, count(*) FROM"
    " (SELECT 0 AS role_id, status, id / 1000 AS block FROM users WHERE id > $1 AND id <= $2 UNION ALL"
    " SELECT ur.role_id, u.status, u.id / 1000 FROM users u JOIN user_roles ur ON ur.user_id = u.id"
    " WHERE u.id > $1 AND u.id <= $2) AS m GROUP BY 1, 2, 3"
    " ON CONFLICT (role_id, status, block) DO UPDATE SET n = c.n + excluded.n",
)

# Builds an index concurrently: its name, what it is on, and a callback for the progress.
BuildIndex = Callable[[str, str, Callable[[int, int], None]], Awaitable[None]]


class PostgresSearch:
    scan_cost_ratio = 1

    def __init__(self, build_index: BuildIndex, options: SearchOptions = DEFAULTS) -> None:
        self._build_index, self._thresholds = build_index, options.thresholds

    async def drop_legacy_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        """Nothing to do: no version left any."""

    async def fill_range(self, tx: Transaction, after: int, upto: int) -> None:
        for statement in _FILL_RANGE:
            await tx.execute(statement, after, upto)

    async def build_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        for number, (name, definition) in enumerate(_INDEXES.items(), 1):
            report("indexes", number, len(_INDEXES))
            await self._build_index(name, definition, partial(report, f"pages for index {name}"))

    async def are_built(self, reader: Reader) -> bool:
        row = await reader.fetchrow(_COUNT_BUILT)
        return row is not None and row[0] == len(_INDEXES)

    async def postponing_pays(self, reader: Reader, rows: int) -> bool:
        # The n-grams of all users are indexed again at the end, those of earlier ones too.
        return rows >= await total(reader)

    async def last_indexed(self, reader: Reader) -> int:
        return await users.last_id(reader)

    async def prepare_bulk_load(self, tx: Transaction) -> None:
        """Nothing to do: `drop_indexes` does it."""

    async def drop_indexes(self, database: Database) -> None:
        # Changing them for each new user costs more than building them from all at the end.
        for table, names in _DROPPED.items():
            with contextlib.suppress(DatabaseUnavailable):
                await database.write(partial(_drop, table, names))

    async def apply_pending_changes(self, database: Database) -> bool:
        return False

    async def plans_attributes(self, reader: Reader) -> bool:
        return False

    async def estimate_users(self, reader: Reader) -> int:
        return await total(reader)

    async def match(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        selectivity, with_keyword = await self._estimate(reader, query)
        if query.candidates * self._thresholds.matches_per_row < with_keyword:
            query = replace(query, check_rows=True)
        values = Values()
        # One scan for the count and the page: up to the cap, the scan has all matches to sort.
        within_cap = f"(SELECT n FROM c) <= {TOTAL_CAP}"
        ids = f"{_sorted_ids(query, within_cap)} LIMIT {values(page.size)} OFFSET {values(page.offset)}"
        if selectivity * self._thresholds.common_one_in > 1:
            some = f"{_select(query)} WHERE {_row_condition(query, values)} LIMIT {TOTAL_CAP + 1}"
        else:
            some = f"{_matching(query, self._thresholds, values)} {_LIMIT}"
        sql = f"WITH m AS MATERIALIZED ({some}), c AS (SELECT count(*) AS n FROM m) SELECT n, ARRAY({ids}) FROM c"
        count, found = await reader.fetchrow(sql, *values) or (0, [])
        if count > TOTAL_CAP:
            return Matches(max(count, int(selectivity * query.with_status)))
        return Matches(count, IdQuery("SELECT unnest($1::bigint[])", [found], 0))

    async def _estimate(self, reader: Reader, query: UserQuery) -> tuple[float, float]:
        """By a random sample of the users with the filter's status: the share of matches among them, and how many have
        the keyword, with any roles."""
        values = Values()
        percent = values(min(100.0, 100 * _SAMPLE / max(query.with_status, 1)))
        # Without a role both counts are the same text, which PostgreSQL counts once.
        counted = (query,) if query.role_id is None else (query, replace(query, role_id=None))
        counts = [f"count(*) FILTER (WHERE {_row_condition(each, values)})" for each in counted]
        status = " AND ".join(["true", *_status_condition(query, values)])
        sql = (
            f"SELECT count(*), {counts[0]}, {counts[-1]} FROM user_search s TABLESAMPLE SYSTEM ({percent})"
            f" WHERE {status}"
        )
        sampled, matching, with_keyword = await reader.fetchrow(sql, *values) or (0, 0, 0)
        sampled = sampled or 1
        return matching / sampled, with_keyword / sampled * query.with_status

    def has_id_order(self, query: UserQuery) -> bool:
        return not query.keyword and len(query.facets) == 1

    def index_scan(self, query: UserQuery, start: str, values: Values) -> str:
        if query.role_id is not None:
            after = f"AND u.user_id {start}" if start else ""
            holders = f"SELECT u.user_id AS id FROM user_roles u WHERE u.role_id = {values(query.role_id)}"
            return f"{holders} {after} {order_by(query.criteria, 'u.user_id')}"
        conditions = [f"u.id {start}"] if start else []
        if query.criteria.status is not None:
            conditions.append(f"u.status = {values(query.criteria.status)}")
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"SELECT u.id FROM users u {where} {order_by(query.criteria)}"

    def ordered_scan(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        conditions = []
        if query.keyword:
            conditions.append(f"strpos(w.search, {values(query.keyword)}) > 0")
        if query.criteria.status is not None:
            conditions.append(f"w.status = {values(query.criteria.status)}")
        if query.role_id is not None:
            # A scalar subquery: the planner might turn EXISTS into a join that reads the whole table.
            role = values(query.role_id)
            conditions.append(f"(SELECT true FROM user_roles WHERE user_id = w.id AND role_id = {role})")
        return (
            f"SELECT w.id FROM (SELECT u.id, u.search, u.status FROM users u {f'WHERE u.id {start}' if start else ''}"
            f" {order_by(query.criteria)} LIMIT {budget}) AS w WHERE {' AND '.join(conditions)}"
        )

    async def collect_and_sort(
        self, reader: Reader, query: UserQuery, matches: Matches, first: int, values: Values
    ) -> str:
        # MATERIALIZED: otherwise the planner may choose an ordered scan of its own, without a budget.
        return f"WITH m AS MATERIALIZED ({_matching(query, self._thresholds, values)}) {_sorted_ids(query, 'true')}"


async def _drop(table: str, names: Sequence[str], tx: Transaction) -> None:
    # Keeps an autovacuum away first, while others can still read the table.
    await tx.hold_writers(table)
    # A transaction that has read the table may take hours, such as one of pg_dump. Behind this lock all reads queue.
    await tx.execute(f"SET LOCAL lock_timeout = {_DROP_MS}")
    await tx.execute(f"DROP INDEX IF EXISTS {', '.join(names)}")


def _sorted_ids(query: UserQuery, condition: str) -> str:
    """The ids of `m`, which is a query of `_matching`, in the order of the list."""
    if query.criteria.sort in _SORT_KEYS:
        return f"SELECT m.id FROM m WHERE {condition} {order_by(query.criteria, 'm.sort_key', 'm.id')}"
    # OFFSET 0 keeps the subquery a lookup for each match. The planner overestimates the matches, and would otherwise
    # read a whole index of users.
    lookup = f"SELECT {SORTABLE[query.criteria.sort]} AS sort_key FROM users WHERE users.id = m.id OFFSET 0"
    ordered = order_by(query.criteria, "u.sort_key", "m.id")
    return f"SELECT m.id FROM m, LATERAL ({lookup}) AS u WHERE {condition} {ordered}"


def _matching(query: UserQuery, thresholds: Thresholds, values: Values) -> str:
    """The ids of the matches from the GIN index, with their sort keys where `user_search` has them."""
    conditions = _status_condition(query, values)
    if query.keyword and not query.check_rows:
        conditions.append(f"doorward_trigrams(s.search) @@ {values(_lexemes(query.keyword))}::text::tsquery")
    if query.role_id is not None:
        has_role = _has_role(query.role_id, values)
        usual = bool(query.keyword) and query.candidates * thresholds.usual_facet_one_in > query.with_status
        conditions.append(f"({has_role}) IS TRUE" if usual else has_role)
    if query.check_rows or len(query.keyword) > NGRAM:
        # A text may have all trigrams of a longer keyword, and yet not the keyword.
        conditions.append(f"strpos(s.search, {values(query.keyword)}) > 0")
    return f"{_select(query)} WHERE {' AND '.join(conditions)}"


def _lexemes(keyword: str) -> str:
    """A text search query for the trigrams of the keyword, or for those that begin with a shorter one."""
    prefix = ":*" if len(keyword) < NGRAM else ""
    quoted = (ngram.replace("\\", "\\\\").replace("'", "''") for ngram in covering_ngrams(keyword))
    return " & ".join(f"'{ngram}'{prefix}" for ngram in quoted)


def _select(query: UserQuery) -> str:
    return f"SELECT s.user_id AS id, {_SORT_KEYS.get(query.criteria.sort, 'NULL')} AS sort_key FROM user_search s"


def _row_condition(query: UserQuery, values: Values) -> str:
    """The filter as a condition on a row of `user_search`, which uses no index."""
    conditions = [*_status_condition(query, values), f"strpos(s.search, {values(query.keyword)}) > 0"]
    if query.role_id is not None:
        conditions.append(f"({_has_role(query.role_id, values)}) IS TRUE")
    return " AND ".join(conditions)


def _status_condition(query: UserQuery, values: Values) -> list[str]:
    return [] if query.criteria.status is None else [f"s.status = {values(query.criteria.status)}"]


def _has_role(role_id: int, values: Values) -> str:
    # `IS TRUE` around it hides it from the index, so that it is checked on the rows.
    return f"s.roles @> ARRAY[{values(role_id)}::bigint]"
