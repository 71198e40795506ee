"""Faults and filters of the outbox of mails."""

from msgspec import Struct

from doorward.domain.events.outbox import OutboxState
from doorward.errors import Fault


class MailNotFound(Fault):
    code, reason, message = 404, "mail_not_found", "There is no such mail, or it was deleted some time after its end"


class MailContentErased(Fault):
    code, reason, message = (
        409,
        "mail_content_erased",
        "The content of a mail is erased once it is delivered or given up; repeat what caused the mail",
    )


class NoMailServer(Fault):
    code, reason, message = 409, "no_mail_server", "No mail server is set: set DOORWARD_SMTP_URL, or pass the link on"


class MailFilter(Struct, frozen=True):
    state: OutboxState | None = None
    kind: str = ""
    recipient: str = ""
