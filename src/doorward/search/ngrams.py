"""N-grams: the substrings of up to three characters by which both databases index the searched text."""

import re
from typing import Final

from doorward.domain.users import fold

# A keyword of up to this length is an n-gram itself. A longer one is looked up by its n-grams, then verified.
NGRAM: Final = 3
# A long keyword is selective enough with this many of its n-grams.
_MOST_NGRAMS: Final = 16
# Control and private-use characters: no field may contain them, so a keyword with one matches nothing.
_UNSEARCHABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ue000-\uf8ff]")


def folded(keyword: str) -> str | None:
    """The keyword as it occurs in the searched text; None if no text can contain it."""
    return None if _UNSEARCHABLE.search(keyword) else fold(keyword)


def covering_ngrams(keyword: str) -> list[str]:
    """The fewest n-grams that cover the keyword, each once. Those in between are mostly in the same texts."""
    size = min(len(keyword), NGRAM)
    starts = (*range(0, len(keyword) - size, size), len(keyword) - size)
    return list(dict.fromkeys(keyword[start : start + size] for start in starts))[:_MOST_NGRAMS]


def ngrams(keyword: str) -> list[str]:
    """N-grams of the keyword, each once. Every text that contains the keyword is indexed under all of them."""
    size = min(len(keyword), NGRAM)
    pieces = dict.fromkeys(keyword[start : start + size] for start in range(len(keyword) - size + 1))
    return list(pieces)[:_MOST_NGRAMS]
