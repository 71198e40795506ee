"""HTTP/1.1: how connections end, and that no answer is lost by it."""

import asyncio
import socket
import ssl
import time
from pathlib import Path
from typing import Any

import pytest

from doorward.server.http1 import connection as connection_module
from doorward.server.http1 import flow_control
from doorward.server.http1 import server as server_module
from tests.server.http1.support import LARGE, answer, echo, serving, until
from tests.support.tls import Authority

pytestmark = pytest.mark.usefixtures("anyio_backend")


async def test_nothing_follows_the_refusal_of_a_body() -> None:
    """Mutant: the application asks for the body all the same: behind the answer, or into a connection that is ended."""
    asked = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        asked.set()

    async with serving(application) as running:
        client = await running.client()
        client.send(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\nXX\r\n")
        assert (await client.response())[0] == 400
        await asked.wait()
        client.writer.close()
        assert await client.rest() == b""


async def test_a_client_that_ends_its_side_is_answered_all_that_it_has_asked() -> None:
    """Mutants: the connection is closed at once; it stays open behind the last answer."""
    async with serving(echo, grouped=(b"GET /patient",)) as running:
        for path in (b"/", b"/patient"):
            client = await running.client()
            client.send(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path * 3)
            client.writer.write_eof()
            for _ in range(3):
                assert (await client.response())[0] == 200
            assert await client.rest() == b""


async def test_what_takes_long_ends_when_the_client_ends_its_side_and_is_seen_to_be_incomplete() -> None:
    """Mutant: the part of a response that was sent ends like a whole one."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a part", "more_body": True})
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.body", "body": b"the end"})

    async with serving(application) as running:
        client = await running.client()
        client.send(b"GET / HTTP/1.0\r\n\r\n")
        await client.reader.readuntil(b"a part")
        client.writer.write_eof()
        with pytest.raises(ConnectionError):
            await client.rest()


async def test_a_trailer_that_ends_the_connection_does() -> None:
    """Mutant: it is overlooked, and the parser refuses the next request."""
    async with serving(echo) as running:
        client = await running.client()
        client.send(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nConnection: close\r\n\r\n")
        assert (await client.response())[1]["connection"] == "close"
        assert await client.rest() == b""


async def test_the_last_answer_arrives_whatever_was_sent_behind_the_request() -> None:
    """Mutant: a connection with unread bytes is closed, which resets it."""
    async with serving(echo) as running:
        client = await running.client(limit=1)
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + b"x" * 400_000)
        await until(lambda: running.connections[0]._discarding)
        await client.writer.drain()
        client.writer.write_eof()
        assert (await client.rest()).startswith(b"HTTP/1.1 200 OK")


async def test_requests_that_wait_for_their_group_are_answered_when_the_server_stops() -> None:
    """Mutant: such a connection counts as idle."""
    async with serving(echo, grouped=(b"GET /patient",)) as running:
        client = await running.client()
        client.send(b"GET /patient HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: len(running.server._group) == 1)
        await running.server.stop()
        assert (await client.response())[1]["connection"] == "close"


async def test_a_stop_waits_for_requests_in_progress_and_closes_the_connections() -> None:
    """Mutants: a stop that cuts off a request; one that waits for an idle connection."""
    called, go_on = asyncio.Event(), asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        called.set()
        await go_on.wait()
        await answer(send, b"done")

    async with serving(application) as running:
        idle, busy = await running.client(), await running.client()
        busy.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await called.wait()
        stop = asyncio.create_task(running.server.stop())
        assert await idle.rest() == b""
        assert not stop.done()
        go_on.set()
        _, headers, body = await busy.response()
        assert (headers["connection"], body, await busy.rest()) == ("close", b"done", b"")
        await stop


async def test_the_last_response_over_tls_arrives_however_slowly_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: the time for the client to confirm the end is also that for the rest of the response; what waits below
    TLS counts as sent."""
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.2)
    monkeypatch.setattr(flow_control, "_CONFIRM_SECONDS", 0.1)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer(send, b"x" * 2 * LARGE)

    async with serving(application, tls=Authority(tmp_path).context("127.0.0.1")) as running:
        assert await asyncio.to_thread(_read_slowly_over_tls, running.port) > 2 * LARGE
        await until(lambda: not running.server.connections)


def _read_slowly_over_tls(port: int) -> int:
    """Returns how many bytes there were. By a plain socket: an event loop may drop what was not read."""
    with (
        socket.create_connection(("127.0.0.1", port)) as link,
        ssl._create_unverified_context().wrap_socket(link) as client,
    ):
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        read = 0
        while piece := client.recv(16_384):
            read += len(piece)
            time.sleep(0.005)  # Some three seconds in all.
        return read


async def test_a_request_that_is_on_its_way_when_the_server_stops_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: new connections, or those with a part of a head, are closed as idle; they are waited for like any silent
    connection."""
    monkeypatch.setattr(connection_module, "HEAD_SECONDS", 60)
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.05)
    async with serving(echo) as running:
        new, begun, silent = [await running.client() for _ in range(3)]
        begun.send(b"GET / HT")
        await until(lambda: len(running.server.connections) == 3 and any(each._head for each in running.connections))
        stop = asyncio.create_task(running.server.stop())
        await asyncio.sleep(0)
        new.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        begun.send(b"TP/1.1\r\nHost: x\r\n\r\n")
        for client in (new, begun):
            assert (await client.response())[1]["connection"] == "close"
        assert await silent.rest() == b""
        await stop
