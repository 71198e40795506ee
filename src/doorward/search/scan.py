"""The reference implementation of lists: a plain query on the table of users.

Its cost grows with the table. It serves lists until the indexes are filled, and tests compare the planner with it.
"""

from typing import Any

from msgspec import Struct

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.user_query import UserFilter
from doorward.domain.users import User, fold
from doorward.errors import SearchTooDeep
from doorward.search.ngrams import folded
from doorward.search.query import attributes, contains, fetch_users, is_too_deep, order_by


async def page(criteria: UserFilter, request: PageRequest, reader: Reader) -> Page[User]:
    where, values = _where(criteria)
    total, capped = await _total(reader, criteria, where, values)
    if is_too_deep(criteria, request, total, capped=capped):
        raise SearchTooDeep
    size = min(request.size, total - request.offset)
    if size <= 0:
        return Page([], total, capped, request)
    ids = f"SELECT u.id FROM users u {where} {order_by(criteria)}"
    return Page(await fetch_users(reader, criteria, size, ids, request.offset, values), total, capped, request)


class Window(Struct, frozen=True):
    """The matches among some users who follow each other in the order of ids."""

    ids: list[int]
    end: int  # The last of these users.
    more: bool  # Whether there may be others behind.


async def window(reader: Reader, criteria: UserFilter, after: int, last: int, size: int) -> Window:
    """The matches among the next `size` users with `after < id <= last`: bounded work, however few match."""
    walked = f"SELECT id FROM users WHERE id > $1 AND id <= $2 ORDER BY id LIMIT {size}"
    found = await reader.fetchrow(f"SELECT max(id), count(*) FROM ({walked}) AS walked", after, last)
    if found is None or not found[1]:
        return Window([], after, more=False)
    where, values = _where(criteria)
    within = f"{where + ' AND' if where else 'WHERE'} u.id > ${len(values) + 1} AND u.id <= ${len(values) + 2}"
    rows = await reader.fetch(f"SELECT u.id FROM users u {within} ORDER BY u.id", *values, after, found[0])
    return Window([row[0] for row in rows], found[0], more=found[1] == size)


async def _total(reader: Reader, criteria: UserFilter, where: str, values: list[Any]) -> tuple[int, bool]:
    """How many match, and whether that was capped."""
    limit = f"LIMIT {TOTAL_CAP + 1}" if criteria.keyword else ""
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM users u {where} {limit}) AS matches", *values)
    count = row[0] if row else 0
    return (TOTAL_CAP, True) if criteria.keyword and count > TOTAL_CAP else (count, False)


def _where(criteria: UserFilter) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []

    def add(condition: str, value: Any = None) -> None:
        if value is not None:
            values.append(value)
        conditions.append(condition.format(f"${len(values)}"))

    if criteria.keyword:
        keyword = folded(criteria.keyword)
        if keyword is None:
            conditions.append("1 = 0")
        else:
            add("u.search LIKE {} ESCAPE '\\'", contains(keyword))
    if criteria.status is not None:
        add("u.status = {}", criteria.status)
    if criteria.role:
        add(
            "EXISTS (SELECT 1 FROM user_roles ur JOIN roles r ON r.id = ur.role_id"
            " WHERE ur.user_id = u.id AND r.name_key = {} AND r.deleted_at IS NULL)",
            fold(criteria.role),
        )
    for condition, value in attributes(criteria):
        add(condition, value)
    return ("WHERE " + " AND ".join(conditions)) if conditions else "", values
