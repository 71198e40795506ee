"""The terms of SQLite's search index: the three characters from every position of the searched text.

FTS5 indexes their first one and two characters too (its option `prefix`), so that a keyword of up to three characters
is one lookup: `"ab" *` matches every text with `ab` in it. At the end of a field terms are shorter.
"""

from collections.abc import Iterable
from typing import Final

from doorward.domain.user_query import SEPARATOR
from doorward.search.ngrams import NGRAM

# Private-use characters, which no text contains: one stands for the blank, which would divide terms, and two begin
# terms that are not part of the text.
_SPACE: Final = "\ue000"
_FACET: Final = "\ue001"
_OF_DISABLED: Final = "\ue002"
_DISABLED_FACET: Final = f" {_FACET}s0"


def text_terms(search: str) -> str:
    """The terms of the searched text, as FTS5 takes them."""
    # Two blanks after each field, so that no term runs from one field into the next.
    text = search.replace(" ", _SPACE).replace(SEPARATOR, "  ") + "  "
    return " ".join(map("".join, zip(text, text[1:], text[2:])))  # noqa: B905  (of different lengths, on purpose)


def facet_terms(search: str, facets: str) -> str:
    """The terms of status and roles and, for a disabled user, the terms of the text a second time with a prefix.

    With these, a common keyword among few disabled users is one short posting list. An intersection with the status
    would read the keyword's whole posting list.
    """
    if _DISABLED_FACET not in facets:
        return facets
    prefix = f" {_OF_DISABLED}"
    return facets + prefix + prefix.join(text_terms(search).split())


def match_expression(ngrams: Iterable[str], facets: Iterable[str], *, of_disabled: bool = False) -> str:
    """The MATCH expression for users with all these n-grams and facets; `of_disabled` searches the prefixed terms."""
    prefix = _OF_DISABLED if of_disabled else ""
    terms = [_quoted(prefix + ngram.replace(" ", _SPACE)) + (" *" if len(ngram) < NGRAM else "") for ngram in ngrams]
    return " AND ".join([*terms, *(_quoted(_FACET + facet) for facet in facets)])


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
