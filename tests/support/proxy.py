"""A small reverse proxy for several nodes that behaves like common ones.

It asks each node whether it is ready, and sends requests to those that are. Connections to the nodes are kept alive.
One that is refused is tried at the next node. A request that was sent and not answered is sent again only if it is a
GET: a proxy may not repeat a write.
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator

from tests.support.postgres_install import free_port

_CHECK_SECONDS = 0.1
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    def __init__(self, ports: list[int]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._turns = itertools.cycle(ports)
        self._count = len(ports)
        self._leaving: set[int] = set()
        self._kept: dict[int, list[Stream]] = {port: [] for port in ports}

    async def serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                request = await _message(reader)
                writer.write(await self._forward(request))
                await writer.drain()

    async def _forward(self, request: bytes) -> bytes:
        for _ in range(4 * self._count):
            port = next(self._turns)
            if port in self._leaving:
                continue
            try:
                stream = self._take(port) or await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                continue
            try:
                stream[1].write(request)
                answer = await _message(stream[0])
            except (asyncio.IncompleteReadError, ConnectionError):
                stream[1].close()
                if request.startswith(b"GET "):
                    continue
                break
            except asyncio.CancelledError:
                stream[1].close()
                raise
            if b"connection: close" in answer.partition(b"\r\n\r\n")[0].lower():
                stream[1].close()
            else:
                self._kept[port].append(stream)
            return answer
        return b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"

    async def keep_checking(self) -> None:
        """Asks every node again and again whether it is ready."""
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
            for port in self._kept:
                (self._leaving.discard if await _ready(port) else self._leaving.add)(port)

    def _take(self, port: int) -> Stream | None:
        while self._kept[port]:
            stream = self._kept[port].pop()
            if not stream[0].at_eof():
                return stream
            stream[1].close()
        return None

    def close(self) -> None:
        for _, writer in itertools.chain.from_iterable(self._kept.values()):
            writer.close()


async def _ready(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.closing(writer):
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: node\r\nConnection: close\r\n\r\n")
            answer = await reader.read()
    except ConnectionError:
        return False
    return answer.startswith(b"HTTP/1.1 200 ")


async def _message(reader: asyncio.StreamReader) -> bytes:
    """A request or an answer, with the body that its content-length announces."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line.partition(b":")[2]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


@contextlib.asynccontextmanager
async def proxy_before(ports: list[int]) -> AsyncIterator[Proxy]:
    proxy = Proxy(ports)
    server = await asyncio.start_server(proxy.serve_client, "127.0.0.1", proxy.port)
    checking = asyncio.create_task(proxy.keep_checking())
    try:
        yield proxy
    finally:
        checking.cancel()
        server.close()
        proxy.close()
