"""A request and its response."""

import asyncio
import logging
from typing import Any, Final, Protocol

from doorward.errors import InternalError
from doorward.server.http1.server import HttpServer
from doorward.server.http1.wire import CONTINUE, response_head
from doorward.web.messages import Header, Scope

logger = logging.getLogger("doorward")

_NO_BODY: Final = (204, 304)
# What a piece of a body takes besides its bytes.
_PIECE_BYTES: Final = 64


class Link(Protocol):
    """The connection, as far as an exchange needs it."""

    server: HttpServer
    ended: bool

    def write(self, data: bytes) -> None: ...

    async def written(self) -> None: ...

    def limit_reading(self, held: int = 0) -> None: ...

    def must_close(self, exchange: "Exchange") -> bool: ...

    def answered(self) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...


class Exchange:
    """A request and its response: what ASGI calls `receive` and `send`."""

    __slots__ = (
        "_bodiless", "_body", "_chunked", "_delivered", "_disconnected", "_expects", "_held", "_link", "_scope",
        "_start", "_waiter", "answered", "keep_alive", "received", "started", "task",
    )  # fmt: skip

    def __init__(self, link: Link, scope: Scope, *, keep_alive: bool, expects: bool) -> None:
        self._link, self._scope = link, scope
        self.keep_alive, self._expects = keep_alive, expects
        self.task: asyncio.Task[None] | None = None  # Held here, since the event loop refers to it weakly.
        self.received = False  # Whether the whole request was.
        self._body: list[bytes] = []
        self._held = 0
        self._delivered = self._disconnected = False
        self._waiter: asyncio.Future[None] | None = None
        self._start: Any = None
        self.started = self.answered = self._chunked = self._bodiless = False

    # The side of the connection.

    def add(self, body: bytes) -> int:
        """Returns how many bytes the application has not read."""
        if self.answered:
            return 0
        self._body.append(body)
        self._held += len(body) + _PIECE_BYTES
        self._wake()
        return self._held

    def complete(self, *, last: bool) -> None:
        self.received = True
        if last:
            self.keep_alive = False
        self._wake()

    def disconnect(self) -> None:
        self._disconnected = True
        self._wake()

    def client_ended(self) -> None:
        self._wake()

    async def run(self) -> None:
        """Calls the application."""
        try:
            await self._link.server.application(self._scope, self.receive, self.send)
        except (Exception, asyncio.CancelledError):
            logger.exception("a request failed outside its handler")
        if self.answered or self._disconnected:
            return
        self.keep_alive = False
        if self.started:
            # The client sees that it is incomplete: the last chunk is missing, or the connection is reset.
            (self._link.close if self._chunked else self._link.abort)()
            return
        response = self._link.server.refusal(InternalError())
        self._start, self._chunked = {"status": response.status, "headers": response.headers}, False
        self._link.write(self._head(len(response.body)) + self._framed(response.body, more=False))
        self._finish()

    # The side of the application.

    async def receive(self) -> dict[str, Any]:
        if not self._delivered:
            if self._expects and not (self._body or self.received or self.started or self._disconnected):
                self._link.write(CONTINUE)
            self._expects = False
            while not (self._body or self.received or self._disconnected or self.answered):
                await self._event()
            if self.received or self._body:
                body = self._body[0] if len(self._body) == 1 else b"".join(self._body)
                self._body, self._held = [], 0
                self._delivered = self.received
                self._link.limit_reading()
                return {"type": "http.request", "body": body, "more_body": not self.received}
        while not (self._disconnected or self.answered):
            if self._link.ended:
                # A client that only sends no more looks like one that has gone. What asks for the difference takes
                # long, and is stopped; a reset shows that the response is incomplete.
                self._disconnected = True
                self._link.abort()
            else:
                await self._event()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self._disconnected or self.answered:
            return
        if message["type"] == "http.response.start":
            self._start = message
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if not self.started:
            head = self._head(None if more else len(body))
            self._link.write(head + self._framed(body, more=more))
            self.started = True
        elif body or not more:
            self._link.write(self._framed(body, more=more))
        if not more:
            self._finish()
        else:
            await self._link.written()

    def _framed(self, body: bytes, *, more: bool) -> bytes:
        if not self._chunked:
            return b"" if self._bodiless else body
        framed = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
        return framed if more else framed + b"0\r\n\r\n"

    def _head(self, length: int | None) -> bytes:
        """`length` of the body; None if more of it follows."""
        status: int = self._start["status"]
        headers: list[Header] = self._start["headers"]
        old, more, given = self._scope["http_version"] == "1.0", b"", dict(headers)
        if given.get(b"connection") == b"close" or self._link.must_close(self):
            self.keep_alive = False
        self._bodiless = status in _NO_BODY or self._scope["method"] == "HEAD"
        if b"content-length" not in given and not self._bodiless:
            if length is not None:
                more = b"content-length: %d\r\n" % length
            elif old:
                self.keep_alive = False  # The end of the connection is the end of the body.
            else:
                self._chunked, more = True, b"transfer-encoding: chunked\r\n"
        if not self.keep_alive:
            more += b"" if b"connection" in given else b"connection: close\r\n"
        elif old:
            more += b"connection: keep-alive\r\n"
        return response_head(status, headers, self._link.server.date) + more + b"\r\n"

    def _finish(self) -> None:
        self.answered = True
        self._wake()
        self._link.answered()

    async def _event(self) -> None:
        self._waiter = self._link.server.loop.create_future()
        await self._waiter

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
