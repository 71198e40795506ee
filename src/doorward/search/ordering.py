"""The order of a list, and reading the users of one page in that order."""

from typing import Any, Final

from doorward.database.protocol import Reader
from doorward.domain.user_query import SORTABLE, UserFilter
from doorward.domain.users import User
from doorward.store import users

_NULLABLE: Final = ("email_key", "last_login_at")
_UNIQUE: Final = ("id", "username_key")


def direction(criteria: UserFilter) -> str:
    return "DESC" if criteria.descending else "ASC"


def order_by(criteria: UserFilter, column: str = "", identity: str = "u.id") -> str:
    """The ORDER BY clause: null sorts before every value, and ties are broken by id."""
    name, way = SORTABLE[criteria.sort], direction(criteria)
    nulls = (" NULLS LAST" if criteria.descending else " NULLS FIRST") if name in _NULLABLE else ""
    # Without a tie-breaker, which a unique column does not need, both databases read its index in order.
    tie_breaker = "" if name in _UNIQUE else f", {identity} {way}"
    return f"ORDER BY {column or f'u.{name}'} {way}{nulls}{tie_breaker}"


async def fetch_users(
    reader: Reader, criteria: UserFilter, size: int, ids: str, offset: int, values: list[Any]
) -> list[User]:
    """The users of one page. `ids` is a query for the ids of the whole list in order, `values` are its bind values."""
    sql = (
        f"SELECT {users.SELECT} FROM users u {users.JOIN_ROLES}"
        f" WHERE u.id IN ({ids} LIMIT {size} OFFSET {offset}) {order_by(criteria)}"
    )
    return users.from_rows(await reader.fetch(sql, *values))
