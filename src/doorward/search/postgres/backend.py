"""Lists on PostgreSQL: GIN indexes of grams and roles, one for each status, and an index for each order."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from doorward.database.protocol import Database, Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.user_query import GRAM, SORTABLE, grams, order
from doorward.search.directory import Matches, UserQuery, Values, total
from doorward.search.index import Pacer, Report

# GIN collects all that matches before it gives out the first; where one in so many matches, reading the table until the
# cap is reached is quicker.
_COMMON: Final = 8
_SAMPLE: Final = 1000
# A role that one in so many has, or more, is looked for in what the index finds: it has long lists of such a role.
_USUAL: Final = 4
# Not a plain number, of which the planner concludes that it has to read a part of the table only; it would compute the
# grams of one row after the other then, instead of asking the index.
_LIMIT: Final = f"LIMIT (SELECT {TOTAL_CAP + 1})"
# What lists are sorted by, where the searched text has it already.
_IN_SEARCH: Final = {
    "id": "s.user_id",
    "username": "split_part(s.search, chr(31), 1)",
    "name": "split_part(s.search, chr(31), 2)",
    "email": "split_part(s.search, chr(31), 3)",
    "status": "s.status",
}
_INDEXES: Final = {
    "user_search_enabled_grams": "user_search_enabled USING gin (doorward_grams(search), roles)",
    "user_search_disabled_grams": "user_search_disabled USING gin (doorward_grams(search), roles)",
    "users_by_name": "users (name_key, id)",
    "users_by_email": "users (email_key NULLS FIRST, id)",
    "users_by_status": "users (status, id)",
    "users_by_created": "users (created_at, id)",
    "users_by_updated": "users (updated_at, id)",
    "users_by_login": "users (last_login_at NULLS FIRST, id)",
}


class PostgresSearch:
    finds_in_order_of_id = False
    walking = 1
    _fill: tuple[str, ...] = (
        "INSERT INTO user_search SELECT u.id, u.status,"
        " ARRAY(SELECT role_id FROM user_roles WHERE user_id = u.id ORDER BY role_id), u.search"
        " FROM users u WHERE u.id > $1 AND u.id <= $2",
        "INSERT INTO user_counts SELECT role_id, status, block, count(*) FROM"
        " (SELECT 0 AS role_id, status, id / 1000 AS block FROM users WHERE id > $1 AND id <= $2 UNION ALL"
        " SELECT ur.role_id, u.status, u.id / 1000 FROM users u JOIN user_roles ur ON ur.user_id = u.id"
        " WHERE u.id > $1 AND u.id <= $2) AS m GROUP BY 1, 2, 3",
    )

    def __init__(self, build_index: Callable[[str, str, Callable[[int, int], None]], Awaitable[None]]) -> None:
        """`build_index`: takes a name, what the index is on, and whom to tell how far it is; builds it."""
        self._build_index = build_index

    async def build_indexes(self, report: Report) -> None:
        for number, (name, definition) in enumerate(_INDEXES.items(), 1):
            report("indexes", number, len(_INDEXES))
            await self._build_index(name, definition, partial(report, f"pages for index {name}"))

    async def fill(self, tx: Transaction, after: int, upto: int) -> None:
        for statement in self._fill:
            await tx.execute(statement, after, upto)

    async def expect_many(self, tx: Transaction) -> None:
        """It is ready."""

    async def clear_away(self, database: Database, report: Report, pace: Pacer) -> None:
        """No version left anything."""

    async def catch_up(self, database: Database) -> bool:
        return False  # Every change takes itself into the indexes.

    async def user_count(self, reader: Reader) -> int:
        return await total(reader)

    async def find(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        share = await self._share(reader, query)
        values = Values()
        if share * _COMMON > 1:
            some = f"SELECT s.user_id FROM user_search s WHERE {row_condition(query, values)} LIMIT {TOTAL_CAP + 1}"
            sql = f"SELECT count(*), NULL FROM ({some}) AS m"
        else:
            # One visit to the index for both: all that matches is at hand, unless it is more than the cap.
            all_of_it = f"(SELECT n FROM c) <= {TOTAL_CAP}"
            ids = f"{_sorted(query, all_of_it)} LIMIT {values(page.size)} OFFSET {values(page.offset)}"
            some = f"{_matching(query, values)} {_LIMIT}"
            sql = f"WITH m AS MATERIALIZED ({some}), c AS (SELECT count(*) AS n FROM m) SELECT n, ARRAY({ids}) FROM c"
        number, found = await reader.fetchrow(sql, *values) or (0, None)
        if number > TOTAL_CAP:
            return Matches(max(number, int(share * query.peers)))
        return Matches(number, None if found is None else ("SELECT unnest($1::bigint[])", [found], 0))

    async def _share(self, reader: Reader, query: UserQuery) -> float:
        """Which part of those who have the status match, by a sample of them."""
        values = Values()
        percent = values(min(100.0, 100 * _SAMPLE / max(query.peers, 1)))
        sql = f"SELECT count(*), count(*) FILTER (WHERE {row_condition(query, values)}) FROM user_search s"
        status = " AND ".join(["true", *_status(query, values)])
        row = await reader.fetchrow(f"{sql} TABLESAMPLE SYSTEM ({percent}) WHERE {status}", *values)
        return row[1] / row[0] if row and row[0] else 0.0

    def in_order(self, query: UserQuery, start: str, values: Values) -> str:
        return f"SELECT u.id FROM users u {f'WHERE u.id {start}' if start else ''} {order(query.wanted)}"

    def walk(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        conditions = []
        if query.keyword:
            conditions.append(f"strpos(w.search, {values(query.keyword)}) > 0")
        if query.wanted.status is not None:
            conditions.append(f"w.status = {values(query.wanted.status)}")
        if query.role_id is not None:
            # A value and not EXISTS, which the planner might turn into a join that reads everything.
            role = values(query.role_id)
            conditions.append(f"(SELECT true FROM user_roles WHERE user_id = w.id AND role_id = {role})")
        return (
            f"SELECT w.id FROM (SELECT u.id, u.search, u.status FROM users u {f'WHERE u.id {start}' if start else ''}"
            f" {order(query.wanted)} LIMIT {budget}) AS w WHERE {' AND '.join(conditions)}"
        )

    async def gather(self, reader: Reader, query: UserQuery, first: int, values: Values) -> str:
        # Materialised, or the planner would rather walk, and not know when to give up.
        return f"WITH m AS MATERIALIZED ({_matching(query, values)}) {_sorted(query, 'true')}"


def _sorted(query: UserQuery, condition: str) -> str:
    """The ids of those in `m`, in order."""
    if query.wanted.sort in _IN_SEARCH:
        return f"SELECT m.id FROM m WHERE {condition} {order(query.wanted, 'm.place', 'm.id')}"
    # One by one (OFFSET keeps it so): the planner expects more of them than there are, and would read along an index of
    # user_count.
    one = f"SELECT {SORTABLE[query.wanted.sort]} AS place FROM users WHERE users.id = m.id OFFSET 0"
    return f"SELECT m.id FROM m, LATERAL ({one}) AS u WHERE {condition} {order(query.wanted, 'u.place', 'm.id')}"


def _matching(query: UserQuery, values: Values) -> str:
    """The ids of all who match, and their places in the order where the searched text has them."""
    conditions = _status(query, values)
    if query.keyword and not query.few:
        conditions.append(f"doorward_grams(s.search) @> {values(grams(query.keyword))}")
    if query.role_id is not None:
        has_role = _has_role(query.role_id, values)
        usual = bool(query.keyword) and query.members * _USUAL > query.peers
        conditions.append(f"({has_role}) IS TRUE" if usual else has_role)
    if query.few or len(query.keyword) > GRAM:
        # All the pieces of a keyword may be there, and yet not in its order.
        conditions.append(f"strpos(s.search, {values(query.keyword)}) > 0")
    place = _IN_SEARCH.get(query.wanted.sort, "NULL")
    return f"SELECT s.user_id AS id, {place} AS place FROM user_search s WHERE {' AND '.join(conditions)}"


def row_condition(query: UserQuery, values: Values) -> str:
    """The condition as it is asked of a row, and of no index."""
    conditions = [*_status(query, values), f"strpos(s.search, {values(query.keyword)}) > 0"]
    if query.role_id is not None:
        conditions.append(f"({_has_role(query.role_id, values)}) IS TRUE")
    return " AND ".join(conditions)


def _status(query: UserQuery, values: Values) -> list[str]:
    return [] if query.wanted.status is None else [f"s.status = {values(query.wanted.status)}"]


def _has_role(role_id: int, values: Values) -> str:
    return f"s.roles @> ARRAY[{values(role_id)}::bigint]"
