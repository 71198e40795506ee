"""Filters by attributes on SQLite: flags such as "never signed in", the time of creation, the phone number, no role.

The index `users_attributes` begins with three flags and the status, and ends with the time of creation. So each
combination of flags is one range of it, and counting reads what matches and nothing else. docs/decisions/0009
"""

from doorward.database.protocol import Reader
from doorward.domain.paging import TOTAL_CAP
from doorward.domain.user_query import UserFilter
from doorward.search.block_counts import total
from doorward.search.query import UserQuery, Values, contains, order_by
from doorward.search.sqlite.full_text import FtsQuery, matching_ids, row_condition


async def count(reader: Reader, query: UserQuery, fts: FtsQuery | None, few: int) -> int:
    """How many match; with a keyword, up to the cap.

    `few`: up to this many users with the flags are compared with a keyword, or looked up among the holders of roles,
    one by one.
    """
    criteria = query.criteria
    if criteria == UserFilter(no_role=criteria.no_role, sort=criteria.sort, descending=criteria.descending):
        return await _count_by_roles(reader, without=bool(criteria.no_role))
    values = Values()
    limit = f"LIMIT {TOTAL_CAP + 1}" if query.keyword else ""
    matching = await _matching(reader, query, fts, few, values)
    row = await reader.fetchrow(f"SELECT count(*) FROM ({matching} {limit})", *values)
    return int(row[0]) if row else 0


async def _count_by_roles(reader: Reader, *, without: bool) -> int:
    """How many users have a role, or none: the table of roles is in the order of users, and is read once."""
    row = await reader.fetchrow(
        "SELECT count(*) FROM (SELECT DISTINCT user_id FROM user_roles WHERE role_id NOT IN"
        " (SELECT id FROM roles WHERE deleted_at IS NOT NULL))"
    )
    holders = int(row[0]) if row else 0
    return await total(reader) - holders if without else holders


async def collect_and_sort(reader: Reader, query: UserQuery, fts: FtsQuery | None, few: int, values: Values) -> str:
    matching = await _matching(reader, query, fts, few, values)
    if query.criteria.sort == "id":
        return f"SELECT m.id FROM ({matching}) AS m ORDER BY m.id {'DESC' if query.criteria.descending else 'ASC'}"
    return f"SELECT u.id FROM ({matching}) AS m CROSS JOIN users u ON u.id = m.id {order_by(query.criteria)}"


async def _matching(reader: Reader, query: UserQuery, fts: FtsQuery | None, few: int, values: Values) -> str:
    """The ids of the matches: from the range of the index, from the full-text index, or in the order of ids."""
    by_roles = query.criteria.no_role is not None
    if fts is None and not by_roles:
        return _by_attributes(query, values)
    most = query.candidates if fts and not query.keyword else few
    if not await _more_than(most, reader, query):
        return _by_attributes(query, values)
    if fts is None:
        return _by_roles(query, values)
    found = matching_ids(query, fts, values)
    condition = row_condition(query, "a", values)
    return f"SELECT a.id FROM ({found}) AS f CROSS JOIN users a ON a.id = f.id WHERE {condition}"


async def _more_than(most: int, reader: Reader, query: UserQuery) -> bool:
    values = Values()
    found = f"SELECT 1 FROM {_range(query.criteria, values)} LIMIT {most + 1}"
    row = await reader.fetchrow(f"SELECT count(*) FROM ({found})", *values)
    return row is not None and row[0] > most


def _by_attributes(query: UserQuery, values: Values) -> str:
    rest = [row_condition(query, "u", values, of_index=True)] if _has_more(query) else []
    return f"SELECT u.id AS id FROM {' AND '.join([_range(query.criteria, values), *rest])}"


def _has_more(query: UserQuery) -> bool:
    """Whether there are conditions that the range of the index does not have."""
    more = query.role_id is not None or query.criteria.no_role is not None
    return more or bool(query.keyword or query.criteria.phone)


def _by_roles(query: UserQuery, values: Values) -> str:
    """Users with or without a role, in the order of ids: then the table of roles is read in its order as well, where
    any other order would look up a distant page for each user. Pending changes come from their rows."""
    condition = row_condition(query, "u", values)
    indexed = f"SELECT p.id AS id FROM user_place_status p CROSS JOIN users u ON u.id = p.id WHERE {condition}"
    pending = f"SELECT u.id FROM user_news n CROSS JOIN users u ON u.id = n.id WHERE {condition}"
    return f"{indexed} AND p.id NOT IN (SELECT id FROM user_news) UNION ALL {pending}"


def _range(criteria: UserFilter, values: Values) -> str:
    """The part of an index that has the flags, the status and the times of the filter."""
    if criteria.phone:
        return (
            "users u INDEXED BY users_phone WHERE u.phone IS NOT NULL"
            f" AND u.phone LIKE {values(contains(criteria.phone))} ESCAPE '\\'"
        )
    conditions = [
        f"u.must_change_password IN ({_either(criteria.must_change_password)})",
        f"u.email_verified IN ({_either(criteria.email_verified)})",
        f"u.status IN ({_either(criteria.status)})",
    ]
    if criteria.created_from is not None:
        conditions.append(f"u.created_at >= {values(criteria.created_from)}")
    if criteria.created_to is not None:
        conditions.append(f"u.created_at < {values(criteria.created_to)}")
    if criteria.never_signed_in is not None:
        conditions.append(f"u.last_login_at IS {'' if criteria.never_signed_in else 'NOT '}NULL")
    return f"users u INDEXED BY users_attributes WHERE {' AND '.join(conditions)}"


def _either(flag: int | None) -> str:
    return "0, 1" if flag is None else str(int(flag))
