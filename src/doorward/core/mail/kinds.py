"""Kinds of mails: what each is for, what its texts may mention, and the texts themselves."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

LANGUAGES: Final = ("en", "zh")


class MailText(Struct, frozen=True):
    """The text of a mail in one language.

    `body` is plain text in paragraphs, separated by empty lines. Placeholders such as `{name}` are replaced, and are
    the only markup. A paragraph that is `{link}` alone becomes a button in HTML, one that is `{code}` alone is set
    large.
    """

    subject: str
    body: str


class MailKind(Struct, frozen=True):
    name: str  # Also the `kind` in the outbox.
    description: str
    placeholders: Mapping[str, str]  # Name and an example, which the preview shows.
    texts: Mapping[str, MailText]  # By language; each of LANGUAGES is there.
