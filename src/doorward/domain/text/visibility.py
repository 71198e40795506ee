"""Characters that show nothing."""

import re
import unicodedata
from typing import Final

# The property Default_Ignorable_Code_Point.
IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Letters, marks and symbols by their category, nothing to the eye: braille without dots, the place of an object that is
# not there, joiners, fillers and blanks of old scripts, and an empty note head.
_BLANK: Final = re.compile("[\u2800\ufffc\U0001107f\U00013441\U00013442\U00016fe4\U0001d159]")
# Zero width joiner and non-joiner: emoji of several parts, and Persian and Indic spelling, need them.
JOINERS: Final = "\u200c\u200d"


def has_invisible(text: str) -> bool:
    return not text.isascii() and (IGNORABLE.search(text) or _BLANK.search(text)) is not None


def is_visible(text: str) -> bool:
    """Whether it shows anything: marks alone do not, they have no letter to stand on."""
    if text.isascii() and text.isprintable():
        return bool(text.strip(" "))  # Of these, only the space shows nothing.
    return any(unicodedata.category(character)[0] not in "MZC" and not has_invisible(character) for character in text)
