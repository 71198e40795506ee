"""Builds HTML. Text is escaped unless its type says that it is markup."""

from collections.abc import Iterable
from html import escape
from typing import Final

_VOID: Final = frozenset({"img", "input", "link", "meta"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Iterable["Content"] | None


def render(content: Content) -> Markup:
    if isinstance(content, Markup):
        return content
    if isinstance(content, str):
        return Markup(escape(content))
    return Markup("".join(render(part) for part in content or ()))


def element(tag: str, *content: Content, **attributes: str | int | None) -> Markup:
    """An element. In attribute names, a trailing underscore is dropped (`class_`), others become hyphens. True stands
    for an attribute without a value; None and False leave it out."""
    given = "".join(_attribute(name, value) for name, value in attributes.items())
    return Markup(f"<{tag}{given}>" if tag in _VOID else f"<{tag}{given}>{render(content)}</{tag}>")


def _attribute(name: str, value: str | int | None) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(str(value))}"'
