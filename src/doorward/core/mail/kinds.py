"""Kinds of mails: what each is for, what its texts may mention, and the texts themselves."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

# The languages of mails and pages, with their own names. The first one counts where no other is asked for.
LANGUAGE_NAMES: Final = {"en": "English", "zh": "简体中文"}
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
# Known to every text, beside the placeholders of its kind: the name of the service.
SERVICE: Final = "service"
PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


class MailText(Struct, frozen=True):
    """The text of a mail in one language.

    `body` is plain text in paragraphs, separated by empty lines. Placeholders such as `{name}` are replaced, and are
    the only markup. A paragraph that is `{link}` alone becomes a button in HTML, one that is `{code}` alone is set
    large.
    """

    subject: str
    body: str

    @property
    def paragraphs(self) -> list[str]:
        return [paragraph for part in re.split(r"\n[ \t]*\n", self.body) if (paragraph := part.strip())]


class MailKind(Struct, frozen=True):
    name: str  # Also the `kind` in the outbox.
    description: str
    placeholders: Mapping[str, str]  # Name and an example, which the preview shows.
    texts: Mapping[str, MailText]  # By language; each of LANGUAGES is there.
