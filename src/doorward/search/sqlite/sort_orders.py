"""The orders of lists on SQLite that are not by id: those that have an index, and those that are kept in a table."""

from typing import Final

from doorward.database.protocol import Reader
from doorward.domain.user_query import SORTABLE, order
from doorward.search.directory import UserQuery, Values
from doorward.search.sqlite import pending_changes, sort_keys

# No character comes after it.
_LAST: Final = "\U0010ffff"


def direction(query: UserQuery) -> str:
    return "DESC" if query.wanted.descending else "ASC"


def in_order(query: UserQuery, most: int, values: Values) -> str:
    """Users in the wanted order, from the table that has it and from the news."""
    # Both come in order and are merged one by one: as an index has it, and the few news sorted.
    return _ordered(query, most, _kept(query, values, "true", with_pending=True))


def _ordered(query: UserQuery, most: int, kept: str) -> str:
    return f"{kept} ORDER BY value {direction(query)}, id {direction(query)} LIMIT {most}"


def _kept(query: UserQuery, values: Values, within: str, *, with_pending: bool) -> str:
    """What is in the table, and in the news, for whose value the condition holds."""
    field = SORTABLE[query.wanted.sort]
    settled = (
        f"SELECT o.value AS value, o.id AS id FROM user_order o WHERE o.field = {values(field)}"
        f" AND {within.format('o.value')}"
    )
    if not with_pending:
        return settled
    now = f"coalesce(u.{field}, -1)"
    return (
        f"{settled} AND o.id NOT IN (SELECT id FROM user_news) UNION ALL SELECT {now}, u.id FROM user_news n"
        f" CROSS JOIN users u ON u.id = n.id WHERE {within.format(now)}"
    )


async def prefix_range(
    reader: Reader, query: UserQuery, number: int, values: Values, *, with_pending: bool
) -> str | None:
    """All who match, who are so many, if they stand side by side in the wanted order, and need not be sorted."""
    column = SORTABLE[query.wanted.sort]
    if query.facets or sort_keys.is_exact(column):
        return None
    values.clear()
    begins = f"{{0}} >= {values(query.keyword)} AND {{0}} < {values(query.keyword + _LAST)}"
    if column in pending_changes.INDEXED:
        some = f"SELECT u.id FROM users u WHERE {begins.format(f'u.{column}')}"
        ids = f"{some} {order(query.wanted)}"
    else:
        some = _kept(query, values, begins, with_pending=with_pending)
        ids = f"SELECT id FROM ({_ordered(query, -1, some)})"
    row = await reader.fetchrow(f"SELECT count(*) FROM ({some})", *values)
    # Whoever begins with the keyword matches it. If they are as many as all who match, they are the same.
    return ids if row and row[0] == number else None
