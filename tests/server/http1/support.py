"""A server on a real socket, and its clients."""

import asyncio
import contextlib
import socket
import ssl
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

from doorward.server.http1.connection import Connection
from doorward.server.http1.limits import Limits
from doorward.server.http1.listener import listen
from doorward.server.http1.server import Application, HttpServer
from doorward.web.messages import failure

SECONDS = 20
_LIMITS = Limits(100, 100, 30)
LARGE = 4 * 1024 * 1024


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def response(self) -> tuple[int, dict[str, str], bytes]:
        """The next response of a known length."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return int(lines[0].split()[1]), headers, body

    async def rest(self) -> bytes:
        """All that follows until the server closes."""
        return await self.reader.read()


class Running:
    """A server on a free port, and the clients of a test."""

    def __init__(self, server: HttpServer, closed: Counter[str], port: int, stack: contextlib.AsyncExitStack) -> None:
        self.server, self.closed, self.port, self._stack = server, closed, port, stack

    @property
    def connections(self) -> list[Connection]:
        return [each for each in self.server.connections if isinstance(each, Connection)]

    async def client(self, **options: Any) -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, **options)
        self._stack.callback(writer.close)
        return Client(reader, writer)


@contextlib.asynccontextmanager
async def serving(
    application: Application,
    limits: Limits = _LIMITS,
    tls: ssl.SSLContext | None = None,
    grouped: tuple[bytes, ...] = (),
) -> AsyncIterator[Running]:
    closed: Counter[str] = Counter()
    server = HttpServer(
        application,
        failure,
        lambda: 784_111_777_000,
        limits,
        lambda cause, count: closed.update({cause: count}),
        grouped=grouped,
    )
    listener = socket.create_server(("127.0.0.1", 0))
    close = await listen(server, listener, tls)
    try:
        async with contextlib.AsyncExitStack() as stack, asyncio.timeout(SECONDS):
            yield Running(server, closed, listener.getsockname()[1], stack)
    finally:
        # After a failed test too: uvloop may wait for ever for the end of a loop that still listens.
        close()
        for connection in tuple(server.connections):
            connection.expire()


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the target and the body of the request."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    names = b",".join(sorted(name for name, _ in scope["headers"]))
    line = f"{scope['method']} {scope['path']} ".encode()
    await answer(send, line + b" ".join([scope["query_string"], body, names]))


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Answers without reading the body."""
    await answer(send, b"no", 413)


async def answer(send: Any, body: bytes, status: int = 200, headers: Any = ()) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": body})


def reset(client: Client) -> None:
    """Ends the connection as a program that was killed does, or one behind a firewall."""
    link = client.writer.get_extra_info("socket")
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.writer.transport.abort()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)
