"""The texts of mails in force: those that administrators changed, or the built-in ones. Each node reads them again
soon."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from typing import Final

from doorward.core.mail.kinds import PLACEHOLDER, SERVICE, MailKind, MailText
from doorward.database.protocol import Database
from doorward.domain.text.bounds import composed
from doorward.domain.text.visibility import JOINERS
from doorward.domain.validation import checked, printable
from doorward.errors import ValidationFailed
from doorward.store.customisation import mail_texts as store

SUBJECT_MAX: Final = 150
BODY_MAX: Final = 5000
# Without them a mail would be of no use.
_SECRETS: Final = ("link", "code")
_BRACES: Final = re.compile(r"\{[^{}\n]{0,40}\}?|\}")


class MailTexts:
    def __init__(self, database: Database, kinds: Mapping[str, MailKind]) -> None:
        self.database, self.kinds = database, kinds
        self._edited: dict[tuple[str, str], MailText] = {}
        # Otherwise a load that began before a change could end after the one that follows it.
        self._loading = asyncio.Lock()

    def get(self, kind: str, language: str) -> MailText:
        return self._edited.get((kind, language)) or self.kinds[kind].texts[language]

    async def load(self) -> None:
        """A stored text that this version has no use for (its kind is gone, or has other placeholders) is left out."""
        async with self._loading:
            self._edited = await self._usable()

    async def _usable(self) -> dict[tuple[str, str], MailText]:
        edited: dict[tuple[str, str], MailText] = {}
        for kind, language, subject, body in await store.list_all(self.database):
            text = MailText(subject, body)
            known = self.kinds.get(kind)
            if known is not None and language in known.texts and not list(problems(known, text)):
                edited[kind, language] = text
        return edited


def parse(kind: MailKind, subject: str, body: str) -> MailText:
    """Raises ValidationFailed with what is wrong and how to mend it."""
    text = MailText(**checked({"subject": subject, "body": body}, {"subject": _subject, "body": _body}))
    if wrong := list(problems(kind, text)):
        raise ValidationFailed(*wrong)
    return text


def _subject(given: str) -> str:
    return printable(given, SUBJECT_MAX, spaces=True, joiners=True)


def _body(given: str) -> str:
    body = composed(given.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "), BODY_MAX)
    if not body:
        raise ValueError("must not be empty")
    if any(not character.isprintable() and character not in f"\n{JOINERS}\u3000\u00a0" for character in body):
        raise ValueError("must not contain control characters")
    return body


def problems(kind: MailKind, text: MailText) -> Iterator[tuple[str, str]]:
    """Field and message of each thing that is wrong with the placeholders of a text."""
    known = [*kind.placeholders, SERVICE]
    for field, content in (("subject", text.subject), ("body", text.body)):
        for found in _BRACES.findall(content):
            if not PLACEHOLDER.fullmatch(found) or found[1:-1] not in known:
                yield field, _unknown(found, known)
                break
    paragraphs = text.paragraphs
    for name in _SECRETS:
        placeholder = f"{{{name}}}"
        if name not in kind.placeholders:
            continue
        if paragraphs.count(placeholder) != 1 or text.body.count(placeholder) != 1:
            # Alone: next to other text, such as `https://elsewhere.example/?{link}`, it would be part of an address
            # that mail programs make a link of, and the secret would be sent to another host.
            yield "body", f"must contain {placeholder} once, in a paragraph of its own"
        if placeholder in text.subject:
            yield "subject", f"must not contain {placeholder}: lists of mails and locked screens show subjects"


def _unknown(found: str, known: list[str]) -> str:
    import difflib  # Imported here: needed for a mistake only.

    listed = ", ".join(f"{{{name}}}" for name in known)
    close = difflib.get_close_matches(found.strip("{} ").lower(), known, n=1)
    hint = f" (did you mean {{{close[0]}}}?)" if close else ""
    return f"has {found!r}, which is no placeholder of this mail{hint}; it has {listed}"
