"""Tries the mail server: the steps of `doorward mail test`."""

import hashlib

from msgspec import Struct

from doorward.core import Core
from doorward.core.mail.mailbox import MailContent
from doorward.core.mail.message import UnusableAddress, envelope, identifier
from doorward.core.mail.sender import client_of, sender_of
from doorward.core.mail.smtp import Refused, ServerTrouble, TryLater
from doorward.features.mail.mails import TEST


class Outcome(Struct, frozen=True):
    server: str
    sender: str
    done: str  # The steps that worked, in words.
    error: str = ""


class Trial(Struct, frozen=True):
    core: Core

    async def run(self, recipient: str) -> Outcome:
        client, sender = client_of(self.core.settings), sender_of(self.core.settings)
        where, done = f"{client.server.host}:{client.server.port}", ""
        try:
            content = MailContent("en", {"name": recipient.partition("@")[0]})
            mail = self.core.composer.compose(TEST.name, content)
            name = identifier(hashlib.sha256(self.core.entropy(32)), sender)
            made = envelope(sender, recipient, mail, name, self.core.clock())
            connection = await client.connect()
            done = f"{where} accepts the connection ({connection.protection})"
            if client.server.user:
                done += f" and the user {client.server.user}"
            await connection.transmit(made)
            await connection.quit()
        except UnusableAddress:
            return Outcome(where, sender, done, f"{recipient} is not an address that mail can be sent to")
        except (ServerTrouble, Refused, TryLater) as error:
            return Outcome(where, sender, done, str(error))
        return Outcome(where, sender, done)
