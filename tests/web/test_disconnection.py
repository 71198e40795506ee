"""A client that closes its connection while its request is under way."""

import asyncio
from typing import Any

import pytest

from doorward.errors import ClientDisconnected
from doorward.web import disconnection
from doorward.web.disconnection import WhileConnected

pytestmark = pytest.mark.anyio


async def test_a_client_that_leaves_when_a_time_limit_within_ends_is_still_recognised(
    monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """Mutant: the cancellation is told from others by its message, so that the request ends as if it were cancelled."""
    monkeypatch.setattr(disconnection, "_WATCH_AFTER_SECONDS", 0)
    waiting, closed = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        waiting.set()
        await closed.wait()
        return {"type": "http.disconnect"}

    limits: list[asyncio.Timeout] = []

    async def request() -> None:
        with WhileConnected(receive):
            async with asyncio.timeout(None) as limit:
                limits.append(limit)
                await asyncio.Event().wait()

    task = asyncio.create_task(request())
    await waiting.wait()
    # Both take effect in the same step of the event loop.
    limits[0].reschedule(asyncio.get_running_loop().time())
    closed.set()
    with pytest.raises(ClientDisconnected):
        await task
    assert task.cancelling() == 0


async def test_a_request_that_is_cancelled_by_the_server_ends_cancelled(anyio_backend: str) -> None:
    """Mutant: every cancellation counts as a client that left."""

    async def receive() -> dict[str, Any]:
        raise AssertionError

    async def request() -> None:
        with WhileConnected(receive):
            await asyncio.Event().wait()

    task = asyncio.create_task(request())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
