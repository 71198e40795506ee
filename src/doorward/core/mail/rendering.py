"""Renders the text of a mail as plain text and HTML."""

import html
import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from doorward.core.mail.kinds import MailText

_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


class Brand(Struct, frozen=True):
    """What mails and pages show of the service that uses Doorward."""

    name: str = "Doorward"
    colour: str = "#1d4ed8"
    logo_url: str = ""
    footer_links: tuple[tuple[str, str], ...] = ()  # Label and address.


class RenderedMail(Struct, frozen=True):
    subject: str
    text: str
    html: str


def render(text: MailText, values: Mapping[str, str], language: str, brand: Brand) -> RenderedMail:
    """Replaces the placeholders; the values are shown as they are, in HTML escaped."""
    body = _filled(text.body, values)
    paragraphs = "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in body.split("\n\n"))
    page = f'<!doctype html><html lang="{language}"><body>{paragraphs}<p>{html.escape(brand.name)}</p></body></html>'
    return RenderedMail(" ".join(_filled(text.subject, values).split()), body, page)


def _filled(text: str, values: Mapping[str, str]) -> str:
    # One pass: a value that looks like a placeholder is not replaced again.
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
