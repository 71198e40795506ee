"""Lists of users: filters, order, search and totals."""

from typing import Any, Final

from msgspec import Struct

from doorward.domain.paging import TOTAL_CAP, PageRequest
from doorward.domain.users import key
from doorward.store.database import Reader

# No keyword can contain it, so that a match never runs from one field into the next.
_SEPARATOR: Final = "\x1f"

SORTABLE: Final = {
    "id": "u.id",
    "username": "u.username_key",
    "name": "u.name_key",
    "email": "u.email_key",
    "status": "u.status",
    "createdAt": "u.created_at",
    "updatedAt": "u.updated_at",
    "lastLoginAt": "u.last_login_at",
}


class Filter(Struct, frozen=True):
    keyword: str = ""
    status: int | None = None
    role: str = ""
    sort: str = "id"
    descending: bool = False


def search_text(username: str, name: str, email: str | None) -> str:
    """The folded text in which keywords are looked for."""
    return _SEPARATOR.join((key(username), key(name), key(email or "")))


def order(wanted: Filter) -> str:
    column = SORTABLE[wanted.sort]
    direction = "DESC NULLS LAST" if wanted.descending else "ASC NULLS FIRST"
    tie = "" if column == "u.id" else f", u.id {'DESC' if wanted.descending else 'ASC'}"
    return f"ORDER BY {column} {direction}{tie}"


async def total(reader: Reader, wanted: Filter) -> tuple[int, bool]:
    """How many match, and whether that was capped."""
    where, values = _where(wanted)
    if not wanted.keyword:
        row = await reader.fetchrow(f"SELECT count(*) FROM users u {where}", *values)
        return (row[0] if row else 0), False
    sql = f"SELECT count(*) FROM (SELECT 1 FROM users u {where} LIMIT {TOTAL_CAP + 1}) AS matches"
    row = await reader.fetchrow(sql, *values)
    found = row[0] if row else 0
    return min(found, TOTAL_CAP), found > TOTAL_CAP


def page_query(wanted: Filter, page: PageRequest) -> tuple[str, list[Any]]:
    """A query for the ids of a page."""
    where, values = _where(wanted)
    return f"SELECT u.id FROM users u {where} {order(wanted)} LIMIT {page.size} OFFSET {page.offset}", values


def _where(wanted: Filter) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []

    def add(condition: str, value: Any) -> None:
        values.append(value)
        conditions.append(condition.format(f"${len(values)}"))

    if wanted.keyword:
        escaped = key(wanted.keyword).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        add("u.search LIKE {} ESCAPE '\\'", f"%{escaped}%")
    if wanted.status is not None:
        add("u.status = {}", wanted.status)
    if wanted.role:
        add(
            "u.id IN (SELECT ur.user_id FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE r.name_key = {})",
            key(wanted.role),
        )
    return ("WHERE " + " AND ".join(conditions)) if conditions else "", values
