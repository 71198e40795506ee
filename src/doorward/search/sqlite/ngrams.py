"""The words of SQLite's search index: three characters from every place of the searched text.

FTS5 itself keeps their first one and first two characters too (its option `prefix`), so that a keyword of any length is
looked up as it is: `"ab" *` means whatever has `ab` in it. At the end of a field words are shorter.
"""

from collections.abc import Iterable
from typing import Final

from doorward.domain.user_query import SEPARATOR

# No text contains these, so they can stand for what would divide words, and begin those that are not of the text.
_SPACE: Final = "\ue000"
FACET: Final = "\ue001"
_APART: Final = "\ue002"
_WORD: Final = 3
_DISABLED: Final = f" {FACET}s0"


def words(search: str) -> str:
    """All that a user is found by, as FTS5 takes it."""
    # Two blanks after each field: no word then runs from one into the next.
    text = search.replace(" ", _SPACE).replace(SEPARATOR, "  ") + "  "
    return " ".join(map("".join, zip(text, text[1:], text[2:])))  # noqa: B905  (of different lengths, on purpose)


def facet_words(search: str, facets: str) -> str:
    """The words that a user's status and roles make: the facets, and for the few disabled their text a second time.

    So that `com` among the disabled is looked up as it is, instead of reading all who have it for the few of them.
    """
    apart = f" {_APART}" + f" {_APART}".join(words(search).split()) if _DISABLED in facets else ""
    return facets + apart


def question(pieces: Iterable[str], facets: Iterable[str], *, apart: bool = False) -> str:
    """What to ask FTS5 for those who have all these pieces in their text, and the facets; `apart`: of the disabled."""
    asked = [
        _quoted((_APART if apart else "") + piece.replace(" ", _SPACE)) + (" *" if len(piece) < _WORD else "")
        for piece in pieces
    ]
    return " AND ".join([*asked, *(_quoted(FACET + facet) for facet in facets)])


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
