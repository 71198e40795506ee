"""HTTP/1.1: how much a client can make the server hold, and for how long."""

import asyncio
from typing import Any

import pytest

from doorward.server.http1 import connection as connection_module
from doorward.server.http1 import flow_control
from doorward.server.http1 import server as server_module
from tests.server.http1.support import LARGE, answer, echo, serving, until

pytestmark = pytest.mark.usefixtures("anyio_backend")


async def test_silence_ends_a_connection_and_an_answer_that_is_not_read_does_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mutant: `expire` that closes only: a transport that can't send its last bytes stays open for ever."""
    monkeypatch.setattr(connection_module, "HEAD_SECONDS", 0.05)
    monkeypatch.setattr(flow_control, "_FLUSH_SECONDS", 0.05)
    monkeypatch.setattr(server_module, "_SWEEP_SECONDS", 0.05)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer(send, b"x" * 4 * LARGE)

    async with serving(application) as running:
        silent, half, unread = [await running.client() for _ in range(3)]
        half.send(b"GET / HTTP/1.1\r\n")
        unread.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await silent.rest(), await half.rest()) == (b"", b"")
        await until(lambda: not running.server.connections)


async def test_a_client_that_does_not_read_its_answers_gets_no_further_ones() -> None:
    """Mutant: the connection counts as idle while its answer is not sent."""
    calls = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal calls
        calls += 1
        await answer(send, b"x" * LARGE)

    async with serving(application) as running:
        client = await running.client()
        for _ in range(40):
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.005)
        assert calls < 10  # The kernel holds some of them.
        for _ in range(40):
            assert len((await client.response())[2]) == LARGE


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
    go_on = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await go_on.wait()
        await answer(send, b"done")

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
        go_on.set()
        for _ in range(1_000):
            assert (await client.response())[2] == b"done"


async def test_connections_beyond_the_limit_are_closed_and_room_is_made_by_those_that_end() -> None:
    async with serving(echo, most=2) as running:
        clients = [await running.client() for _ in range(2)]
        await until(lambda: len(running.server.connections) == 2)
        assert await (await running.client()).rest() == b""
        clients[0].writer.close()
        await until(lambda: len(running.server.connections) == 1)
        client = await running.client()
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.response())[0] == 200


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
