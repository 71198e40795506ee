"""The orders of lists on SQLite, apart from the order of ids.

Some columns have a unique index. The others are kept in the table `user_order`, because SQLite can't build an index in
small transactions, and would block writers for as long as building takes.
"""

from collections.abc import Callable
from typing import Final

from doorward.database.protocol import Reader, Transaction
from doorward.domain.user_query import SORTABLE, UserFilter
from doorward.search.query import UserQuery, Values, direction, order_by
from doorward.search.sqlite.id_lists import fetch_ids

_UNIQUE_INDEXES: Final = ("id", "username_key", "email_key")
KEPT_IN_TABLE: Final = tuple(column for column in SORTABLE.values() if column not in _UNIQUE_INDEXES)
# How many times more of an order is read when too few were found.
_MORE: Final = 8


def has_index(query: UserQuery) -> bool:
    return SORTABLE[query.criteria.sort] in _UNIQUE_INDEXES


def entry(column: str, row: str) -> str:
    """The expression for the value in the order, from a row with the columns of users.

    Null is -1, and every other value is above. The time of a last sign-in before 1970, which only imports have, is a
    fraction: from the year 1 to 1970 there are fewer than 2**46 milliseconds, and dividing by that loses nothing.
    """
    value = f"{row}.{column}"
    entry = f"coalesce({value}, -1)"
    return f"CASE WHEN {value} < 0 THEN {value} / {2.0**46} ELSE {entry} END" if column == "last_login_at" else entry


def entries_where(field: str, condition: str, values: Values, *, with_pending: bool) -> str:
    """The values and ids of users whose value meets the condition on `{0}`: from an index, or from the table and the
    pending changes."""
    if field in _UNIQUE_INDEXES:
        return f"SELECT u.{field} AS value, u.id AS id FROM users u WHERE {condition.format(f'u.{field}')}"
    indexed = (
        f"SELECT o.value AS value, o.id AS id FROM user_order o WHERE o.field = {values(field)}"
        f" AND {condition.format('o.value')}"
    )
    if not with_pending:
        return indexed
    now = entry(field, "u")
    return (
        f"{indexed} AND o.id NOT IN (SELECT id FROM user_news) UNION ALL SELECT {now}, u.id FROM user_news n"
        f" CROSS JOIN users u ON u.id = n.id WHERE {condition.format(now)}"
    )


def in_order(query: UserQuery, most: int, values: Values) -> str:
    """The ids of users in order, from an index, or from the table and the pending changes."""
    if has_index(query):
        return f"SELECT u.id AS id FROM users u {order_by(query.criteria)} LIMIT {most}"
    # Both arms come in order, the table by its key and the few pending ones sorted, and SQLite merges them lazily.
    entries = entries_where(SORTABLE[query.criteria.sort], _possible(query.criteria), values, with_pending=True)
    way = direction(query.criteria)
    return f"{entries} ORDER BY value {way}, id {way} LIMIT {most}"


async def first_of(
    reader: Reader, query: UserQuery, among: Callable[[list[int]], list[int]], wanted: int, first: int, most: int
) -> list[int] | None:
    """The ids of the first users in order that `among` keeps; None if they are not all among the `most` first users.

    `first`: how many are read at first. Hundreds of them share a page, where each row of a user would be one to read.
    """
    while True:
        values = Values()
        found = among(await fetch_ids(reader, f"SELECT id FROM ({in_order(query, first, values)})", values))
        if len(found) >= wanted:
            return found[:wanted]
        if first >= most:
            return None
        first = min(first * _MORE, most)


def _possible(criteria: UserFilter) -> str:
    """The part of the order that the filter leaves."""
    conditions = ["true"]
    if criteria.sort == "lastLoginAt" and criteria.never_signed_in is False:
        conditions.append("{0} > -1")
    if criteria.sort == "createdAt" and criteria.created_from is not None:
        conditions.append(f"{{0}} >= {criteria.created_from}")
    if criteria.sort == "createdAt" and criteria.created_to is not None:
        conditions.append(f"{{0}} < {criteria.created_to}")
    return " AND ".join(conditions)


async def created(reader: Reader, begin: int, end: int) -> list[int]:
    """The ids of users created in `begin <= time < end`, and those of some others who were deleted."""
    ids = (
        "SELECT id FROM user_order WHERE field = 'created_at' AND value >= $1 AND value < $2 UNION ALL"
        " SELECT u.id FROM user_news n CROSS JOIN users u ON u.id = n.id WHERE u.created_at >= $1 AND u.created_at < $2"
    )
    return await fetch_ids(reader, ids, Values((begin, end)))


async def apply_pending(tx: Transaction, upto: int) -> None:
    for column in KEPT_IN_TABLE:
        before, now = entry(column, "n"), entry(column, "u")
        await tx.execute(
            f"DELETE FROM user_order WHERE field = '{column}' AND (value, id) IN (SELECT {before}, n.id"
            " FROM user_news n LEFT JOIN users u ON u.id = n.id"
            f" WHERE n.id <= $1 AND n.search IS NOT NULL AND (u.id IS NULL OR {before} <> {now}))",
            upto,
        )
        await tx.execute(
            f"INSERT INTO user_order SELECT '{column}', {now}, u.id FROM user_news n CROSS JOIN users u ON u.id = n.id"
            f" WHERE n.id <= $1 AND (n.search IS NULL OR {before} <> {now})",
            upto,
        )
