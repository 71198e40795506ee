"""Sort keys on SQLite: one narrow table for each sortable column, with the id and a short key.

Sorting thousands of matches by their rows would read a page of the table of users for each. Hundreds of sort keys share
a page. A number or a time is its own key. The key of a text is its first bytes, so users with equal keys are ordered by
their rows. docs/decisions/0009
"""

from collections.abc import Callable
from typing import Any, Final

from doorward.database.protocol import Transaction
from doorward.domain.user_query import SORTABLE
from doorward.search.query import Values
from doorward.search.sqlite.id_lists import listed

_BYTES: Final = 12
TEXTS: Final = ("username_key", "name_key", "email_key")
_COLUMNS: Final = tuple(column for column in SORTABLE.values() if column != "id")


def is_exact(column: str) -> bool:
    """Whether the sort key is the value itself."""
    return column not in TEXTS


def sort_key(column: str, user: str) -> str:
    """The expression for the sort key, from the row of a user."""
    return f"{user}.{column}" if is_exact(column) else f"substr(CAST({user}.{column} AS BLOB), 1, {_BYTES})"


def is_whole(key: Any) -> bool:
    """Whether this key was not cut off: users that share it have equal values, and are ordered by id."""
    return not isinstance(key, bytes) or len(key) < _BYTES


def of_matches(column: str, matches: str, condition: str, pending: str | None) -> str:
    """The ids that the statement `matches` selects, with their sort keys, where the condition on `{key}` holds.

    `pending`: which of the users `n.id` match whose changes are not in the indexes yet, as a condition; None if no
    change is pending.
    """
    indexed = (
        f"SELECT m.id AS id, p.value AS sort_key FROM ({matches}) m CROSS JOIN user_place_{column} p ON p.id = m.id"
        f" WHERE {condition.format(key='p.value')}"
    )
    if pending is None:
        return indexed
    key = sort_key(column, "u")
    return (
        f"{indexed} AND m.id NOT IN (SELECT id FROM user_news) UNION ALL SELECT u.id, {key} FROM user_news n"
        f" CROSS JOIN users u ON u.id = n.id WHERE {pending} AND {condition.format(key=key)}"
    )


def of_users(column: str, ids: list[int], values: Values, condition: str = "true", *, with_pending: bool) -> str:
    """The ids of these users with their sort keys, where the condition on `{key}` holds."""
    users = listed(ids, values)
    return of_matches(column, users, condition, f"n.id IN ({users})" if with_pending else None)


def not_after(last: Any, value: Callable[[Any], str], *, descending: bool) -> str:
    """The condition for a `{key}` that does not sort after the last one. Null sorts before every value."""
    if last is None:
        return "true" if descending else "{key} IS NULL"
    if descending:
        return "{key} >= " + value(last)
    return "({key} IS NULL OR {key} <= " + value(last) + ")"


async def fill_range(tx: Transaction, after: int, upto: int) -> None:
    for column in _COLUMNS:
        values = f"SELECT u.id, {sort_key(column, 'u')} FROM users u WHERE u.id > $1 AND u.id <= $2"
        await tx.execute(f"INSERT INTO user_place_{column} {values}", after, upto)


async def apply_pending(tx: Transaction, upto: int) -> None:
    for column in _COLUMNS:
        changed = "user_news n CROSS JOIN users u ON u.id = n.id WHERE n.id <= $1"
        values = f"SELECT u.id, {sort_key(column, 'u')} FROM {changed}"
        await tx.execute(f"INSERT OR REPLACE INTO user_place_{column} {values}", upto)
        exists = "SELECT 1 FROM users u WHERE u.id = n.id"
        deleted = f"SELECT n.id FROM user_news n WHERE n.id <= $1 AND NOT EXISTS ({exists})"
        await tx.execute(f"DELETE FROM user_place_{column} WHERE id IN ({deleted})", upto)
