"""A receiver of webhooks on the loopback interface, whose answers tests choose."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

# What a receiver does with a request: it answers a status, hangs, resets the connection, or redirects.
HANG, RESET = 0, -1


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes
    answer: int

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def document(self) -> dict[str, Any]:
        return dict(msgspec.json.decode(self.body))


@dataclass
class Receiver:
    port: int = 0
    # By the request: the status to answer.
    answer: Callable[[Received], int] = lambda request: 200
    received: list[Received] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    at_once: dict[str, int] = field(default_factory=dict)
    most_at_once: int = 0
    serving: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/events"

    def accepted(self, path: str = "/events") -> list[str]:
        """The ids that were acknowledged, in the order of their arrival."""
        return [each.id for each in self.received if each.path == path and 200 <= each.answer < 300]

    async def wait_for(self, enough: Callable[[], bool], seconds: float = 10) -> None:
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(enough)

    async def wait(self, count: int, seconds: float = 10) -> None:
        await self.wait_for(lambda: len(self.received) >= count, seconds)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.serving.add(task)
        task.add_done_callback(self.serving.discard)
        try:
            request = await _read(reader)
            self.at_once[request.path] = self.at_once.get(request.path, 0) + 1
            self.most_at_once = max(self.most_at_once, self.at_once[request.path])
            request.answer = self.answer(request)
            self.received.append(request)
            async with self.changed:
                self.changed.notify_all()
            try:
                await self._answer(request, reader, writer)
            finally:
                self.at_once[request.path] -= 1
        except (EOFError, OSError):
            pass
        finally:
            writer.close()

    async def _answer(self, request: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if request.answer == HANG:
            await reader.read()  # Until the client gives up.
        elif request.answer == RESET:
            writer.transport.abort()
        else:
            more = f"Location: {self.url}\r\n" if 300 <= request.answer < 400 else ""
            writer.write(f"HTTP/1.1 {request.answer} Answer\r\n{more}Content-Length: 2\r\n\r\nok".encode())
            await writer.drain()


async def _read(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(_header(line) for line in head[1:] if line)
    body = await reader.readexactly(int(headers["content-length"]))
    return Received(head[0].split(" ")[1], headers, body, 0)


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(": ")
    return name.lower(), value


@contextlib.asynccontextmanager
async def receiving(tls: ssl.SSLContext | None = None, **options: Any) -> AsyncIterator[Receiver]:
    receiver = Receiver(**options)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", receiver.port, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        await end(receiver.serving)


async def end(serving: set[asyncio.Task[None]]) -> None:
    """Closes the connections that clients left open."""
    for task in (left := list(serving)):
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.sleep(0)  # Transports close in the next turn of the loop.
