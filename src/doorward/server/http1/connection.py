"""What a connection receives and sends."""

from typing import Any, Final

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser

from doorward.errors import Fault, MalformedHttp, MethodNotAllowed
from doorward.server.http1.exchange import Exchange
from doorward.server.http1.flow_control import READ_AHEAD, WRITE_AHEAD, FlowControl
from doorward.server.http1.server import HttpServer
from doorward.server.http1.wire import HEAD_BYTES, HEAD_END, HOST, complete_head, last_response, split_target
from doorward.web.messages import Header, Scope

# Seconds for the head of a request, and for a connection without one.
HEAD_SECONDS: Final = 15.0
# Seconds for a request that is on its way when the server stops.
_ARRIVAL_SECONDS: Final = 1.0
# Of all paths together: what the parser does not know has no path.
_METHODS: Final = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
_NEVER: Final = float("inf")
_ASGI: Final = {"version": "3.0", "spec_version": "2.4"}


class Connection(FlowControl):
    """Reads one request at a time. What a client sends ahead stays unparsed until the answer is written."""

    def __init__(self, server: HttpServer) -> None:
        super().__init__(server.loop)
        self.server = server
        self._parser: Any = HttpRequestParser(self)
        self._client: tuple[str, int] | None = None
        # As its server counts it: None for a trusted proxy, which stands for many clients.
        self.network: str | None = None
        self._accepted = self.heard = self._loop.time()  # When the client last sent something.
        self._exchange: Exchange | None = None
        # Of the request that is being received.
        self._head = bytearray()
        self._target = b""
        self._headers: list[Header] = []
        self._grouped = False  # Whether it waits for its group.
        self._expects = False
        self._hosts = 0
        self._unread: int | None = 0  # Bytes of the body; None if it is sent in chunks.
        self._between_chunks = 0
        # When to close, unless a request is complete by then.
        self.due = self.heard + HEAD_SECONDS

    def connection_made(self, transport: Any) -> None:
        self._transport, self.handshake = transport, None
        peer = transport.get_extra_info("peername")
        self._client = peer[:2] if peer else None
        if not self.server.admit(self, peer[0] if peer else None):
            transport.abort()
            return
        transport.set_write_buffer_limits(high=WRITE_AHEAD)

    def connection_lost(self, error: Exception | None) -> None:
        self.server.forget(self)
        self._ahead = b""
        if self._exchange is not None:
            self._exchange.disconnect()
            self._exchange = None
        self._parser = None  # They refer to each other.
        self.resume_writing()

    def eof_received(self) -> bool:
        """A client may end its side of a connection and still read, so what it has asked for is answered. Over TLS both
        sides end together."""
        self.ended = True
        exchange = self._exchange
        if exchange is not None:
            exchange.client_ended()
        asked = self._grouped or (exchange is not None and exchange.received)
        if asked and self.server.scheme != "https":
            return True
        self.close()
        return False

    def close_if_idle(self) -> None:
        now = self._loop.time()
        if self._exchange is not None or self._grouped:
            return
        if self._head or (self.heard == self._accepted and now - self._accepted < _ARRIVAL_SECONDS):
            self.due = min(self.due, now + _ARRIVAL_SECONDS)
        else:
            self.close()

    # Receiving.

    def data_received(self, data: bytes) -> None:
        exchange = self._exchange
        self.heard = self._loop.time()
        if self._discarding:
            return
        if exchange is None:
            self._read_head(data)
        elif not exchange.received:
            self._read_body(data)
        else:
            self._ahead += data
            self.limit_reading()

    def _read_head(self, data: bytes) -> None:
        if self._grouped:
            # Only the head of a request can wait. What follows it would make the turn of the whole group long.
            self._ahead += data
            self.go_on()
            return
        if not self._head:
            data = data.lstrip(b"\r\n")  # RFC 9112, section 2.2.
            if not data:
                return
            self.due = self.heard + HEAD_SECONDS
            if data.startswith(self.server.grouped) and data.find(HEAD_END) == len(data) - len(HEAD_END):
                self._grouped, self._ahead = True, data
                self.server.add_to_group(self)
                return
        self._add_to_head(data)

    def go_on(self) -> None:
        """With a request that waited for its group."""
        if not self._grouped:
            return
        self._grouped, data = False, self._ahead
        if not self._transport.is_closing():
            self._ahead = b""
            self._add_to_head(data)

    def _add_to_head(self, data: bytes) -> None:
        try:
            found = complete_head(self._head, data)
        except Fault as fault:
            self._refuse(fault, self._head or data)
            return
        if found is not None:
            self._head.clear()
            self._parse(found[0])
            if found[1]:
                self.data_received(found[1])

    def _read_body(self, data: bytes) -> None:
        if self._unread is not None and len(data) > self._unread:
            data, self._ahead = data[: self._unread], data[self._unread :]
        if self._unread is not None:
            self._unread -= len(data)
            self._parse(data)
            return
        self._between_chunks += len(data)
        self._parse(data)
        # Extensions of a chunk, or fields behind the last one.
        if self._between_chunks > HEAD_BYTES and not self._discarding:
            self._refuse(MalformedHttp(), data)

    def _parse(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except HttpParserUpgrade:  # CONNECT.
            self.on_message_complete(last=True)
        except HttpParserInvalidMethodError:
            self._refuse(MethodNotAllowed(_METHODS), data)
        except HttpParserError:
            self._refuse(MalformedHttp(), data)

    def _ignore_the_rest(self, exchange: "Exchange") -> None:
        """Of what stands behind a body in chunks, whose end the parser alone finds. The client sees the close."""
        exchange.keep_alive = False
        self._discarding = True

    def _refuse(self, fault: Fault, data: bytes | bytearray) -> None:
        """Answers what is not HTTP, and closes. `data`: the head, or what came of it or behind it."""
        exchange = self._exchange
        if exchange is not None and exchange.received:
            self._ignore_the_rest(exchange)
            return
        if exchange is not None:
            self._exchange = None
            exchange.disconnect()
            if exchange.started:
                self.abort()
                return
        self.write(last_response(self.server.refusal(fault), self.server.date, bodiless=data.startswith(b"HEAD ")))
        self.linger()

    # Called by the parser.

    def on_message_begin(self) -> None:
        if self._exchange is not None:
            self._ignore_the_rest(self._exchange)
            return
        self._target, self._headers, self._expects, self._hosts = b"", [], False, 0
        self._unread, self._between_chunks = 0, 0

    def on_url(self, url: bytes) -> None:
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        if self._exchange is not None:  # Behind a body in chunks.
            if name == b"connection":  # The parser takes it for one of the head.
                self._exchange.keep_alive = False
            return
        self._headers.append((name, value))
        if name == b"content-length":
            self._unread = int(value)
        elif name == b"transfer-encoding":
            if value.lower() != b"chunked":
                raise ValueError("no other coding is supported")  # The parser makes a refusal of it.
            self._unread = None
        elif name == b"host":
            self._hosts += 1 if HOST.fullmatch(value) else 2
        elif name == b"expect":
            self._expects = value.lower() == b"100-continue"

    def on_headers_complete(self) -> None:
        if self._discarding:
            return
        parser, server = self._parser, self.server
        version, chunked = parser.get_http_version(), self._unread is None
        if version == "1.0":
            self._expects = False  # Servers before HTTP/1.1 did not know it.
        hosts = (1,) if version == "1.1" else (0, 1)
        if version not in ("1.0", "1.1") or self._hosts not in hosts or (chunked and version == "1.0"):
            raise ValueError("not a request that RFC 9112 allows")
        path, query = split_target(self._target)
        scope: Scope = {
            "type": "http",
            "asgi": _ASGI,
            "http_version": version,
            "method": parser.get_method().decode("ascii"),
            "scheme": server.scheme,
            "path": path,
            "query_string": query,
            "root_path": "",
            "headers": self._headers,
            "client": self._client,
        }
        self.due = _NEVER
        exchange = Exchange(self, scope, keep_alive=parser.should_keep_alive(), expects=self._expects)
        self._exchange = exchange
        # Not in the context of the request before, whose answer may have led here.
        exchange.task = self._loop.create_task(exchange.run(), context=server.context.copy())

    def on_body(self, body: bytes) -> None:
        if self._exchange is not None and not self._discarding:
            self._between_chunks = 0
            self.limit_reading(self._exchange.add(body))

    def on_message_complete(self, *, last: bool = False) -> None:
        exchange = self._exchange
        if exchange is None or self._discarding:
            return
        exchange.complete(last=last)
        if exchange.answered:  # Later, since the parser calls this.
            self._loop.call_soon(self.answered)

    # Sending.

    def answered(self) -> None:
        """The response is complete: reads the next request, unless this was the last one."""
        exchange = self._exchange
        if exchange is None or not exchange.answered or self._transport.is_closing():
            return
        if not exchange.received and exchange.keep_alive:
            self.due = self._loop.time() + HEAD_SECONDS  # Until the rest of the body is here.
            self.limit_reading()
            return
        if self._writable is not None and exchange.keep_alive:
            # A client that does not read its answers gets no further ones.
            self._writable.add_done_callback(lambda _: self.answered())
            return
        self._exchange = None
        if not exchange.received:
            self.linger()
        elif not exchange.keep_alive or self.server.stopping:
            # To close with unread bytes resets the connection, and the client might lose the end of the answer.
            unread = (self._ahead or not self._reading) and not self.ended
            (self.linger if unread else self.close)()
        else:
            self._read_next()

    def must_close(self, exchange: "Exchange") -> bool:
        """Whether this is the last response. A small rest of a body is read and dropped instead, but not one that the
        client sends only when it is asked to."""
        if exchange.received:
            return self.server.stopping
        small = self._unread is not None and self._unread <= READ_AHEAD
        return self.server.stopping or not small or self._expects

    def _read_next(self) -> None:
        self.due = self._loop.time() + HEAD_SECONDS
        if self._ahead:
            ahead, self._ahead = self._ahead, b""
            self.data_received(ahead)
        if not self._reading:
            self.limit_reading()
        if self.ended and self._exchange is None and not self._grouped:
            self.close()
