"""Who comes first among many who match, on SQLite: told by the first bytes of what is sorted by, without their rows.

A place is short, so that those of hundreds of users are on one page of the database. Numbers and times are places
themselves; of a text it is the beginning, and those with the same one are put in order by their rows.
"""

from collections.abc import Callable
from typing import Any, Final

from doorward.database.protocol import Transaction
from doorward.domain.user_query import SORTABLE

_BYTES: Final = 12
_TEXTS: Final = ("username_key", "name_key", "email_key")
_COLUMNS: Final = tuple(column for column in SORTABLE.values() if column != "id")


def is_exact(column: str) -> bool:
    return column not in _TEXTS


def place(column: str, user: str) -> str:
    return f"{user}.{column}" if is_exact(column) else f"substr(CAST({user}.{column} AS BLOB), 1, {_BYTES})"


def is_whole(place: Any) -> bool:
    """Whether those with this place are alike in what is sorted by, and so come in the order of their ids."""
    return not isinstance(place, bytes) or len(place) < _BYTES


def upto(last: Any, value: Callable[[Any], str], *, descending: bool) -> str:
    """The condition for a `{place}` that does not come after the last one. Nothing comes before everything."""
    if last is None:
        return "true" if descending else "{place} IS NULL"
    if descending:
        return "{place} >= " + value(last)
    return "({place} IS NULL OR {place} <= " + value(last) + ")"


async def fill(tx: Transaction, after: int, upto: int) -> None:
    for column in _COLUMNS:
        values = f"SELECT u.id, {place(column, 'u')} FROM users u WHERE u.id > $1 AND u.id <= $2"
        await tx.execute(f"INSERT INTO user_place_{column} {values}", after, upto)


async def apply_pending(tx: Transaction, upto: int) -> None:
    for column in _COLUMNS:
        await tx.execute(
            f"INSERT OR REPLACE INTO user_place_{column} SELECT u.id, {place(column, 'u')}"
            " FROM user_news n CROSS JOIN users u ON u.id = n.id WHERE n.id <= $1",
            upto,
        )
        await tx.execute(
            f"DELETE FROM user_place_{column} WHERE id IN (SELECT n.id FROM user_news n"
            " WHERE n.id <= $1 AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = n.id))",
            upto,
        )
