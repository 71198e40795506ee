"""The statements that find matches on PostgreSQL, in the table `user_search`.

It holds the searched text, status and roles of every user, apart from `users`: a sign-in rewrites the user's row, and
would rewrite every entry of the GIN index with it. Enabled and disabled users are two partitions, each with its index.
"""

from typing import Final

from doorward.domain.user_query import SORTABLE
from doorward.search.backend import UserQuery, Values
from doorward.search.ngrams import NGRAM, ngrams
from doorward.search.options import Thresholds
from doorward.search.ordering import order_by

# Sort keys that the row in `user_search` has; the others are read from `users`.
_SORT_KEYS: Final = {
    "id": "s.user_id",
    "username": "split_part(s.search, chr(31), 1)",
    "name": "split_part(s.search, chr(31), 2)",
    "email": "split_part(s.search, chr(31), 3)",
    "status": "s.status",
}


def sorted_ids(query: UserQuery, condition: str) -> str:
    """The ids of `m`, which is a query of `matching`, in the order of the list."""
    if query.criteria.sort in _SORT_KEYS:
        return f"SELECT m.id FROM m WHERE {condition} {order_by(query.criteria, 'm.sort_key', 'm.id')}"
    # OFFSET 0 keeps the subquery a lookup for each match. The planner overestimates the matches, and would otherwise
    # read a whole index of users.
    lookup = f"SELECT {SORTABLE[query.criteria.sort]} AS sort_key FROM users WHERE users.id = m.id OFFSET 0"
    ordered = order_by(query.criteria, "u.sort_key", "m.id")
    return f"SELECT m.id FROM m, LATERAL ({lookup}) AS u WHERE {condition} {ordered}"


def matching(query: UserQuery, thresholds: Thresholds, values: Values) -> str:
    """The ids of the matches from the GIN index, with their sort keys where `user_search` has them."""
    conditions = status_condition(query, values)
    if query.keyword and not query.check_rows:
        conditions.append(f"doorward_grams(s.search) @> {values(ngrams(query.keyword))}")
    if query.role_id is not None:
        has_role = _has_role(query.role_id, values)
        usual = bool(query.keyword) and query.candidates * thresholds.usual_role_one_in > query.with_status
        conditions.append(f"({has_role}) IS TRUE" if usual else has_role)
    if query.check_rows or len(query.keyword) > NGRAM:
        # A text may have all n-grams of a longer keyword, and yet not the keyword.
        conditions.append(f"strpos(s.search, {values(query.keyword)}) > 0")
    sort_key = _SORT_KEYS.get(query.criteria.sort, "NULL")
    return f"SELECT s.user_id AS id, {sort_key} AS sort_key FROM user_search s WHERE {' AND '.join(conditions)}"


def row_condition(query: UserQuery, values: Values) -> str:
    """The filter as a condition on a row of `user_search`, which uses no index."""
    conditions = [*status_condition(query, values), f"strpos(s.search, {values(query.keyword)}) > 0"]
    if query.role_id is not None:
        conditions.append(f"({_has_role(query.role_id, values)}) IS TRUE")
    return " AND ".join(conditions)


def status_condition(query: UserQuery, values: Values) -> list[str]:
    return [] if query.criteria.status is None else [f"s.status = {values(query.criteria.status)}"]


def _has_role(role_id: int, values: Values) -> str:
    # `IS TRUE` around it hides it from the index, so that it is checked on the rows.
    return f"s.roles @> ARRAY[{values(role_id)}::bigint]"
