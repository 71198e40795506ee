"""Builds the message that is handed to the mail server.

The headers are built by `email.message`, whose policy refuses a line break in any header: no name, subject or address
can add one. A recipient is used only if it is a plain address, so that none can name another mailbox beside it.
"""

import hashlib
import re
from typing import Final

from msgspec import Struct

from doorward.core.mail.rendering import RenderedMail
from doorward.domain.events.outbox import OutboxItem
from doorward.domain.text.hosts import dns_name

# No quotes, comments, angle brackets, lists or source routes.
_ADDRESS: Final = re.compile(r"[^\s@<>()\[\]{},;:\\\"\x00-\x20\x7f]+@[^\s@<>()\[\]{},;:\\\"\x00-\x20\x7f]+")
_DIGEST: Final = 32


class UnusableAddress(Exception):
    """The address can't be a recipient."""


class Envelope(Struct, frozen=True):
    sender: str
    recipient: str
    message: bytes
    international: bool  # The recipient's name before the @ is not ASCII, which the server must support.


def message_id(item: OutboxItem, sender: str) -> str:
    """The same for all attempts: the sealed content does not change while there is one."""
    return identifier(hashlib.sha256(f"{item.id} {item.sealed}".encode()), sender)


def identifier(digest: "hashlib._Hash", sender: str) -> str:
    return f"<{digest.hexdigest()[:_DIGEST]}@{address_of(sender).rpartition('@')[2]}>"


def address_of(sender: str) -> str:
    """The address in `Name <address>`."""
    return sender.rpartition("<")[2].removesuffix(">").strip()


def envelope(sender: str, recipient: str, mail: RenderedMail, name: str, created_at: int) -> Envelope:
    """`name`: its Message-ID. The date is that of the cause, so that all attempts send the same bytes."""
    from email import message, policy, utils  # Imported late: only a node that sends needs it.
    from email.headerregistry import Address

    address = _ascii_host(recipient)
    international = not address.isascii()
    rules = (policy.SMTPUTF8 if international else policy.SMTP).clone(cte_type="7bit")
    made = message.EmailMessage(rules)
    try:
        made["From"] = Address(_one_line(sender.rpartition("<")[0]), addr_spec=address_of(sender))
        made["To"] = Address(username=address.partition("@")[0], domain=address.partition("@")[2])
    except (ValueError, IndexError, UnicodeError) as error:
        raise UnusableAddress from error
    made["Subject"] = _one_line(mail.subject)
    made["Date"] = utils.formatdate(created_at / 1000)
    made["Message-ID"] = name
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(mail.text)
    made.add_alternative(mail.html, subtype="html")
    # Otherwise random. The text can't contain it, since it is not known to any author.
    made.set_boundary(hashlib.sha256(name.encode()).hexdigest()[:_DIGEST])
    return Envelope(address_of(sender), address, made.as_bytes(), international)


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _ascii_host(recipient: str) -> str:
    if not _ADDRESS.fullmatch(recipient):
        raise UnusableAddress
    name, _, host = recipient.partition("@")
    try:
        return f"{name}@{host if host.isascii() else dns_name(host)}"
    except ValueError as error:
        raise UnusableAddress from error
