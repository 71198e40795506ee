"""The statements that find matches on SQLite: from the full-text index, and from the rows of pending changes.

The index holds the n-grams, status and roles of every user, and returns matches in the order of ids. Users with pending
changes are excluded from what it finds, and their rows are checked instead.
"""

from msgspec import Struct

from doorward.domain.user_query import SORTABLE
from doorward.domain.users import DISABLED
from doorward.search.backend import UserQuery, Values
from doorward.search.ngrams import NGRAM, ngrams
from doorward.search.options import Thresholds
from doorward.search.sqlite import sort_keys
from doorward.search.sqlite.fts_terms import match_expression
from doorward.search.sqlite.statistics import SearchStatistics


class FtsQuery(Struct, frozen=True):
    """What to look up in the index."""

    expression: str
    # Whether what it finds are candidates, whose rows have to be checked.
    verify: bool


def fts_query(query: UserQuery, statistics: SearchStatistics | None, thresholds: Thresholds) -> FtsQuery:
    """The cheapest lookup for a query, by the statistics where there are any."""
    keyword, facets = query.keyword, query.facets
    if query.check_rows or not keyword:
        return FtsQuery(match_expression([], facets), query.check_rows)
    if statistics is None:
        return FtsQuery(match_expression(ngrams(keyword), facets), len(keyword) > NGRAM)
    # If few users match the keyword, checking their status and roles costs less than the facets' posting lists.
    rare = bool(facets) and statistics.estimate_matches(keyword) <= thresholds.listed_matches
    of_disabled = query.criteria.status == DISABLED and statistics.disabled_share <= thresholds.disabled_share
    looked_up = [] if rare else facets[1:] if of_disabled else facets
    expression = match_expression(statistics.selective_ngrams(keyword), looked_up, of_disabled=of_disabled)
    # A text may have all n-grams of a longer keyword, and yet not the keyword.
    return FtsQuery(expression, rare or len(keyword) > NGRAM)


def matching_ids(query: UserQuery, fts: FtsQuery, values: Values, start: str = "", *, with_pending: bool = True) -> str:
    """The ids of the matches. `start` is a condition on the id, or empty."""
    indexed = (
        f"SELECT g.rowid AS id FROM user_grams g {'CROSS JOIN users v ON v.id = g.rowid' if fts.verify else ''}"
        f" WHERE g.user_grams MATCH {values(fts.expression)}"
    )
    if fts.verify:
        indexed += f" AND {row_condition(query, 'v', values)}"
    if start:
        indexed += f" AND g.rowid {start}"
    if not with_pending:
        return indexed
    pending = (
        f"SELECT u.id FROM user_news n CROSS JOIN users u ON u.id = n.id WHERE {row_condition(query, 'u', values)}"
        f"{f' AND n.id {start}' if start else ''}"
    )
    return f"{indexed} AND g.rowid NOT IN (SELECT id FROM user_news) UNION ALL {pending}"


def matching_sort_keys(
    query: UserQuery, fts: FtsQuery, values: Values, condition: str = "true", *, with_pending: bool
) -> str:
    """The ids of the matches with their sort keys, where the condition on `{key}` holds."""
    column = SORTABLE[query.criteria.sort]
    key = sort_keys.sort_key(column, "u")
    indexed = (
        f"SELECT g.rowid AS id, p.value AS sort_key FROM user_grams g CROSS JOIN user_place_{column} p"
        f" ON p.id = g.rowid WHERE g.user_grams MATCH {values(fts.expression)}"
        f" AND {condition.format(key='p.value')}"
    )
    if not with_pending:
        return indexed
    return (
        f"{indexed} AND g.rowid NOT IN (SELECT id FROM user_news)"
        f" UNION ALL SELECT u.id, {key} FROM user_news n CROSS JOIN users u ON u.id = n.id"
        f" WHERE {row_condition(query, 'u', values)} AND {condition.format(key=key)}"
    )


def row_condition(query: UserQuery, user: str, values: Values) -> str:
    """The filter as a condition on the row of a user, which uses no index."""
    conditions = []
    if query.keyword:
        conditions.append(f"instr({user}.search, {values(query.keyword)}) > 0")
    if query.criteria.status is not None:
        conditions.append(f"{user}.status = {values(query.criteria.status)}")
    if query.role_id is not None:
        role = values(query.role_id)
        conditions.append(f"EXISTS (SELECT 1 FROM user_roles WHERE user_id = {user}.id AND role_id = {role})")
    return " AND ".join(conditions)
