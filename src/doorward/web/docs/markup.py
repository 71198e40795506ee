"""Parts of the documentation page: code, paragraphs and coloured JSON."""

import re
from typing import Any, Final

from doorward.markup import Markup, element, render

_JSON_PARTS: Final = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*"(?=:))|(?P<text>"(?:[^"\\]|\\.)*")|(?P<value>[\w.+-]+)')


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
