"""HTTP/1.1: what is written for what an application answers."""

import asyncio
from typing import Any

import pytest

from tests.server.http1.support import answer, echo, serving

pytestmark = pytest.mark.usefixtures("anyio_backend")


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
async def test_responses_without_a_body_have_no_length(method: str, status: int) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await answer(send, b"", status)

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


async def test_the_application_learns_that_the_client_has_gone() -> None:
    messages: list[str] = []
    called, learned = asyncio.Event(), asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        called.set()
        messages.extend([(await receive())["type"], (await receive())["type"]])
        await answer(send, b"too late")
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
    await answer(send, b"", headers=[(b"x", b"1\r\nset-cookie: stolen=1")])


async def _break_a_line_of_a_stream(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"1\r\nset-cookie: stolen=1")]})
    await send({"type": "http.response.body", "body": b"a piece", "more_body": True})


async def test_the_answer_to_head_has_no_body_even_if_the_application_fails() -> None:
    async with serving(_raise) as running:
        client = await running.client()
        client.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        text = await client.rest()
        assert text.startswith(b"HTTP/1.1 500 ")
        assert text.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("application", [_raise, _break_a_line, _break_a_line_of_a_stream])
async def test_an_application_that_fails_is_an_error_of_the_server(application: Any) -> None:
    """Mutants: headers are written as they are, and what a value contains becomes a header; the answer is in chunks,
    as what failed would have been."""
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
