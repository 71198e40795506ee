"""HTTP/1.1 on real sockets: where requests begin and end, what is refused, and how much a client can make us hold."""

import asyncio
import contextlib
import contextvars
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from doorward.server.http1 import connection as connection_module
from doorward.server.http1 import flow_control
from doorward.server.http1 import server as server_module
from doorward.server.http1.connection import Connection
from doorward.server.http1.server import Application, HttpServer
from doorward.web.messages import failure

pytestmark = pytest.mark.usefixtures("anyio_backend")


@pytest.fixture(params=[True, False], ids=["uvloop", "asyncio"])
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    """Both event loops: workers run on uvloop, whose transports differ from those of asyncio in details."""
    return "asyncio", {"use_uvloop": request.param}


SECONDS = 20
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

    def __init__(self, server: HttpServer, port: int, stack: contextlib.AsyncExitStack) -> None:
        self.server, self._port, self._stack = server, port, stack

    @property
    def connections(self) -> list[Connection]:
        return [each for each in self.server.connections if isinstance(each, Connection)]

    async def client(self) -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._stack.callback(writer.close)
        return Client(reader, writer)


@contextlib.asynccontextmanager
async def serving(application: Application, most: int = 100) -> AsyncIterator[Running]:
    server = HttpServer(application, failure, lambda: 784_111_777_000, "http", most)
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: Connection(server), "127.0.0.1", 0)
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(SECONDS):
        yield Running(server, listening.sockets[0].getsockname()[1], stack)
    listening.close()
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
    await _answer(send, line + b" ".join([scope["query_string"], body, names]))


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Answers without reading the body."""
    await _answer(send, b"no", 413)


async def _answer(send: Any, body: bytes, status: int = 200, headers: Any = ()) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": body})


REQUESTS = (
    b"\r\nGET /a%20b?x=1#part HTTP/1.1\r\nHost: x\r\n\r\n"
    b"POST /sized HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
    b"GET http://x/absolute?y HTTP/1.1\r\nHost: x\r\n\r\n"
    b"POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n"
)
ANSWERS = [
    b"GET /a b x=1  host",
    b"POST /sized  hello content-length,host",
    b"GET /absolute y  host",
    b"POST /chunks  abcde host,transfer-encoding",
]


@pytest.mark.parametrize("size", [1, 7, 60, 10_000])
async def test_requests_in_a_row_are_answered_in_their_order_however_they_are_cut(size: int) -> None:
    """Mutants: the end of a head is looked for in the last piece alone; a trailer becomes a header; what follows a body
    is lost."""
    async with serving(echo) as running:
        client = await running.client()
        for start in range(0, len(REQUESTS), size):
            client.send(REQUESTS[start : start + size])
            await asyncio.sleep(0)
        answers = [await client.response() for _ in ANSWERS]
    assert [body for _, _, body in answers] == ANSWERS


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
        b"GET / HTTP/1.1\nHost: x\n\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: a\x00b\r\n\r\n",
        b"GET / HTTP/9.1\r\nHost: x\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
)
async def test_what_other_servers_may_read_differently_is_refused(request_bytes: bytes) -> None:
    """Two servers that disagree where a request ends let one client put words into the mouth of the next."""
    calls: list[object] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        calls.append(scope)

    async with serving(application) as running:
        client = await running.client()
        client.send(request_bytes)
        status, headers, body = await client.response()
        assert (status, headers["connection"]) == (400, "close")
        assert b'"reason":"malformed_http"' in body
        client.writer.close()
    assert calls == []


async def test_a_method_that_no_path_has_is_refused_as_such() -> None:
    async with serving(echo) as running:
        client = await running.client()
        client.send(b"CONJURE / HTTP/1.1\r\nHost: x\r\n\r\n")
        status, headers, body = await client.response()
        assert (status, "GET" in headers["allow"], headers["date"]) == (405, True, "Sun, 06 Nov 1994 08:49:37 GMT")
        assert b'"reason":"method_not_allowed"' in body


async def test_a_head_is_bounded() -> None:
    """Mutant: the limit is checked when the head is complete."""
    async with serving(echo) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nX: " + b"x" * 33_000)
        status, _, body = await client.response()
        assert status == 431
        assert b'"reason":"head_too_large"' in body


async def test_a_body_is_asked_for_when_the_application_reads_it() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    async with serving(echo) as running:
        client = await running.client()
        client.send(head)
        assert (await client.response())[0] == 100
        client.send(b"ok")
        assert (await client.response())[2].startswith(b"POST /  ok")
    async with serving(refuse) as running:
        client = await running.client()
        client.send(head)
        status, headers, _ = await client.response()
        # The client may or may not send it now, so that nothing can follow.
        assert (status, headers["connection"]) == (413, "close")


async def test_a_small_body_that_was_not_read_does_not_cost_the_connection() -> None:
    """Mutants: the connection closes; the body is taken for the next request."""
    async with serving(refuse) as running:
        client = await running.client()
        for _ in range(2):
            client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\nGET / HTTP")
            status, headers, _ = await client.response()
            assert (status, "connection" in headers) == (413, False)
            client.send(b"/1.1 xxxxx" + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await client.response())[0] == 413


async def test_reading_goes_on_behind_a_body_that_was_answered_while_reading_paused() -> None:
    """Mutant: `answered` that leaves reading paused: the rest of the body never comes."""
    answer = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer.wait()
        await _answer(send, b"no", 413)

    async with serving(application) as running:
        client = await running.client()
        client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 120000\r\n\r\n" + b"x" * 70_000)
        await _until(lambda: any(not connection._reading for connection in running.connections))
        answer.set()
        status, headers, _ = await client.response()
        assert (status, "connection" in headers) == (413, False)
        client.send(b"x" * 50_000 + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 413


async def test_silence_ends_a_connection_and_an_answer_that_is_not_read_does_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mutant: `expire` that closes only: a transport that can't send its last bytes stays open for ever."""
    monkeypatch.setattr(connection_module, "HEAD_SECONDS", 0.05)
    monkeypatch.setattr(flow_control, "_FLUSH_SECONDS", 0.05)
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.05)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await _answer(send, b"x" * 4 * LARGE)

    async with serving(application) as running:
        silent, half, unread = [await running.client() for _ in range(3)]
        half.send(b"GET / HTTP/1.1\r\n")
        unread.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await silent.rest(), await half.rest()) == (b"", b"")
        await _until(lambda: not running.server.connections)


