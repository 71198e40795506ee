"""Composes a mail of the outbox: its text in the language of its recipient, filled with its values."""

from msgspec import Struct

from doorward.core.mail.kinds import LANGUAGES
from doorward.core.mail.mailbox import Mailbox, MailContent
from doorward.core.mail.rendering import Brand, RenderedMail, render
from doorward.database.protocol import Reader
from doorward.domain.outbox import OutboxItem


class Composer(Struct, frozen=True):
    mailbox: Mailbox

    async def compose(self, reader: Reader, kind: str, content: MailContent) -> RenderedMail:
        texts = self.mailbox.kinds[kind].texts
        language = content.language if content.language in texts else LANGUAGES[0]
        return render(texts[language], content.values, language, Brand())

    def open(self, item: OutboxItem) -> MailContent:
        return self.mailbox.open(item.kind, item.recipient, item.sealed)
