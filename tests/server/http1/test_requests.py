"""HTTP/1.1: where requests begin and end, and what is refused."""

import asyncio
import contextvars
from typing import Any

import pytest

from doorward.server.http1 import server as server_module
from tests.server.http1.support import LARGE, answer, echo, refuse, reset, serving, until

pytestmark = pytest.mark.usefixtures("anyio_backend")


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
        b"GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x, y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x/y@z\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / RTSP/1.0\r\n\r\n",
        b"OPTIONS / RTSP/1.1\r\nHost: x\r\n\r\n",
        b"SOURCE / ICE/1.0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
)
async def test_what_other_servers_may_read_differently_is_refused(request_bytes: bytes) -> None:
    """Two servers that disagree where a request ends let one client put words into the mouth of the next.

    Mutant: the parser alone judges the first line: it takes RTSP, which the application then answers as HTTP.
    """
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


@pytest.mark.parametrize("request_bytes", [b"HEAD / HTTP/9.1\r\n\r\n", b"HEAD / HTTP/1.1\r\n\r\n", b"HEAD /\n\n"])
@pytest.mark.parametrize("cut", [0, 3])
async def test_the_refusal_of_a_malformed_head_request_has_no_body(request_bytes: bytes, cut: int) -> None:
    """Mutants: the body is written whatever the method; only the last piece is looked at."""
    async with serving(echo) as running:
        client = await running.client()
        client.send(request_bytes[:cut])
        await until(lambda: [bytes(each._head) for each in running.connections] == [request_bytes[:cut]])
        client.send(request_bytes[cut:])
        refusal = await client.rest()
        assert refusal.startswith(b"HTTP/1.1 400 ")
        assert refusal.endswith(b"\r\n\r\n")


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


async def test_a_head_has_a_hundred_fields_at_most() -> None:
    """Mutant: without a count, 8,000 fields fit into a head, and take 0.9 MB for as long as the request lasts."""
    async with serving(echo) as running:
        client = await running.client()
        for fields, expected in ((99, 200), (100, 431)):
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:\r\n" * fields + b"\r\n")
            assert (await client.response())[0] == expected


@pytest.mark.parametrize("cut", [0, 1, 3])
async def test_the_limit_of_a_head_is_the_same_however_it_is_cut(cut: int) -> None:
    """Mutant: the beginning of the end counts as part of a head that is incomplete."""
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX: ".ljust(32_768, b"x")
    async with serving(echo) as running:
        for given, expected in ((head, 200), (head + b"x", 431)):
            client = await running.client()
            client.send(given + b"\r\n\r\n"[:cut])
            await asyncio.sleep(0.02)
            client.send(b"\r\n\r\n"[cut:])
            assert (await client.response())[0] == expected


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
    go_on = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await go_on.wait()
        await answer(send, b"no", 413)

    async with serving(application) as running:
        client = await running.client()
        client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 120000\r\n\r\n" + b"x" * 70_000)
        await until(lambda: any(not connection._reading for connection in running.connections))
        go_on.set()
        status, headers, _ = await client.response()
        assert (status, "connection" in headers) == (413, False)
        client.send(b"x" * 50_000 + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 413


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


async def test_a_request_does_not_see_the_context_of_the_one_before() -> None:
    """Mutant: the task of a request that was sent ahead is made in the task of the one before."""
    seen: list[str] = []
    variable = contextvars.ContextVar("variable", default="")

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(variable.get())
        variable.set(scope["path"])
        await answer(send, b"")

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n" * 2)
        for _ in range(2):
            await client.response()
    assert seen == ["", ""]


async def test_requests_that_can_wait_are_handled_together_and_others_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: each is handled by a timer of its own; all wait; a group is handled in one turn, however large."""
    monkeypatch.setattr(server_module, "_AT_ONCE", 2)
    turns: list[int] = []
    turn = 0

    def count_turns() -> None:
        nonlocal turn
        turn += 1
        running.server.loop.call_soon(count_turns)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/patient":
            turns.append(turn)
        await echo(scope, receive, send)

    async with serving(application, grouped=(b"GET /patient",)) as running:
        clients = [await running.client() for _ in range(5)]
        for client in clients[:-1]:
            client.send(b"GET /patient HTTP/1.1\r\nHost: x\r\n\r\n")
        clients[-1].send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await clients[-1].response())[0] == 200
        assert turns == []
        clients[-1].send(b"GET /patient HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: len(running.server._group) == 5)
        reset(clients[-1])
        await until(lambda: len(running.connections) == 4)
        count_turns()
        for client in clients[:-1]:
            assert b"/patient" in (await client.response())[2]
        assert len(turns) == 4
        assert len(set(turns)) == 2


async def test_only_the_head_of_a_request_waits_for_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: what follows it waits too; a body waits. 200 clients with 20,000 chunks each took 0.4 s of one turn."""
    monkeypatch.setattr(server_module, "_GROUP_SECONDS", 60)
    async with serving(echo, grouped=(b"GET /patient",)) as running:
        client = await running.client()
        client.send(b"GET /patient HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: len(running.server._group) == 1)
        client.send(b"GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"/patient" in (await client.response())[2]
        assert b"/next" in (await client.response())[2]
        client.send(b"GET /patient HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert b"/patient" in (await client.response())[2]
        assert len(running.server._group) == 1
