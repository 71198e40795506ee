"""Builds HTML. Text is escaped unless its type says that it is markup."""

import re
from collections.abc import Iterable
from html import escape
from typing import Any, Final

_VOID: Final = frozenset({"img", "link", "meta"})
_JSON_PARTS: Final = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*"(?=:))|(?P<text>"(?:[^"\\]|\\.)*")|(?P<value>[\w.+-]+)')


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Iterable["Content"]


def render(content: Content) -> Markup:
    if isinstance(content, Markup):
        return content
    if isinstance(content, str):
        return Markup(escape(content))
    return Markup("".join(render(part) for part in content))


def element(tag: str, *content: Content, **attributes: str) -> Markup:
    """An element. In attribute names, a trailing underscore is dropped (`class_`), others become hyphens."""
    given = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    return Markup(f"<{tag}{given}>" if tag in _VOID else f"<{tag}{given}>{render(content)}</{tag}>")


def code(text: str) -> Markup:
    return element("code", text)


def prose(text: str) -> Markup:
    """One paragraph, in which `backticks` enclose code."""
    return render([code(part) if number % 2 else part for number, part in enumerate(text.split("`"))])


def paragraphs(text: str) -> Markup:
    return render([element("p", prose(paragraph)) for paragraph in text.split("\n\n") if paragraph])


def coloured(json_text: str) -> Markup:
    """JSON with a CSS class for keys, strings and other values."""
    parts: list[Any] = []
    end = 0
    for found in _JSON_PARTS.finditer(json_text):
        parts.append(json_text[end : found.start()])
        parts.append(element("span", found[0], class_=str(found.lastgroup)))
        end = found.end()
    return render([*parts, json_text[end:]])
