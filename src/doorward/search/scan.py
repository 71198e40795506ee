"""The reference implementation of lists: a plain query on the table of users.

Its cost grows with the table. It serves lists until the indexes are filled, and tests compare the planner with it.
"""

from typing import Any

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.user_query import UserFilter
from doorward.domain.users import User, fold
from doorward.errors import SearchTooDeep
from doorward.search.ngrams import folded
from doorward.search.query import fetch_users, order_by


async def page(criteria: UserFilter, request: PageRequest, reader: Reader) -> Page[User]:
    where, values = _where(criteria)
    total, capped = await _total(reader, criteria, where, values)
    if capped and request.offset >= TOTAL_CAP:
        raise SearchTooDeep
    size = min(request.size, total - request.offset)
    if size <= 0:
        return Page([], total, capped, request)
    ids = f"SELECT u.id FROM users u {where} {order_by(criteria)}"
    return Page(await fetch_users(reader, criteria, size, ids, request.offset, values), total, capped, request)


async def _total(reader: Reader, criteria: UserFilter, where: str, values: list[Any]) -> tuple[int, bool]:
    """How many match, and whether that was capped."""
    limit = f"LIMIT {TOTAL_CAP + 1}" if criteria.keyword else ""
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM users u {where} {limit}) AS matches", *values)
    count = row[0] if row else 0
    return (TOTAL_CAP, True) if criteria.keyword and count > TOTAL_CAP else (count, False)


def _where(criteria: UserFilter) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []

    def add(condition: str, value: Any) -> None:
        values.append(value)
        conditions.append(condition.format(f"${len(values)}"))

    if criteria.keyword:
        keyword = folded(criteria.keyword)
        if keyword is None:
            conditions.append("1 = 0")
        else:
            escaped = keyword.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            add("u.search LIKE {} ESCAPE '\\'", f"%{escaped}%")
    if criteria.status is not None:
        add("u.status = {}", criteria.status)
    if criteria.role:
        add(
            "u.id IN (SELECT ur.user_id FROM user_roles ur JOIN roles r ON r.id = ur.role_id"
            " WHERE r.name_key = {} AND r.deleted_at IS NULL)",
            fold(criteria.role),
        )
    return ("WHERE " + " AND ".join(conditions)) if conditions else "", values
