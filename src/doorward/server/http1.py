"""HTTP/1.1: calls an ASGI application for what a connection receives, and writes what it answers.

httptools (llhttp) parses. Connections, requests and the application share one thread, so that a request costs one
wake-up of the process (decision 57). What a client can make the server hold is bounded: a head, a part of a body, one
request at a time and a part of its response.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url

from doorward.errors import Fault, HeadTooLarge, InternalError, MalformedHttp
from doorward.web.messages import Header, Receive, Scope, Send, failure

logger = logging.getLogger("doorward")

# Seconds for the head of a request, and for a connection without one.
HEAD_SECONDS: Final = 15.0
_HEAD_BYTES: Final = 32_768
# Bytes of a body that the application has not read, or of further requests, above which nothing more is read.
_READ_AHEAD: Final = 65_536
# Bytes of a response that the kernel has not taken, above which the application waits.
_WRITE_AHEAD: Final = 65_536
# Seconds for a client to stop sending a body after it was refused; a connection that is reset would lose the answer.
_LINGER_SECONDS: Final = 5.0
_SWEEP_SECONDS: Final = 1.0
_NEVER: Final = float("inf")
_HEAD_END: Final = b"\r\n\r\n"
_NO_BODY: Final = (204, 304)
_STATUS_LINES: Final = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ASGI: Final = {"version": "3.0", "spec_version": "2.4"}
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class HttpServer:
    """The connections of one worker."""

    def __init__(self, application: Application, scheme: str, most_connections: int) -> None:
        self.application, self.scheme = application, scheme
        self.loop = asyncio.get_running_loop()
        self.connections: set[Connection] = set()
        self.stopping = False
        self.date = b""
        self._most = most_connections
        self._empty = asyncio.Event()
        self._sweep()

    def connect(self) -> "Connection":
        return Connection(self)

    def admit(self, connection: "Connection") -> bool:
        """False beyond the limit of all connections, which the limits of networks keep free (decision 19)."""
        if len(self.connections) >= self._most or self.stopping:
            return False
        self.connections.add(connection)
        return True

    def forget(self, connection: "Connection") -> None:
        self.connections.discard(connection)
        if not self.connections:
            self._empty.set()

    async def stop(self) -> None:
        """Returns when all requests in progress are answered."""
        self.stopping = True
        for connection in tuple(self.connections):
            connection.close_if_idle()
        while self.connections:
            self._empty.clear()
            await self._empty.wait()

    def _sweep(self) -> None:
        """Once a second for all connections: a timer for each request would cost more than parsing it."""
        self.date = _date(time.gmtime())
        now = self.loop.time()
        for connection in [each for each in self.connections if each.due < now]:
            connection.close()
        self.loop.call_later(_SWEEP_SECONDS, self._sweep)


class Connection(asyncio.Protocol):
    """Reads one request at a time. What a client sends ahead stays unparsed until the answer is written."""

    def __init__(self, server: HttpServer) -> None:
        self.server, self._loop = server, server.loop
        self._parser: Any = HttpRequestParser(self)
        self._transport: Any = None
        self._client: tuple[str, int] | None = None
        self._exchange: Exchange | None = None
        # Of the request that is being received.
        self._head = bytearray()
        self._target = b""
        self._headers: list[Header] = []
        self._expects = False
        self._unread: int | None = 0  # Bytes of the body; None if it is sent in chunks.
        # Behind that request.
        self._ahead = b""
        self._reading, self._discarding = True, False
        self._writable: asyncio.Future[None] | None = None
        # When to close, unless a request is complete by then.
        self.due = self._loop.time() + HEAD_SECONDS

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        if not self.server.admit(self):
            transport.abort()
            return
        transport.set_write_buffer_limits(high=_WRITE_AHEAD)
        peer = transport.get_extra_info("peername")
        self._client = peer[:2] if peer else None

    def connection_lost(self, error: Exception | None) -> None:
        self.server.forget(self)
        self._ahead = b""
        if self._exchange is not None:
            self._exchange.disconnect()
            self._exchange = None
        self._parser = None  # They refer to each other.
        self.resume_writing()

    def close(self) -> None:
        """When what was written is sent."""
        self._transport.close()

    def close_if_idle(self) -> None:
        if self._exchange is None:
            self.close()

    # Receiving.

    def data_received(self, data: bytes) -> None:
        exchange = self._exchange
        if self._discarding:
            return
        if exchange is None:
            self._read_head(data)
        elif not exchange.received:
            self._read_body(data)
        else:
            self._ahead += data
            self.limit_reading(len(self._ahead))

    def _read_head(self, data: bytes) -> None:
        if self._head:
            searched = max(0, len(self._head) - 3)
            self._head += data
            end, data = self._head.find(_HEAD_END, searched), bytes(self._head)
        else:
            data = data.lstrip(b"\r\n")  # RFC 9112, section 2.2.
            if not data:
                return
            end = data.find(_HEAD_END)
            self.due = self._loop.time() + HEAD_SECONDS
        if (end if end >= 0 else len(data)) > _HEAD_BYTES:
            self._refuse(HeadTooLarge())
        elif end >= 0:
            self._head.clear()
            self._parse(data[: end + 4])
            if len(data) > end + 4:
                self.data_received(data[end + 4 :])
        elif b"\n\n" in data or not data[:1].isalpha():  # No end of a head will follow.
            self._refuse(MalformedHttp())
        elif not self._head:
            self._head += data

    def _read_body(self, data: bytes) -> None:
        if self._unread is not None and len(data) > self._unread:
            data, self._ahead = data[: self._unread], data[self._unread :]
        if self._unread is not None:
            self._unread -= len(data)
        self._parse(data)

    def _parse(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade:  # No other protocol is offered: the request is answered like any other.
            self._end_of_request(last=True)
        except HttpParserError:
            self._refuse(MalformedHttp())

    def _ignore_the_rest(self, exchange: "Exchange") -> None:
        """Of what stands behind a body in chunks, whose end the parser alone finds. The client sees the close."""
        exchange.keep_alive = False
        self._discarding = True

    def _refuse(self, fault: Fault) -> None:
        """Answers what is not HTTP, and closes."""
        if self._exchange is not None and self._exchange.received:
            self._ignore_the_rest(self._exchange)
            return
        if self._exchange is not None:  # A body that breaks off. Its request may have been answered in part.
            self._transport.abort()
            return
        response = failure(fault)
        head = response_head(response.status, [*response.headers, (b"connection", b"close")], self.server.date)
        self._transport.write(head + b"content-length: %d\r\n\r\n" % len(response.body) + response.body)
        self._linger()

    # Called by the parser.

    def on_message_begin(self) -> None:
        if self._exchange is not None:
            self._ignore_the_rest(self._exchange)
            return
        self._target, self._headers, self._expects, self._unread = b"", [], False, 0

    def on_url(self, url: bytes) -> None:
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._discarding:
            return
        name = name.lower()
        self._headers.append((name, value))
        if name == b"content-length":
            self._unread = int(value)
        elif name == b"transfer-encoding":
            if value.lower() != b"chunked":
                raise ValueError("no other coding is supported")  # The parser makes a refusal of it.
            self._unread = None
        elif name == b"expect":
            self._expects = value.lower() == b"100-continue"

    def on_headers_complete(self) -> None:
        if self._discarding:
            return
        parser, server = self._parser, self.server
        path, query = _split(self._target)
        scope: Scope = {
            "type": "http",
            "asgi": _ASGI,
            "http_version": parser.get_http_version(),
            "method": parser.get_method().decode("ascii"),
            "scheme": server.scheme,
            "path": path,
            "query_string": query,
            "root_path": "",
            "headers": self._headers,
            "client": self._client,
        }
        self._headers = []  # Fields behind a body in chunks are no headers.
        self.due = _NEVER
        exchange = Exchange(self, scope, keep_alive=parser.should_keep_alive(), expects=self._expects)
        self._exchange = exchange
        task: asyncio.Task[None] = self._loop.create_task(
            server.application(scope, exchange.receive, exchange.send)  # type: ignore[arg-type]
        )
        exchange.task = task
        task.add_done_callback(exchange.ended)

    def on_body(self, body: bytes) -> None:
        if self._exchange is not None and not self._discarding:
            self.limit_reading(self._exchange.add(body))

    def on_message_complete(self) -> None:
        if not self._discarding:
            self._end_of_request()

    def _end_of_request(self, *, last: bool = False) -> None:
        exchange = self._exchange
        if exchange is None:
            return
        exchange.complete(last=last)
        if exchange.answered:  # Later, since the parser calls this.
            self._loop.call_soon(self.answered)

    # Sending.

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def answered(self) -> None:
        """The response is complete: reads the next request, unless this was the last one."""
        exchange = self._exchange
        if exchange is None or self._transport.is_closing():
            return
        if not exchange.received and exchange.keep_alive:
            self.due = self._loop.time() + HEAD_SECONDS  # Until the rest of the body is here.
            return
        self._exchange = None
        if not exchange.received:
            self._linger()
        elif not exchange.keep_alive or self.server.stopping:
            self.close()
        elif self._writable is not None:
            self._writable.add_done_callback(lambda _: self._read_next())
        else:
            self._read_next()

    def must_close(self, exchange: "Exchange") -> bool:
        """Whether this is the last response. A small rest of a body is read and dropped instead, but not one that the
        client sends only when it is asked to."""
        small = self._unread is not None and self._unread <= _READ_AHEAD
        return self.server.stopping or not (exchange.received or (small and not self._expects))

    def _read_next(self) -> None:
        ahead, self._ahead = self._ahead, b""
        self.due = self._loop.time() + HEAD_SECONDS
        if ahead:
            self.data_received(ahead)
        self.limit_reading(len(self._ahead))

    def _linger(self) -> None:
        """Closes when the client has stopped sending, and within a few seconds in any case."""
        self._discarding, self.due = True, self._loop.time() + _LINGER_SECONDS
        self.limit_reading(0)
        if self._transport.can_write_eof():
            self._transport.write_eof()

    def limit_reading(self, held: int) -> None:
        wanted = held <= _READ_AHEAD
        if wanted != self._reading and not self._transport.is_closing():
            self._reading = wanted
            (self._transport.resume_reading if wanted else self._transport.pause_reading)()

    def pause_writing(self) -> None:
        self._writable = self._loop.create_future()

    def resume_writing(self) -> None:
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)
        self._writable = None

    async def written(self) -> None:
        """Waits until the client has read enough for more to be written."""
        if self._writable is not None:
            await asyncio.shield(self._writable)


class Exchange:
    """A request and its response: what ASGI calls `receive` and `send`."""

    __slots__ = (
        "_body", "_chunked", "_connection", "_delivered", "_disconnected", "_expects", "_held", "_scope", "_start",
        "_started", "_waiter", "answered", "keep_alive", "received", "task",
    )  # fmt: skip

    def __init__(self, connection: Connection, scope: Scope, *, keep_alive: bool, expects: bool) -> None:
        self._connection, self._scope = connection, scope
        self.keep_alive, self._expects = keep_alive, expects
        self.task: asyncio.Task[None] | None = None
        self.received = False  # Whether the whole request was.
        self._body: list[bytes] = []
        self._held = 0
        self._delivered = self._disconnected = False
        self._waiter: asyncio.Future[None] | None = None
        self._start: Any = None
        self._started = self.answered = self._chunked = False

    # The side of the connection.

    def add(self, body: bytes) -> int:
        """Returns how many bytes the application has not read."""
        if self.answered:
            return 0
        self._body.append(body)
        self._held += len(body)
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

    def ended(self, task: "asyncio.Task[None]") -> None:
        """The application has returned."""
        self.task = None
        if task.cancelled() or task.exception() is not None:
            logger.error("a request failed outside its handler", exc_info=not task.cancelled() and task.exception())
        if self.answered or self._disconnected:
            return
        self.keep_alive = False
        if self._started:  # The client sees that it is incomplete.
            self._connection.close()
            return
        response = failure(InternalError())
        self._start = {"status": response.status, "headers": response.headers}
        self._connection.write(self._head(len(response.body)) + response.body)
        self._finish()

    # The side of the application.

    async def receive(self) -> dict[str, Any]:
        if not self._delivered:
            if self._expects and not self._body and not self.received and not self._started:
                self._connection.write(_CONTINUE)
            self._expects = False
            while not (self._body or self.received or self._disconnected):
                await self._event()
            if self.received or self._body:
                body = self._body[0] if len(self._body) == 1 else b"".join(self._body)
                self._body, self._held = [], 0
                self._delivered = self.received
                if not self.received:
                    self._connection.limit_reading(0)
                return {"type": "http.request", "body": body, "more_body": not self.received}
        while not (self._disconnected or self.answered):
            await self._event()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self._disconnected or self.answered:
            return
        if message["type"] == "http.response.start":
            self._start = message
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if not self._started:
            head = self._head(None if more else len(body))
            self._connection.write(head + self._framed(body, more) if body or not more else head)
            self._started = True
        elif body or not more:
            self._connection.write(self._framed(body, more))
        if not more:
            self._finish()
        else:
            await self._connection.written()

    def _framed(self, body: bytes, more: bool) -> bytes:
        if not self._chunked:
            return body
        framed = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
        return framed if more else framed + b"0\r\n\r\n"

    def _head(self, length: int | None) -> bytes:
        """`length` of the body; None if more of it follows."""
        status: int = self._start["status"]
        headers: list[Header] = self._start["headers"]
        old, more, names = self._scope["http_version"] == "1.0", b"", [name for name, _ in headers]
        if (b"connection", b"close") in headers or self._connection.must_close(self):
            self.keep_alive = False
        if b"content-length" not in names and status not in _NO_BODY and self._scope["method"] != "HEAD":
            if length is not None:
                more = b"content-length: %d\r\n" % length
            elif old:
                self.keep_alive = False  # The end of the connection is the end of the body.
            else:
                self._chunked, more = True, b"transfer-encoding: chunked\r\n"
        if not self.keep_alive:
            more += b"" if b"connection" in names else b"connection: close\r\n"
        elif old:
            more += b"connection: keep-alive\r\n"
        return response_head(status, headers, self._connection.server.date) + more + b"\r\n"

    def _finish(self) -> None:
        self.answered = True
        self._wake()
        self._connection.answered()

    async def _event(self) -> None:
        self._waiter = self._connection.server.loop.create_future()
        await self._waiter

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def response_head(status: int, headers: list[Header], date: bytes) -> bytes:
    """The status line and headers, without the empty line."""
    parts = [_STATUS_LINES.get(status) or b"HTTP/1.1 %d \r\n" % status]  # 499 has no phrase.
    for name, value in headers:
        parts += (name, b": ", value, b"\r\n")
    head = b"".join(parts) + date
    lines = len(headers) + 2
    if head.count(b"\n") != lines or head.count(b"\r") != lines:
        raise ValueError("a header of a response contains a line break")
    return head


def _date(now: time.struct_time) -> bytes:
    """Not by `strftime` alone, whose names of days follow the locale."""
    day, month = _DAYS[now.tm_wday], _MONTHS[now.tm_mon - 1]
    return time.strftime(f"date: {day}, %d {month} %Y %H:%M:%S GMT\r\n", now).encode()


def _split(target: bytes) -> tuple[str, bytes]:
    """The decoded path and the query of a request's target."""
    if not target.startswith(b"/"):
        try:
            url = parse_url(target)  # `http://host/path`, as a client sends it to a proxy.
            target = (url.path or b"/") + (b"?" + url.query if url.query else b"")
        except HttpParserError:
            return target.decode("latin-1"), b""
    path, _, query = target.partition(b"#")[0].partition(b"?")
    if b"%" in path:
        path = unquote_to_bytes(path)
    return path.decode(errors="replace"), query
