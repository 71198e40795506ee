"""Use cases of the texts of mails."""

from doorward.core import UseCases, rights
from doorward.core.mail import texts
from doorward.core.mail.kinds import MailKind, MailText
from doorward.core.mail.rendering import RenderedMail, render
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target, differences
from doorward.features.mail_texts.model import MailTextNotFound
from doorward.store.customisation import mail_texts as store


class MailTextEditing(UseCases, frozen=True):
    def kinds(self, actor: Actor) -> list[MailKind]:
        actor.require("mail:read")
        return list(self.core.mail_texts.kinds.values())

    async def update(self, actor: Actor, name: str, language: str, subject: str, body: str) -> MailText:
        actor.require("mail:update")
        text = texts.parse(self._kind(name, language), subject, body)
        await self._write(actor, name, language, text)
        await self.core.mail_texts.load()
        return text

    async def reset(self, actor: Actor, name: str, language: str) -> None:
        actor.require("mail:update")
        self._kind(name, language)
        await self._write(actor, name, language, None)
        await self.core.mail_texts.load()

    def preview(self, actor: Actor, name: str, language: str, subject: str | None, body: str | None) -> RenderedMail:
        """The given text, or the one in force where none is given, with the examples of its placeholders."""
        actor.require("mail:read")
        kind, current = self._kind(name, language), self.core.mail_texts.get(name, language)
        text = texts.parse(
            kind, current.subject if subject is None else subject, current.body if body is None else body
        )
        return render(text, kind.placeholders, language, self.core.branding.current())

    def _kind(self, name: str, language: str) -> MailKind:
        kind = self.core.mail_texts.kinds.get(name)
        if kind is None or language not in kind.texts:
            raise MailTextNotFound
        return kind

    @transaction
    async def _write(self, tx: Transaction, actor: Actor, name: str, language: str, text: MailText | None) -> None:
        """`text`: the new one; None for the built-in one."""
        acting = await rights.lock(tx, actor, "mail:update", self.core.clock())
        stored = await store.find(tx, name, language)
        built_in = self.core.mail_texts.kinds[name].texts[language]
        before = _shown(MailText(*stored) if stored else built_in)
        target = Target(f"mail_text:{name}.{language}", f"{name} ({language})")
        if text is None:
            if stored:
                await store.delete(tx, name, language)
                await self.core.trail.record(tx, acting, "mail_text.reset", target, **before)
        elif changes := differences(before, _shown(text)):
            await store.put(tx, name, language, text.subject, text.body, self.core.clock())
            await self.core.trail.record(tx, acting, "mail_text.updated", target, changes=changes)


def _shown(text: MailText) -> dict[str, str]:
    return {"subject": text.subject, "body": text.body}
