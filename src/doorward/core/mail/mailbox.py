"""Queues mails: the row of a mail is written in the transaction of its cause, and sent by a job after the commit."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from doorward.core.keys.ring import KeyRing
from doorward.core.mail.kinds import MailKind
from doorward.database.protocol import Transaction
from doorward.domain.events.outbox import OutboxState
from doorward.domain.times import readable
from doorward.domain.users import User
from doorward.store import outbox

TOPIC: Final = "mail"
# Stands for the new address in a mail about an address that was removed.
NO_ADDRESS: Final = "—"


class MailContent(Struct, frozen=True):
    """What a mail carries, sealed while it is in the outbox: its values may hold the secret of a link."""

    language: str
    values: dict[str, str]
    # Of the roles that its link gives to the user who follows it. No names: a role that is renamed is still given.
    role_ids: tuple[int, ...] = ()


class Mailbox(Struct, frozen=True):
    keys: KeyRing
    kinds: Mapping[str, MailKind]
    sends: bool  # Whether a server is set. Without one, mails are held for administrators to pass on.
    clock: Callable[[], int]

    @property
    def outcome(self) -> Literal["queued", "held"]:
        """What becomes of a mail that is queued here."""
        return "queued" if self.sends else "held"

    async def queue(
        self,
        tx: Transaction,
        kind: str,
        recipient: str,
        language: str,
        *,
        user_id: int | None = None,
        role_ids: tuple[int, ...] = (),
        **values: str,
    ) -> int:
        """Adds a mail to the outbox and returns its id. `values` are those of the kind's placeholders.

        `user_id` and `role_ids` decide which administrators may read a held mail: its link acts as that user, or gives
        those roles to a new one.
        """
        if set(values) != set(self.kinds[kind].placeholders):
            raise ValueError(f"{kind} takes {sorted(self.kinds[kind].placeholders)}, not {sorted(values)}")
        content = msgspec.json.encode(MailContent(language, values, role_ids))
        sealed = self.keys.data.seal(content, label(kind, recipient))
        return await outbox.insert(tx, TOPIC, kind, recipient, user_id, sealed, OutboxState(self.outcome), self.clock())

    async def tell(self, tx: Transaction, kind: str, user: User, language: str, **values: str) -> None:
        """Queues a mail that greets a user by name, if the user has an address."""
        if user.email is not None:
            await self.queue(tx, kind, user.email, language, user_id=user.id, role_ids=(), name=user.name, **values)

    async def tell_password_changed(self, tx: Transaction, user: User, language: str) -> None:
        """Tells a user that their password was changed, so that they notice when it was not them."""
        await self.tell(tx, "password_changed", user, language, time=readable(self.clock()))

    async def tell_renamed(self, tx: Transaction, before: User, after: User, language: str) -> None:
        """Tells a user that an administrator changed the username or the e-mail address. The former address is told,
        whose reader might be kept out; the new one only where there was none."""
        recipient = before.email or after.email
        if recipient is not None:
            await self.queue(
                tx,
                "account_renamed",
                recipient,
                language,
                user_id=after.id,
                name=before.name,
                username=after.username,
                email=after.email or NO_ADDRESS,
                time=readable(self.clock()),
            )

    def open(self, kind: str, recipient: str, sealed: str) -> MailContent:
        return msgspec.json.decode(self.keys.data.open(sealed, label(kind, recipient)), type=MailContent)


def label(kind: str, recipient: str) -> str:
    return f"{TOPIC} {kind} {recipient}"
