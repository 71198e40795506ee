"""Validation of input fields."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from doorward.domain.text.bounds import composed
from doorward.errors import ValidationFailed


def checked(given: Mapping[str, Any], rules: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """The given fields as their rules normalise them. Reports all invalid fields at once."""
    values: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for field, value in given.items():
        if value is UNSET:
            continue
        try:
            values[field] = rules[field](value) if field in rules else value
        except ValueError as error:
            wrong.append((field, str(error)))
    if wrong:
        raise ValidationFailed(*wrong)
    return values


def printable(text: str, longest: int, *, spaces: bool) -> str:
    text = composed(text, longest)
    if not text:
        raise ValueError("must not be empty")
    if text.isprintable() and (spaces or " " not in text):
        return text  # U+0020 is the only space that `isprintable` accepts.
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "C" or category in ("Zl", "Zp") or (category == "Zs" and not spaces):
            raise ValueError("must not contain " + ("control characters" if spaces else "spaces or control characters"))
    return text
