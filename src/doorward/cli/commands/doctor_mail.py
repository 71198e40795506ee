"""The check of the mail server by `doorward doctor`: connects, encrypts and signs in, and sends nothing."""

from collections.abc import AsyncIterator
from typing import Final

from doorward.cli.commands.doctor_checks import Finding
from doorward.core.mail.message import address_of
from doorward.core.mail.sender import client_of, sender_of
from doorward.core.mail.smtp import ServerTrouble, own_name
from doorward.settings import PREFIX, Settings

_SUBJECT: Final = "mail"
_SECONDS: Final = 10


async def mail(settings: Settings) -> AsyncIterator[Finding]:
    if not settings.smtp_url:
        yield Finding(
            "advice",
            _SUBJECT,
            "no mail server: mails are held for administrators to pass on",
            f"set {PREFIX}SMTP_URL and {PREFIX}PUBLIC_URL; see docs/mail.md",
        )
        if settings.new_device == "verify":
            yield Finding(
                "problem",
                _SUBJECT,
                f"{PREFIX}NEW_DEVICE=verify asks for mailed codes: users on new devices wait for an administrator",
                f"set {PREFIX}SMTP_URL, or {PREFIX}NEW_DEVICE to notify",
            )
        return
    client = client_of(settings)
    client.seconds = min(client.seconds, _SECONDS)
    where = f"{client.server.host}:{client.server.port}"
    try:
        connection = await client.connect()
    except ServerTrouble as error:
        yield Finding("problem", _SUBJECT, str(error), f"correct {PREFIX}SMTP_URL; doorward mail test ADDRESS tries it")
        return
    signed_in = f", accepts the user {client.server.user}" if client.server.user else ""
    protection = connection.protection
    await connection.quit()
    yield Finding("good", _SUBJECT, f"{where} answers, {protection}{signed_in}")
    if protection != "encrypted" and client.server.host not in ("localhost", "127.0.0.1", "::1"):
        yield Finding(
            "advice", _SUBJECT, f"links in mails cross the network to {where} in plain text", "use smtps:// or STARTTLS"
        )
    domain = address_of(sender_of(settings)).rpartition("@")[2].lower()
    host = own_name(settings.public_url).lower()
    if not related(domain, host):
        yield Finding(
            "advice",
            _SUBJECT,
            f"mails come from {domain}, their links lead to {host}: filters take that for phishing",
            f"set {PREFIX}MAIL_FROM to an address of the same domain",
        )


def related(domain: str, host: str) -> bool:
    return (
        domain == host or host.endswith(f".{domain}") or domain.endswith(f".{host}") or _parent(domain) == _parent(host)
    )


def _parent(name: str) -> str:
    """The name without its first label: mail.example.com and login.example.com share it."""
    parent = name.partition(".")[2]
    return parent if "." in parent else name
