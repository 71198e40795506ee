"""Lists of users read from the table itself: right, and slow in a large one. Used until the indexes are filled."""

from typing import Any

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP
from doorward.domain.user_query import Filter, folded, order
from doorward.domain.users import fold


async def total(reader: Reader, wanted: Filter) -> tuple[int, bool]:
    """How many match, and whether that was capped."""
    where, values = _where(wanted)
    limit = f"LIMIT {TOTAL_CAP + 1}" if wanted.keyword else ""
    row = await reader.fetchrow(f"SELECT count(*) FROM (SELECT 1 FROM users u {where} {limit}) AS matches", *values)
    found = row[0] if row else 0
    return (TOTAL_CAP, True) if wanted.keyword and found > TOTAL_CAP else (found, False)


def ids(wanted: Filter) -> tuple[str, list[Any]]:
    """A query for all ids in order."""
    where, values = _where(wanted)
    return f"SELECT u.id FROM users u {where} {order(wanted)}", values


def _where(wanted: Filter) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []

    def add(condition: str, value: Any) -> None:
        values.append(value)
        conditions.append(condition.format(f"${len(values)}"))

    if wanted.keyword:
        keyword = folded(wanted.keyword)
        if keyword is None:
            conditions.append("1 = 0")
        else:
            escaped = keyword.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            add("u.search LIKE {} ESCAPE '\\'", f"%{escaped}%")
    if wanted.status is not None:
        add("u.status = {}", wanted.status)
    if wanted.role:
        add(
            "u.id IN (SELECT ur.user_id FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE r.name_key = {})",
            fold(wanted.role),
        )
    return ("WHERE " + " AND ".join(conditions)) if conditions else "", values
