"""Lists on SQLite: grams, status and roles are tokens of one FTS5 index, whose matches come in the order of ids.

The orders other than by id are kept in a table: SQLite can't fill an index piece by piece, and would keep writers
out for as long as it takes.
"""

from typing import Final

from doorward.domain.paging import TOTAL_CAP
from doorward.store.database import Reader
from doorward.store.list_index import Report
from doorward.store.lists import Sought, Values
from doorward.store.search import GRAM, SORTABLE, grams, order

# These have a unique index of their own.
_INDEXED: Final = ("id", "username_key", "email_key")


class SQLitePlans:
    finds_in_order_of_id = True
    fill: tuple[str, ...] = (
        "INSERT INTO user_grams (rowid, tokens)"
        " SELECT id, grams || status || roles FROM user_tokens WHERE id > $1 AND id <= $2",
        "INSERT INTO user_order SELECT field, value, id FROM user_positions WHERE id > $1 AND id <= $2",
        "INSERT INTO user_totals SELECT role_id, status, id / 1000, count(*) FROM user_memberships"
        " WHERE id > $1 AND id <= $2 GROUP BY 1, 2, 3",
    )

    async def build_indexes(self, report: Report) -> None:
        """Its orders are tables, and filled by now."""

    async def count(self, reader: Reader, sought: Sought, everybody: int) -> int:
        values = Values()
        matching = self._matching(sought, "", values)
        row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} LIMIT {TOTAL_CAP + 1})", *values)
        return int(row[0]) if row else 0

    def in_order(self, sought: Sought, start: str, values: Values) -> str:
        if sought.filtered:
            return f"{self._matching(sought, start, values)} ORDER BY g.rowid {_direction(sought)}"
        source, ordering = _source(sought)
        if SORTABLE[sought.wanted.sort] in _INDEXED:
            return f"SELECT u.id FROM {source} {f'WHERE u.id {start}' if start else ''} {ordering}"
        return f"SELECT o.id FROM user_order o WHERE o.field = {values(SORTABLE[sought.wanted.sort])} {ordering}"

    def walk(self, sought: Sought, start: str, budget: int, values: Values) -> str:
        source, ordering = _source(sought)
        field = SORTABLE[sought.wanted.sort]
        where = "" if field in _INDEXED else f"WHERE o.field = {values(field)}"
        conditions = []
        if sought.keyword:
            conditions.append(f"instr(w.search, {values(sought.keyword)}) > 0")
        if sought.wanted.status is not None:
            conditions.append(f"w.status = {values(sought.wanted.status)}")
        if sought.role_id is not None:
            role = values(sought.role_id)
            conditions.append(f"EXISTS (SELECT 1 FROM user_roles WHERE user_id = w.id AND role_id = {role})")
        # The inner query hands its rows over one by one in its order; ordering them here would ask for all of them.
        return (
            f"SELECT w.id FROM (SELECT u.id, u.search, u.status FROM {source} {where} {ordering} LIMIT {budget}) AS w"
            f" WHERE {' AND '.join(conditions)}"
        )

    def gather(self, sought: Sought, values: Values) -> str:
        matching = self._matching(sought, "", values)
        return f"SELECT u.id FROM ({matching}) AS m CROSS JOIN users u ON u.id = m.id {order(sought.wanted)}"

    def _matching(self, sought: Sought, start: str, values: Values) -> str:
        tokens = [gram.encode().hex() for gram in grams(sought.keyword)] if sought.keyword else []
        verify = len(sought.keyword) > GRAM
        sql = "SELECT g.rowid AS id FROM user_grams g" + (" CROSS JOIN users v ON v.id = g.rowid" if verify else "")
        sql += f" WHERE g.user_grams MATCH {values(' '.join(tokens + sought.facets))}"
        if start:
            sql += f" AND g.rowid {start}"
        # All the pieces of a keyword may be there, and yet not in its order.
        return sql + (f" AND instr(v.search, {values(sought.keyword)}) > 0" if verify else "")


def _direction(sought: Sought) -> str:
    return "DESC" if sought.wanted.descending else "ASC"


def _source(sought: Sought) -> tuple[str, str]:
    """Where users come from in the wanted order, and that order."""
    if SORTABLE[sought.wanted.sort] in _INDEXED:
        return "users u", order(sought.wanted)
    direction = _direction(sought)
    ordering = f"ORDER BY o.value {direction}, o.id {direction}"
    return "user_order o CROSS JOIN users u ON u.id = o.id", ordering
