"""Speaks to the mail server, and tells what is wrong with a message from what is wrong with the server."""

import asyncio
import ssl
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from doorward.core.mail.message import Envelope

if TYPE_CHECKING:
    from aiosmtplib import SMTP

# Answers that ask for a sign-in: the settings are wrong, not the message.
_SIGN_IN_CODES: Final = frozenset((530, 534, 535, 538))
_CLOSING: Final = 421
_PERMANENT: Final = range(500, 600)


class Refused(Exception):
    """The server refuses this message for good (5xx to its recipient or its content)."""


class TryLater(Exception):
    """This message may pass at another time: 4xx, no answer in time, or the connection ended."""


class ServerTrouble(Exception):
    """The server can't be used at all: no connection, no encryption, or it refuses to sign in or the sender."""


class StaleConnection(Exception):
    """A connection that was used before ended before the message began: another one may take it."""


class SmtpServer(Struct, frozen=True):
    host: str
    port: int
    user: str
    password: str
    tls: bool  # From the first byte; otherwise STARTTLS.

    @classmethod
    def parse(cls, url: str) -> "SmtpServer":
        parts = urlsplit(url)
        tls = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        usual = 465 if tls else 587 if user else 25
        return cls(parts.hostname or "", parts.port or usual, user, password, tls)


def own_name(public_url: str) -> str:
    """The name of this service in SMTP: its host, or an address literal."""
    host = urlsplit(public_url).hostname or "localhost"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return f"[{address}]" if address.version == 4 else f"[IPv6:{address}]"


class SmtpClient:
    """Connects to one server. Every step has a time limit, so that a server that hangs holds nothing up for longer."""

    def __init__(self, server: SmtpServer, own_name: str, seconds: float) -> None:
        """`own_name`: of this machine, for EHLO. `seconds`: for connecting, and again for each message."""
        self.server, self.own_name, self.seconds = server, own_name, seconds
        self._context: ssl.SSLContext | None = None
        self._loading = asyncio.Lock()

    async def connect(self) -> "Connection":
        context = await self._load()
        from aiosmtplib import SMTP

        server = self.server
        smtp = SMTP(
            hostname=server.host,
            port=server.port,
            local_hostname=self.own_name,
            username=server.user or None,
            password=server.password or None,
            use_tls=server.tls,
            # Without a password, where the server offers it.
            start_tls=False if server.tls else True if server.user else None,
            tls_context=context,
            timeout=self.seconds,
        )
        try:
            async with asyncio.timeout(self.seconds):
                await smtp.connect()
                if smtp.is_ehlo_or_helo_needed:
                    await smtp.ehlo()
        except Exception as error:  # Of many libraries: DNS, sockets, TLS, SMTP.
            smtp.close()
            raise ServerTrouble(self._explain(error)) from error
        return Connection(smtp, self.seconds)

    async def _load(self) -> ssl.SSLContext:
        """Once, in a thread: importing the library and reading the certificates of the system would take tenths of a
        second of the event loop."""
        async with self._loading:
            if self._context is None:
                self._context = await asyncio.to_thread(self._tls_context)
            return self._context

    def _tls_context(self) -> ssl.SSLContext:
        import aiosmtplib  # noqa: F401

        context = ssl.create_default_context()
        if not self.server.tls and not self.server.user:
            # STARTTLS that a man in the middle could strip anyway: an unknown certificate is better than no encryption
            # (docs/decisions/0027). With a password, or by smtps, the certificate is verified.
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def _explain(self, error: BaseException) -> str:
        from aiosmtplib import SMTPAuthenticationError, SMTPConnectResponseError

        where = f"{self.server.host}:{self.server.port}"
        chain = _causes(error)
        wrong_certificate = next((it for it in chain if isinstance(it, ssl.SSLCertVerificationError)), None)
        if wrong_certificate is not None:
            return f"the certificate of {where} is not trusted: {wrong_certificate.verify_message}"
        if any(isinstance(it, ssl.SSLError) for it in chain):
            return f"no encrypted connection to {where}: is it smtp:// with STARTTLS, or smtps://?"
        if isinstance(error, SMTPAuthenticationError):
            return f"{where} refuses the user or the password: {reply(error.code, error.message)}"
        if isinstance(error, SMTPConnectResponseError):
            return f"{where} refuses the connection: {reply(error.code, error.message)}"
        if isinstance(error, TimeoutError):
            return f"{where} did not answer within {self.seconds:g} s"
        return f"{where}: {shown(str(error) or type(error).__name__)}"


