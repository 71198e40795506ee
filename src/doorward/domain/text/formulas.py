"""Text in CSV files that spreadsheets would run as a formula, such as `=HYPERLINK(...)` in a name that a user chose."""

import re
from typing import Final

# Apostrophes before the start of a formula are counted, so that `restored` undoes `neutral` for every text.
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")


def neutral(text: str) -> str:
    """With an apostrophe in front, which spreadsheets take as the sign of plain text."""
    return "'" + text if _FORMULA.match(text) else text


def restored(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
