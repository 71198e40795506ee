"""Sends one HTTP request to an address that was checked, and reads the status of the answer (docs/decisions/0039).

The name is resolved once, every address is checked, and the connection goes to one of them: a name that resolves to
something else a moment later changes nothing. Redirects are not followed. Nothing but the status is read of an answer,
so that no webhook shows what an internal service says.
"""

import asyncio
import contextlib
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from doorward.features.webhooks.addresses import Target, is_public, literal

# Bytes of the status line and the headers, and of the body that is read so that the receiver can finish sending it.
_HEAD_MAX: Final = 16_384
_BODY_MAX: Final = 65_536
_BODY_SECONDS: Final = 1.0
_INTERIM_MAX: Final = 5
# Addresses of one name that are tried, one after the other.
_ADDRESSES_MAX: Final = 3
# Threads for names that take long to resolve, apart from those that the rest of the service uses. More than there are
# webhooks, each of which resolves one name at a time, so that names that hang delay no other webhook.
_RESOLVERS: Final = 64
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r]")
_LENGTH: Final = re.compile(rb"\r\nContent-Length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_WITHOUT_BODY: Final = (204, 304)

_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Undelivered(Exception):
    """No answer; the message says why, without anything that the receiver sent."""


class Outbound:
    def __init__(self, private: bool, seconds: float) -> None:
        """`seconds`: for everything, from the name to the status."""
        self._private, self._seconds = private, seconds
        self._resolvers = ThreadPoolExecutor(_RESOLVERS, "webhook names")
        self._context: ssl.SSLContext | None = None
        self._loading = asyncio.Lock()

    async def post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; Undelivered when there is none."""
        try:
            async with contextlib.AsyncExitStack() as connection:
                async with asyncio.timeout(self._seconds) as limit:
                    addresses = await self._resolve(target)
                    reader, writer = await connection.enter_async_context(self._connect(target, addresses))
                    writer.write(_request(target, headers, body))
                    await writer.drain()
                    status, length = await _answer(reader)
                # The answer has been given: what follows it must not turn it into none.
                await _discard(reader, length, limit.when() or 0)
                return status
        except TimeoutError:
            raise Undelivered(f"no answer within {self._seconds:g} seconds") from None
        except ssl.SSLCertVerificationError as error:
            raise Undelivered(f"the certificate is not valid: {error.verify_message}") from None
        except ssl.SSLError:
            raise Undelivered("no TLS connection") from None
        except asyncio.LimitOverrunError:
            raise Undelivered("the answer is too long") from None
        except (OSError, EOFError) as error:
            raise Undelivered(f"the connection failed: {_reason(error)}") from None

    async def _resolve(self, target: Target) -> list[str]:
        """In a thread, because the resolver of the system may take many seconds."""
        if literal(target.host) is not None:
            return self._checked([target.host])
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(
                self._resolvers, socket.getaddrinfo, target.host, target.port, 0, socket.SOCK_STREAM
            )
        except OSError:
            raise Undelivered("the name of the host is unknown") from None
        return self._checked(list(dict.fromkeys(str(entry[4][0]) for entry in found)))

    def _checked(self, addresses: list[str]) -> list[str]:
        # All of them: a name with a public and a private address is an attempt to reach the private one.
        if not self._private and not all(map(is_public, addresses)):
            raise Undelivered(
                "the name of the host has a private or special address, which DOORWARD_OUTBOUND_PRIVATE=true allows"
            )
        return addresses[:_ADDRESSES_MAX]

    @contextlib.asynccontextmanager
    async def _connect(self, target: Target, addresses: list[str]) -> AsyncIterator[_Streams]:
        context = await self._load() if target.secure else None
        name = target.host if target.secure else None
        failed: Exception = OSError("no address")
        for address in addresses:
            try:
                async with asyncio.timeout(self._seconds / len(addresses)):
                    # The address itself, which needs no resolver; the certificate is checked for the name.
                    reader, writer = await asyncio.open_connection(
                        address, target.port, ssl=context, server_hostname=name, limit=_HEAD_MAX
                    )
                break
            except (OSError, TimeoutError) as error:
                if not isinstance(failed, ssl.SSLError):  # A wrong certificate tells more than a closed port.
                    failed = error
        else:
            raise failed
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def _load(self) -> ssl.SSLContext:
        """Once and in a thread: reading the certificates of the system takes tens of milliseconds."""
        async with self._loading:
            if self._context is None:
                self._context = await asyncio.to_thread(ssl.create_default_context)
            return self._context


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = {
        "Host": target.authority,
        "User-Agent": "doorward",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


async def _answer(reader: asyncio.StreamReader) -> tuple[int, int]:
    """The status, and how many bytes of the body to expect at most."""
    for _ in range(_INTERIM_MAX):
        head = await reader.readuntil(b"\r\n\r\n")
        found = _STATUS.match(head)
        if found is None:
            raise Undelivered("the answer is not HTTP/1.1")
        status = int(found[1])
        if status >= 200:
            length = _LENGTH.search(head)
            return status, 0 if status in _WITHOUT_BODY else min(int(length[1]), _BODY_MAX) if length else _BODY_MAX
    raise Undelivered("no final answer")


async def _discard(reader: asyncio.StreamReader, left: int, until: float) -> None:
    """Reads the rest of a short answer: a receiver that is cut off while it sends would report an error."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout_at(min(until, asyncio.get_running_loop().time() + _BODY_SECONDS)):
            while left > 0 and (piece := await reader.read(left)):
                left -= len(piece)


def _reason(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "it was closed without an answer"
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
