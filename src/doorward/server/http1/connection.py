"""What a connection receives and sends."""

import asyncio
from typing import Any, Final

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser

from doorward.errors import Fault, HeadTooLarge, MalformedHttp, MethodNotAllowed
from doorward.server.http1.exchange import Exchange
from doorward.server.http1.server import HttpServer
from doorward.server.http1.wire import HEAD_END, response_head, split_target
from doorward.web.messages import Header, Scope

# Seconds for the head of a request, and for a connection without one.
HEAD_SECONDS: Final = 15.0
_HEAD_BYTES: Final = 32_768
# Bytes of a body that the application has not read, or of further requests, above which nothing more is read.
_READ_AHEAD: Final = 65_536
# Bytes of a response that the kernel has not taken, above which the application waits.
_WRITE_AHEAD: Final = 65_536
# Seconds for a client to stop sending a body that was refused; a reset would lose the answer.
_LINGER_SECONDS: Final = 5.0
# Seconds for a client to take in the rest of the last response.
_FLUSH_SECONDS: Final = 60.0
# Of all paths together: what the parser does not know has no path.
_METHODS: Final = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
_NEVER: Final = float("inf")
_ASGI: Final = {"version": "3.0", "spec_version": "2.4"}


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
        self.due = self._loop.time() + _FLUSH_SECONDS
        self._transport.close()

    def expire(self) -> None:
        """Its time is over."""
        if self._transport.is_closing():
            self._transport.abort()
        else:
            self.close()

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
            end, data = self._head.find(HEAD_END, searched), bytes(self._head)
        else:
            data = data.lstrip(b"\r\n")  # RFC 9112, section 2.2.
            if not data:
                return
            end = data.find(HEAD_END)
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
        except HttpParserInvalidMethodError:
            self._refuse(MethodNotAllowed(_METHODS))
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
        response = self.server.refusal(fault)
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
        path, query = split_target(self._target)
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
            self.limit_reading(0)
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
