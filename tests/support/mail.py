"""Mails as an administrator reads them in the outbox of a service without a mail server."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from tests.support.service import Client

_DEADLINE = 15  # Seconds. Jobs that queue mails run every half second.
_POLL = 0.02


class Mail(Struct, frozen=True):
    id: int
    kind: str
    recipient: str
    subject: str
    text: str
    html: str
    link: str  # Empty without one; so are `token` and `code`.
    code: str

    @property
    def token(self) -> str:
        """The secret in the fragment of the link."""
        return urlsplit(self.link).fragment.removeprefix("token=")


async def mails_to(admin: Client, address: str, kind: str = "") -> list[dict[str, Any]]:
    """The rows of the mails to an address, newest first."""
    answer = await admin.get("/api/mail", params={"recipient": address, "kind": kind, "pageSize": 100})
    assert answer.code == 200, answer.body
    return list(answer.data["list"])


async def newest_mail(admin: Client, address: str, kind: str = "", after: int = 0) -> Mail:
    """Waits until there is a mail to the address, of that kind, and newer than the mail with the id `after`."""
    async with asyncio.timeout(_DEADLINE):
        while True:
            await admin.service.carry_out_deferred()
            found = await mails_to(admin, address, kind)
            if found and found[0]["id"] > after:
                return await read_mail(admin, found[0]["id"])
            await asyncio.sleep(_POLL)


async def read_mail(admin: Client, mail_id: int) -> Mail:
    answer = await admin.get(f"/api/mail/{mail_id}")
    assert answer.code == 200, answer.body
    data = answer.data
    return Mail(
        data["id"],
        data["kind"],
        data["recipient"],
        data["subject"],
        data["text"],
        data["html"],
        data["link"] or "",
        data["code"] or "",
    )
