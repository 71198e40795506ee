"""Validation of input fields."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from doorward.domain.text.bounds import composed
from doorward.domain.text.visibility import JOINERS, has_invisible, is_visible
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
            wrong.append((camel_case(field), str(error)))
    if wrong:
        raise ValidationFailed(*wrong)
    return values


def camel_case(name: str) -> str:
    """The name of an attribute in JSON and in files."""
    first, *more = name.split("_")
    return first + "".join(word.capitalize() for word in more)


def printable(text: str, longest: int, *, spaces: bool, joiners: bool = False) -> str:
    text = composed(text, longest)
    if not text:
        raise ValueError("must not be empty")
    _check_characters(text, spaces, JOINERS if joiners else "")
    if not is_visible(text):
        raise ValueError("must have a character that can be seen")
    return text


def description(text: str | None, longest: int) -> str:
    """Printable text that may be left out."""
    return printable(text, longest, spaces=True) if text and text.strip() else ""


def unique_name(text: str, longest: int, *, spaces: bool) -> str:
    """A printable text by which something is told from others: two that look the same must not be two (RFC 8265)."""
    text = printable(text, longest, spaces=spaces)
    if has_invisible(text):
        raise ValueError("must not contain invisible characters")
    return text


def _check_characters(text: str, spaces: bool, allowed: str) -> None:
    if text.isprintable() and (spaces or " " not in text):
        return  # U+0020 is the only space that `isprintable` accepts.
    for character in text:
        category = unicodedata.category(character)
        control = category[0] == "C" and character not in allowed
        if control or category in ("Zl", "Zp") or (category == "Zs" and not spaces):
            raise ValueError("must not contain " + ("control characters" if spaces else "spaces or control characters"))
