"""Composes a mail of the outbox: its text in the language of its recipient, filled with its values."""

from msgspec import Struct

from doorward.core.branding import Branding
from doorward.core.mail.kinds import LANGUAGES
from doorward.core.mail.mailbox import Mailbox, MailContent
from doorward.core.mail.rendering import RenderedMail, render
from doorward.core.mail.texts import MailTexts
from doorward.domain.events.outbox import OutboxItem


class Composer(Struct, frozen=True):
    mailbox: Mailbox
    texts: MailTexts
    branding: Branding

    def compose(self, kind: str, content: MailContent) -> RenderedMail:
        language = content.language if content.language in LANGUAGES else LANGUAGES[0]
        return render(self.texts.get(kind, language), content.values, language, self.branding.current())

    def open(self, item: OutboxItem) -> MailContent:
        return self.mailbox.open(item.kind, item.recipient, item.sealed)
