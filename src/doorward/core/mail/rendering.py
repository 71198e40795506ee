"""Turns the text of a mail and its values into a subject, plain text and HTML.

There is no template language. Placeholders are replaced in one pass, so that a value which contains `{link}` is not
expanded again, and every value is made harmless before and escaped in HTML (docs/decisions/0028).
"""

from collections.abc import Mapping
from html import escape
from typing import Final

from msgspec import Struct

from doorward.core.mail import layout
from doorward.core.mail.kinds import PLACEHOLDER, SERVICE, MailText
from doorward.core.mail.values import harmless, isolated, one_line, shortened
from doorward.domain.branding.brand import Brand

_SUBJECT_MAX: Final = 200
_PREVIEW_MAX: Final = 120


class RenderedMail(Struct, frozen=True):
    subject: str
    text: str
    html: str


def render(text: MailText, values: Mapping[str, str], language: str, brand: Brand) -> RenderedMail:
    shown = {name: harmless(name, value) for name, value in {**values, SERVICE: brand.name}.items()}
    spoken = {name: isolated(value) for name, value in shown.items()}
    subject = shortened(_filled(one_line(text.subject), shown), _SUBJECT_MAX)
    plain = "\n\n".join(_filled(paragraph, spoken) for paragraph in text.paragraphs)
    footer = "".join(f"\n{link.label}: {link.address}" for link in brand.absolute_links)
    return RenderedMail(
        subject, f"{plain}\n\n-- \n{brand.name}{footer}\n", _html(subject, text.paragraphs, shown, language, brand)
    )


def _filled(text: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)


def _html(subject: str, paragraphs: list[str], values: Mapping[str, str], language: str, brand: Brand) -> str:
    parts = [_part(paragraph, values, language) for paragraph in paragraphs]
    links = [(link.label, link.address) for link in brand.absolute_links]
    return layout.page(
        language=language,
        title=subject,
        preview=shortened(_preview(paragraphs, values), _PREVIEW_MAX),
        heading=layout.logo(brand.logo_url, brand.logo_dark_url, brand.name),
        content="\n".join(parts),
        footer=layout.footer(brand.name, links),
        colours=(brand.colour, brand.colour_dark),
    )


def _part(paragraph: str, values: Mapping[str, str], language: str) -> str:
    link = values.get("link", "")
    if paragraph == "{link}" and link.startswith(("https://", "http://")):
        return layout.button(link, language)
    if paragraph == "{code}" and "code" in values:
        return layout.code(values["code"])
    # Text between placeholders and values are escaped separately, the values within an element of their own direction.
    pieces = PLACEHOLDER.split(paragraph)
    for index, piece in enumerate(pieces):
        is_value = index % 2 == 1
        if is_value and piece in values:
            pieces[index] = layout.value(values[piece])
        else:
            pieces[index] = escape(f"{{{piece}}}" if is_value else piece).replace("\n", "<br>")
    return layout.paragraph("".join(pieces))


def _preview(paragraphs: list[str], values: Mapping[str, str]) -> str:
    """The line that lists of mails show: the first paragraph after the greeting, without a secret."""
    candidates = (each for each in paragraphs[1:] if "{link}" not in each and "{code}" not in each)
    return _filled(one_line(next(candidates, "")), values)
