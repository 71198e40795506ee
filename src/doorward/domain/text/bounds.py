"""Bounds on text before it is normalised.

Normalisation sorts the marks that follow a letter, in time that grows with the square of their number, and it writes
some characters out as many. It also holds the interpreter's lock, so that no thread can take it off the event loop.
Text is therefore measured first (docs/decisions/0018).
"""

import unicodedata
from typing import Final

# The longest text that is normalised without looking at its characters: below a millisecond, whatever they are.
SHORT: Final = 256
# No language needs more; the Stream-Safe Text Format has the same limit (Unicode Standard Annex 15).
MARKS_MAX: Final = 30
# A character has at most this many canonical parts, so composing shortens a text at most to a quarter.
PARTS_MAX: Final = 4
# Marks after compatibility decomposition, though their own category is another: the halfwidth voiced sound marks.
_MARKS: Final = "\uff9e\uff9f"


def has_too_many_marks(text: str) -> bool:
    """Whether marks follow each other in such a number that normalising would take long."""
    if len(text) <= SHORT:
        return False
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character)[0] == "M" or character in _MARKS else 0
        if run > MARKS_MAX:
            return True
    return False


def expands_beyond(text: str, longest: int) -> bool:
    """Whether the NFKC form is longer than that. Stops as soon as it is known: one character may become eighteen."""
    size = 0
    for start in range(0, len(text), SHORT):
        # Composition across the border of two pieces would save a character or two.
        size += len(unicodedata.normalize("NFKC", text[start : start + SHORT])) - 2
        if size > longest:
            return True
    return False


def composed(text: str, longest: int) -> str:
    """The NFC form without surrounding whitespace; ValueError if it has more characters than `longest`."""
    if not text.isascii():
        if len(text) > PARTS_MAX * longest:
            raise ValueError(f"must have at most {longest} characters")
        if has_too_many_marks(text):
            raise ValueError(f"must not have more than {MARKS_MAX} combining marks in a row")
        text = unicodedata.normalize("NFC", text)
    text = text.strip()
    if len(text) > longest:
        raise ValueError(f"must have at most {longest} characters")
    return text