async def test_a_large_body_is_refused_while_it_is_sent_and_the_answer_arrives() -> None:
    """Mutant: the connection is closed at once: what the client still sends resets it, and the answer is lost."""
    async with serving(refuse) as running:
        client = await running.client()
        client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % LARGE)
        for _ in range(LARGE // 65_536):
            client.send(b"x" * 65_536)
            await client.writer.drain()
        status, headers, body = await client.response()
        assert (status, headers["connection"], body) == (413, "close", b"no")
        assert await client.rest() == b""


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
async def test_responses_without_a_body_have_no_length(method: str, status: int) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await _answer(send, b"", status)

    async with serving(application) as running:
        client = await running.client()
        for _ in range(2):
            client.send(f"{method} / HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            found, headers, _ = await client.response()
            assert (found, set(headers)) == (status, {"date"})


async def _in_pieces(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for piece in (b"one", b"", b"two"):
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body"})


async def test_a_response_in_pieces_has_chunks_and_ends_the_connection_of_an_old_client() -> None:
    async with serving(_in_pieces) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        _, headers, _ = await client.response()
        assert headers["transfer-encoding"] == "chunked"
        assert await client.rest() == b"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"
        client = await running.client()
        client.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        _, headers, _ = await client.response()
        assert "transfer-encoding" not in headers
        assert await client.rest() == b"onetwo"


async def test_an_old_client_keeps_its_connection_if_it_asks_for_that() -> None:
    async with serving(echo) as running:
        client = await running.client()
        for _ in range(2):
            client.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            assert (await client.response())[1]["connection"] == "keep-alive"
        client.send(b"GET / HTTP/1.0\r\n\r\n")
        assert (await client.response())[1]["connection"] == "close"
        assert await client.rest() == b""


async def test_another_protocol_that_is_offered_is_not_taken() -> None:
    """Mutant: the parser is told of it: it leaves out the body."""
    async with serving(echo) as running:
        client = await running.client()
        for _ in range(2):
            client.send(
                b"POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello"
            )
            status, _, body = await client.response()
            assert (status, body.split()[2]) == (200, b"hello")


async def test_what_surrounds_chunks_is_bounded_and_a_broken_chunk_is_refused() -> None:
    """Mutant: fields behind the last chunk are kept as long as they come."""
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with serving(echo) as running:
        for rest in (
            b"0\r\n" + b"A: b\r\n" * 100_000,
            b"0\r\nA: " + b"b" * 600_000,
            b"1;" + b"x" * 600_000,
            b"5\r\nabcdeX",
        ):
            client = await running.client()
            client.send(head)
            client.send(rest)
            status, headers, _ = await client.response()
            assert (status, headers["connection"]) == (400, "close")


async def test_a_client_that_does_not_read_its_answers_gets_no_further_ones() -> None:
    """Mutant: the connection counts as idle while its answer is not sent."""
    calls = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal calls
        calls += 1
        await _answer(send, b"x" * LARGE)

    async with serving(application) as running:
        client = await running.client()
        for _ in range(40):
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.005)
        assert calls < 10  # The kernel holds some of them.
        for _ in range(40):
            assert len((await client.response())[2]) == LARGE


async def test_a_request_does_not_see_the_context_of_the_one_before() -> None:
    """Mutant: the task of a request that was sent ahead is made in the task of the one before."""
    seen: list[str] = []
    variable = contextvars.ContextVar("variable", default="")

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(variable.get())
        variable.set(scope["path"])
        await _answer(send, b"")

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n" * 2)
        for _ in range(2):
            await client.response()
    assert seen == ["", ""]


async def test_the_application_waits_for_a_client_that_does_not_read() -> None:
    """Mutant: `send` returns at once, and the whole response is held."""
    sent = 0
    wrote = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal sent
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1_000):
            wrote.set()
            await send({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})
            sent += 65_536
        await send({"type": "http.response.body"})

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.0\r\n\r\n")
        await client.response()  # The head; no more is read than the reader's own limit.
        while wrote.is_set():
            wrote.clear()
            await asyncio.sleep(0.05)
        assert sent < 16 * 1024 * 1024  # What the kernel holds for both ends.
        assert len(await client.rest()) == 1_000 * 65_536


async def test_what_a_client_sends_ahead_is_bounded() -> None:
    """Mutant: reading goes on while a request is in progress."""
    answer = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer.wait()
        await _answer(send, b"done")

    async with serving(application) as running:
        client = await running.client()
        request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        count = 8 * LARGE // len(request)
        client.send(request * count)
        held: list[int] = []
        while len(held) < 3 or held[-1] != held[-3]:
            await asyncio.sleep(0.05)
            held.append(client.writer.transport.get_write_buffer_size())
        assert held[-1] > 0
        (connection,) = running.connections
        assert len(connection._ahead) < 1024 * 1024
        answer.set()
        for _ in range(1_000):
            assert (await client.response())[2] == b"done"


async def test_the_application_learns_that_the_client_has_gone() -> None:
    messages: list[str] = []
    called, learned = asyncio.Event(), asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        called.set()
        messages.extend([(await receive())["type"], (await receive())["type"]])
        await _answer(send, b"too late")
        learned.set()

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await called.wait()
        client.writer.close()
        await learned.wait()
    assert messages == ["http.request", "http.disconnect"]


async def _raise(scope: Any, receive: Any, send: Any) -> None:
    raise RuntimeError("a bug")


async def _break_a_line(scope: Any, receive: Any, send: Any) -> None:
    await _answer(send, b"", headers=[(b"x", b"1\r\nset-cookie: stolen=1")])


async def test_the_answer_to_head_has_no_body_even_if_the_application_fails() -> None:
    async with serving(_raise) as running:
        client = await running.client()
        client.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = await client.rest()
        assert answer.startswith(b"HTTP/1.1 500 ")
        assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("application", [_raise, _break_a_line])
async def test_an_application_that_fails_is_an_error_of_the_server(application: Any) -> None:
    """Mutant: headers are written as they are, and what a value contains becomes a header."""
    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        status, headers, body = await client.response()
        assert (status, headers["connection"], "set-cookie" in headers) == (500, "close", False)
        assert b'"reason":"internal_error"' in body
        assert await client.rest() == b""


async def test_a_response_that_fails_on_its_way_is_seen_to_be_incomplete() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("a bug")

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await client.response()
        assert await client.rest() == b"4\r\nhalf\r\n"  # No last chunk.


async def test_connections_beyond_the_limit_are_closed_and_room_is_made_by_those_that_end() -> None:
    async with serving(echo, most=2) as running:
        clients = [await running.client() for _ in range(2)]
        await _until(lambda: len(running.server.connections) == 2)
        assert await (await running.client()).rest() == b""
        clients[0].writer.close()
        await _until(lambda: len(running.server.connections) == 1)
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 200


async def test_a_stop_waits_for_requests_in_progress_and_closes_the_connections() -> None:
    """Mutants: a stop that cuts off a request; one that waits for an idle connection."""
    called, answer = asyncio.Event(), asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        called.set()
        await answer.wait()
        await _answer(send, b"done")

    async with serving(application) as running:
        idle, busy = await running.client(), await running.client()
        busy.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await called.wait()
        stop = asyncio.create_task(running.server.stop())
        assert await idle.rest() == b""
        assert not stop.done()
        answer.set()
        _, headers, body = await busy.response()
        assert (headers["connection"], body, await busy.rest()) == ("close", b"done", b"")
        await stop


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)
