"""Lists on PostgreSQL: a GIN index of grams, status and roles, and an index for each order."""

from collections.abc import Awaitable, Callable
from typing import Final

from doorward.domain.paging import TOTAL_CAP
from doorward.store.database import Database, Reader, Transaction
from doorward.store.list_index import Report
from doorward.store.lists import Sought, Values
from doorward.store.search import GRAM, grams, order

# GIN collects all that matches before it gives out the first; where one in so many matches, reading the table until the
# cap is reached is quicker.
_COMMON: Final = 8
_SAMPLE: Final = 1000
_INDEXES: Final = {
    "user_search_grams": "user_search USING gin (doorward_grams(search), facets)",
    "users_by_name": "users (name_key, id)",
    "users_by_email": "users (email_key NULLS FIRST, id)",
    "users_by_status": "users (status, id)",
    "users_by_created": "users (created_at, id)",
    "users_by_updated": "users (updated_at, id)",
    "users_by_login": "users (last_login_at NULLS FIRST, id)",
}


class PostgresPlans:
    finds_in_order_of_id = False
    _fill: tuple[str, ...] = (
        "INSERT INTO user_search SELECT u.id, ARRAY['s' || u.status]"
        " || ARRAY(SELECT 'r' || role_id FROM user_roles WHERE user_id = u.id ORDER BY role_id), u.search"
        " FROM users u WHERE u.id > $1 AND u.id <= $2",
        "INSERT INTO user_counts SELECT role_id, status, block, count(*) FROM"
        " (SELECT 0 AS role_id, status, id / 1000 AS block FROM users WHERE id > $1 AND id <= $2 UNION ALL"
        " SELECT ur.role_id, u.status, u.id / 1000 FROM users u JOIN user_roles ur ON ur.user_id = u.id"
        " WHERE u.id > $1 AND u.id <= $2) AS m GROUP BY 1, 2, 3",
    )

    def __init__(self, build_index: Callable[[str, str], Awaitable[None]]) -> None:
        """`build_index`: takes a name and what the index is on; builds it, unless it is there."""
        self._build_index = build_index

    async def build_indexes(self, report: Report) -> None:
        for number, (name, definition) in enumerate(_INDEXES.items(), 1):
            report("indexes", number, len(_INDEXES))
            await self._build_index(name, definition)

    async def fill(self, tx: Transaction, after: int, upto: int) -> None:
        for statement in self._fill:
            await tx.execute(statement, after, upto)

    async def expect_many(self, tx: Transaction) -> None:
        """It is ready."""

    async def catch_up(self, database: Database) -> bool:
        return False  # Every change takes itself into the indexes.

    async def count(self, reader: Reader, sought: Sought, everybody: int) -> int:
        values = Values()
        plain = _plainly(sought, values)
        sql = f"SELECT count(*), count(*) FILTER (WHERE {plain}) FROM user_search s TABLESAMPLE SYSTEM"
        sample = await reader.fetchrow(f"{sql} ({values(min(100.0, 100 * _SAMPLE / max(everybody, 1)))})", *values)
        if sample and sample[1] * _COMMON > sample[0]:
            values.pop()
            matching = f"SELECT s.user_id AS id FROM user_search s WHERE {plain}"
        else:
            values.clear()
            matching = self._matching(sought, values)
        row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} LIMIT {TOTAL_CAP + 1}) AS m", *values)
        return int(row[0]) if row else 0

    async def few(self, reader: Reader, sought: Sought, everybody: int) -> list[int] | None:
        return None

    def among(self, sought: Sought, ids: list[int], values: Values) -> str:
        rows = f"SELECT unnest({values(ids)}::bigint[]) AS id"
        return f"SELECT u.id FROM users u WHERE u.id IN ({rows}) {order(sought.wanted)}"

    def in_order(self, sought: Sought, start: str, values: Values) -> str:
        return f"SELECT u.id FROM users u {f'WHERE u.id {start}' if start else ''} {order(sought.wanted)}"

    def walk(self, sought: Sought, start: str, budget: int, values: Values) -> str:
        conditions = []
        if sought.keyword:
            conditions.append(f"strpos(w.search, {values(sought.keyword)}) > 0")
        if sought.wanted.status is not None:
            conditions.append(f"w.status = {values(sought.wanted.status)}")
        if sought.role_id is not None:
            # A value and not EXISTS, which the planner might turn into a join that reads everything.
            role = values(sought.role_id)
            conditions.append(f"(SELECT true FROM user_roles WHERE user_id = w.id AND role_id = {role})")
        return (
            f"SELECT w.id FROM (SELECT u.id, u.search, u.status FROM users u {f'WHERE u.id {start}' if start else ''}"
            f" {order(sought.wanted)} LIMIT {budget}) AS w WHERE {' AND '.join(conditions)}"
        )

    def gather(self, sought: Sought, values: Values) -> str:
        # Materialised, or the planner would rather walk, and not know when to give up. And the users one by one (OFFSET
        # keeps it so): the planner expects more of them than there are, and would read along an index of everybody.
        one = "SELECT * FROM users WHERE users.id = m.id OFFSET 0"
        if sought.wanted.sort == "id":
            one = "SELECT m.id"
        matching = self._matching(sought, values)
        return f"WITH m AS MATERIALIZED ({matching}) SELECT u.id FROM m, LATERAL ({one}) AS u {order(sought.wanted)}"

    def _matching(self, sought: Sought, values: Values) -> str:
        conditions = []
        if sought.keyword and not sought.few:
            conditions.append(f"doorward_grams(s.search) @> {values(grams(sought.keyword))}")
        if sought.facets:
            conditions.append(f"s.facets @> {values(sought.facets)}")
        if sought.few or len(sought.keyword) > GRAM:
            # All the pieces of a keyword may be there, and yet not in its order.
            conditions.append(f"strpos(s.search, {values(sought.keyword)}) > 0")
        return f"SELECT s.user_id AS id FROM user_search s WHERE {' AND '.join(conditions)}"


def _plainly(sought: Sought, values: Values) -> str:
    """The condition as it can be asked of a row, without an index."""
    facets = f" AND s.facets @> {values(sought.facets)}" if sought.facets else ""
    return f"strpos(s.search, {values(sought.keyword)}) > 0{facets}"