class Connection:
    """One connection, for one message after the other."""

    def __init__(self, smtp: "SMTP", seconds: float) -> None:
        self._smtp, self._seconds = smtp, seconds
        self.sent = 0  # Messages that were tried.
        self._begun = False

    @property
    def usable(self) -> bool:
        return self._smtp.is_connected

    @property
    def protection(self) -> str:
        """Whether it is encrypted, in words."""
        return "encrypted" if self._smtp.get_transport_info("sslcontext") else "not encrypted"

    async def transmit(self, envelope: Envelope) -> None:
        """Hands a message over, and returns when the server accepted it.

        Raises Refused, TryLater, ServerTrouble, or StaleConnection.
        """
        from aiosmtplib import SMTPRecipientRefused, SMTPResponseException, SMTPSenderRefused

        self.sent += 1
        self._begun = False
        try:
            async with asyncio.timeout(self._seconds):
                await self._transmit(envelope)
        except SMTPResponseException as error:
            text = reply(error.code, error.message)
            self._check_stale(error.code == _CLOSING)
            await self._reset()
            if error.code in _SIGN_IN_CODES or (isinstance(error, SMTPSenderRefused) and error.code in _PERMANENT):
                raise ServerTrouble(f"the server refuses the sender: {text}") from error
            if error.code in _PERMANENT:
                if isinstance(error, SMTPRecipientRefused):
                    raise Refused(f"the server refuses the recipient: {text}") from error
                raise Refused(f"the server refuses the message: {text}") from error
            raise TryLater(f"the server asks to try later: {text}") from error
        except TimeoutError as error:
            self.close()
            raise TryLater(f"the server did not answer within {self._seconds:g} s") from error
        except OSError as error:
            self._check_stale(True)
            self.close()
            raise TryLater("the connection to the server ended") from error
        except BaseException:
            self.close()  # Cancelled: an answer is outstanding, which must not be taken for that to another command.
            raise

    async def _transmit(self, envelope: Envelope) -> None:
        options, encoding = list[str](), "ascii"
        if envelope.international:
            if not self._smtp.supports_extension("smtputf8"):
                raise Refused("the server does not support addresses with characters outside ASCII")
            options, encoding = ["SMTPUTF8"], "utf-8"
        await self._smtp.mail(envelope.sender, options=options, encoding=encoding)
        self._begun = True
        await self._smtp.rcpt(envelope.recipient, encoding=encoding)
        await self._smtp.data(envelope.message)

    def _check_stale(self, ended: bool) -> None:
        if ended and self.sent > 1 and not self._begun:
            self.close()
            raise StaleConnection

    async def _reset(self) -> None:
        """Ends the transaction, so that the connection can be used for the next message."""
        try:
            async with asyncio.timeout(self._seconds):
                await self._smtp.rset()
        except Exception:
            self.close()

    async def quit(self) -> None:
        try:
            async with asyncio.timeout(min(self._seconds, 2)):
                await self._smtp.quit()
        except Exception:  # It is of no use any more.
            self.close()

    def close(self) -> None:
        self._smtp.close()


def reply(code: int, message: str) -> str:
    return shown(f"{code} {message}" if code > 0 else message)


def shown(text: str) -> str:
    """Text of the server, as one line."""
    return "".join(char if char.isprintable() else " " for char in text)


def _causes(error: BaseException | None) -> list[BaseException]:
    found = list[BaseException]()
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
