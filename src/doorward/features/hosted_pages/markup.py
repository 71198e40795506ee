"""Builds HTML from elements. Every text is escaped; only `Markup` that was built here is not."""

from html import escape
from typing import Final

_VOID: Final = frozenset({"input", "link", "meta", "img", "br"})


class Markup(str):
    """HTML that is safe to insert as it is."""

    __slots__ = ()


Child = str | None
NOTHING: Final = Markup("")


def el(tag: str, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element. `for_` stands for `for`, `aria_label` for `aria-label`; False and None leave an attribute out."""
    given = "".join(_attribute(name, value) for name, value in attributes.items() if value is not None)
    if tag in _VOID:
        return Markup(f"<{tag}{given}>")
    return Markup(f"<{tag}{given}>{join(*children)}</{tag}>")


def join(*children: Child) -> Markup:
    return Markup("".join(_text(child) for child in children if child is not None))


def _text(child: str) -> str:
    return child if isinstance(child, Markup) else escape(child)


def _attribute(name: str, value: str | int | bool) -> str:
    if value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(str(value))}"'
