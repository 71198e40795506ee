"""The full-text index of SQLite: its terms, and the statements that find matches with it.

It holds the n-grams, status and roles of every user, and returns matches in the order of ids. The terms of a text are
the three characters from every position; at the end of a field they are shorter. FTS5 indexes their first one and two
characters too (its option `prefix`), so that a keyword of up to three characters is one lookup: `"ab" *` matches every
text with `ab` in it. Users with pending changes are excluded from what the index finds, and their rows are checked.
"""

from array import array
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from doorward.domain.user_fields import DISABLED
from doorward.domain.user_query import SEPARATOR, SORTABLE
from doorward.search.ngrams import NGRAM, ngrams
from doorward.search.options import Thresholds
from doorward.search.query import UserQuery, Values, attributes
from doorward.search.sqlite import sort_keys
from doorward.search.sqlite.statistics import SearchStatistics

# Private-use characters, which no text contains: one stands for the blank, which would divide terms, and two begin
# terms that are not part of the text.
_SPACE: Final = "\ue000"
_FACET: Final = "\ue001"
_OF_DISABLED: Final = "\ue002"
_CODE_POINTS: Final = "utf-32-le"
_BLANK: Final = array("I", " ".encode(_CODE_POINTS))
_DISABLED_FACET: Final = f" {_FACET}s0"


def text_terms(search: str) -> str:
    """The terms of the searched text, as FTS5 takes them."""
    # Two blanks after each field, so that no term runs from one field into the next.
    text = search.replace(" ", _SPACE).replace(SEPARATOR, "  ") + "  "
    # As numbers they are interleaved in half of the time that it takes to join the characters of each position.
    characters = array("I", text.encode(_CODE_POINTS))
    terms = _BLANK * (4 * (len(characters) - 2))
    terms[0::4], terms[1::4], terms[2::4] = characters[:-2], characters[1:-1], characters[2:]
    return terms.tobytes().decode(_CODE_POINTS)


def facet_terms(search: str, facets: str) -> str:
    """The terms of status and roles and, for a disabled user, the terms of the text a second time with a prefix.

    With these, a common keyword among few disabled users is one short posting list. An intersection with the status
    would read the keyword's whole posting list.
    """
    if _DISABLED_FACET not in facets:
        return facets
    prefix = f" {_OF_DISABLED}"
    return facets + prefix + prefix.join(text_terms(search).split())


def _is_term_of_disabled(keyword: str) -> bool:
    """Whether disabled users are found by the terms with the prefix. Those are divided at the space of Ogham, U+1680,
    which is the only one beside the blank that a text can contain. FTS5 removes exactly the terms that it is given, so
    dividing them otherwise would leave those of users that are indexed already."""
    return "\u1680" not in keyword


def _match_expression(pieces: Iterable[str], facets: Iterable[str], *, of_disabled: bool = False) -> str:
    """The MATCH expression for users with all these n-grams and facets; `of_disabled` searches the prefixed terms."""
    prefix = _OF_DISABLED if of_disabled else ""
    terms = [_quoted(prefix + piece.replace(" ", _SPACE)) + (" *" if len(piece) < NGRAM else "") for piece in pieces]
    return " AND ".join([*terms, *(_quoted(_FACET + facet) for facet in facets)])


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


class FtsQuery(Struct, frozen=True):
    """What to look up in the index."""

    expression: str
    # Whether what it finds are candidates, whose rows have to be checked.
    verify: bool
    # Whether all users with the keyword are among them, whatever their status and roles.
    of_keyword: bool = False


def fts_query(query: UserQuery, statistics: SearchStatistics | None, thresholds: Thresholds) -> FtsQuery:
    """The cheapest lookup for a query, by the statistics where there are any."""
    keyword, facets = query.keyword, query.facets
    if query.check_rows:
        return FtsQuery(_match_expression([], _facets_to_check(query, thresholds)), verify=True)
    if not keyword:
        return FtsQuery(_match_expression([], facets), verify=False)
    if statistics is None:
        return FtsQuery(_match_expression(ngrams(keyword), facets), len(keyword) > NGRAM, of_keyword=not facets)
    # If few users match the keyword, checking their status and roles costs less than the facets' posting lists.
    rare = bool(facets) and statistics.estimate_matches(keyword) <= thresholds.listed_matches
    few_disabled = statistics.disabled_share <= thresholds.disabled_share
    of_disabled = query.criteria.status == DISABLED and few_disabled and _is_term_of_disabled(keyword)
    looked_up = [] if rare else _selective_facets(query, statistics, thresholds)
    expression = _match_expression(
        statistics.selective_ngrams(keyword), looked_up[of_disabled:], of_disabled=of_disabled
    )
    # A text may have all n-grams of a longer keyword, and yet not the keyword.
    return FtsQuery(
        expression, looked_up != facets or len(keyword) > NGRAM, of_keyword=not looked_up and not of_disabled
    )


def _facets_to_check(query: UserQuery, thresholds: Thresholds) -> list[str]:
    """The facets to look up where rows are checked anyway: the rarer one alone, if hardly more users have it than both.
    The posting list of a usual status is as long as the table."""
    if query.criteria.status is None or query.role_id is None:
        return query.facets
    count, rarer = min(zip((query.with_status, query.with_role), query.facets, strict=True))
    return [rarer] if count <= query.candidates * thresholds.usual_facet_one_in else query.facets


def _selective_facets(query: UserQuery, statistics: SearchStatistics, thresholds: Thresholds) -> list[str]:
    """Those facets that fewer users have than most: the others would only add their long posting lists."""
    most = thresholds.usual_facet_one_in
    facets = query.facets
    if query.role_id is not None and query.candidates * most > query.with_status:
        facets = facets[:-1]
    if query.criteria.status is not None and query.with_status * most > statistics.user_count:
        facets = facets[1:]
    return facets


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
    matches = f"SELECT rowid AS id FROM user_grams WHERE user_grams MATCH {values(fts.expression)}"
    pending = row_condition(query, "u", values) if with_pending else None
    return sort_keys.of_matches(SORTABLE[query.criteria.sort], matches, condition, pending)


def row_condition(query: UserQuery, user: str, values: Values) -> str:
    """The filter as a condition on the row of a user, which uses no index."""
    criteria = query.criteria
    conditions = [
        condition.format("" if value is None else values(value)) for condition, value in attributes(criteria, user)
    ]
    if query.keyword:
        conditions.append(f"instr({user}.search, {values(query.keyword)}) > 0")
    if criteria.status is not None:
        conditions.append(f"{user}.status = {values(criteria.status)}")
    if query.role_id is not None:
        role = values(query.role_id)
        conditions.append(f"EXISTS (SELECT 1 FROM user_roles WHERE user_id = {user}.id AND role_id = {role})")
    return " AND ".join(["true", *conditions])
