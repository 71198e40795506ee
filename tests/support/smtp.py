"""A mail server for tests, built on aiosmtpd: it speaks STARTTLS and AUTH, and misbehaves where a test asks for it.

async with mail_server() as server:
    settings_for(environ, smtp_url=server.url, public_url="https://login.example.com")
    message = await server.received("ann@example.com")
"""

import asyncio
import contextlib
import datetime
import ipaddress
import ssl
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec import Struct

USER, PASSWORD = "mailer", "p@ss/word"
_DEADLINE = 20  # Seconds.

# What a rule makes of a recipient at RCPT and DATA: an answer such as "451 later", "hang", "drop", "drop after" (the
# message was accepted), or "" to accept it.
Rule = Callable[[str, int], str]


class Received(Struct):
    recipient: str
    sender: str
    message: EmailMessage
    confirmed: bool = False  # The client said something on this connection after the message was accepted.


class MailServer:
    """Keeps what it accepted. `at_rcpt` and `at_data` get the recipient and how often it was tried before."""

    def __init__(self) -> None:
        self.port = 0
        self.at_rcpt: Rule = lambda recipient, tries: ""
        self.at_data: Rule = lambda recipient, tries: ""
        self.mails: list[Received] = []
        self.tries: Counter[str] = Counter()
        self.connections = 0
        self.under_way: Counter[str] = Counter()
        self.overlaps: list[str] = []  # Recipients that two connections served at the same time.
        self.refuse_sender = ""
        self.messages_on_a_connection = 0  # 1: the second gets 421.
        self.most_connections = 0  # Further ones get 421; 0 sets no limit.
        self.open = self.refused_connections = 0
        self.hangs_at_quit = False
        self.quitting = 0
        self.released = asyncio.Event()  # Lets what hangs continue with 451.
        self._arrived = asyncio.Condition()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def to(self, recipient: str) -> list[Received]:
        return [mail for mail in self.mails if mail.recipient == recipient]

    async def received(self, recipient: str, count: int = 1) -> EmailMessage:
        """Waits until that many mails to the recipient were accepted; returns the last."""
        await self.wait_until(lambda: len(self.to(recipient)) >= count)
        return self.to(recipient)[-1].message

    async def wait_until(self, done: Callable[[], bool], seconds: float = _DEADLINE) -> None:
        async with asyncio.timeout(seconds), self._arrived:
            await self._arrived.wait_for(done)

    async def _note(self) -> None:
        async with self._arrived:
            self._arrived.notify_all()

    # The hooks of aiosmtpd.

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        session.accepted = None  # type: ignore[attr-defined]
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        again = getattr(session, "accepted", None) is not None
        self._confirm(session)
        if again and self.messages_on_a_connection == 1:
            return "421 enough"
        if self.refuse_sender:
            return self.refuse_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self._confirm(session)
        if self.hangs_at_quit:
            self.quitting += 1
            await self._note()
            try:
                await self.released.wait()
            finally:  # The connection may end first.
                self.quitting -= 1
        return "221 Bye"

    async def handle_RSET(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self._confirm(session)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        tries = self.tries[address]
        self.tries[address] += 1
        if self.under_way[address]:
            self.overlaps.append(address)
        self.under_way[address] += 1
        session.serving = address  # type: ignore[attr-defined]
        await self._note()
        answer = await self._misbehave(server, self.at_rcpt(address, tries))
        if not answer:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        (recipient,) = envelope.rcpt_tos
        rule = self.at_data(recipient, self.tries[recipient] - 1)
        if rule and rule != "drop after":
            return await self._misbehave(server, rule)
        message: Any = message_from_bytes(envelope.content or b"", policy=policy.default)  # type: ignore[arg-type]
        mail = Received(recipient, envelope.mail_from or "", message)
        self.mails.append(mail)
        session.accepted = mail  # type: ignore[attr-defined]
        await self._note()
        return await self._misbehave(server, "drop") if rule else "250 accepted"

    async def _misbehave(self, server: SMTP, rule: str) -> str:
        if rule == "drop":
            transport: Any = server.transport
            transport.abort()
            await asyncio.Event().wait()  # Ends with the connection, which cancels it.
        if rule == "hang":
            await self.released.wait()
            return "451 released"
        return rule

    def end(self, session: Session | None) -> None:
        """The transaction of a connection ended."""
        serving = getattr(session, "serving", "")
        if serving:
            self.under_way[serving] -= 1
            session.serving = ""  # type: ignore[union-attr]

    def _confirm(self, session: Session) -> None:
        self.end(session)
        accepted = getattr(session, "accepted", None)
        if accepted is not None:
            accepted.confirmed = True


def _authenticate(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    right = isinstance(data, LoginPassword) and data == LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=right, handled=False)


class _Protocol(SMTP):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.event_handler.connections += 1
        self.event_handler.open += 1

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.open -= 1
        self.event_handler.end(self.session)
        super().connection_lost(error)


class _Refusal(asyncio.Protocol):
    def connection_made(self, transport: Any) -> None:
        transport.write(b"421 too many connections\r\n")
        transport.close()


@contextlib.asynccontextmanager
async def mail_server(
    *, tls: ssl.SSLContext | None = None, implicit: bool = False, auth: bool = False
) -> AsyncIterator[MailServer]:
    """`tls`: STARTTLS, required for AUTH; `implicit`: TLS from the first byte instead."""
    state = MailServer()

    def connection() -> asyncio.Protocol:
        if state.most_connections and state.open >= state.most_connections:
            state.refused_connections += 1
            return _Refusal()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # It does not know that the socket is encrypted.
            return made()

    def made() -> SMTP:
        return _Protocol(
            state,
            enable_SMTPUTF8=True,
            tls_context=None if implicit else tls,
            require_starttls=tls is not None and not implicit,
            auth_required=auth,
            auth_require_tls=not implicit,
            authenticator=_authenticate,
            timeout=600,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connection, "127.0.0.1", 0, ssl=tls if implicit else None)
    state.port = server.sockets[0].getsockname()[1]
    try:
        yield state
    finally:
        server.close()


def certificate(folder: Path) -> Path:
    """A certificate for localhost, signed by itself, with its key; `SSL_CERT_FILE` makes clients trust it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


def tls_context(file: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
