"""The generator of the mixed load hides no stall, and the shares of its mix are exact."""

import asyncio
import contextlib
import os
import shutil
import time
from typing import Any

import pytest
from bench.load import Plan, request
from bench.mixed.generator import OpenLoop

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="the generator is built with a C compiler")

_RATE, _SECONDS = 400, 2
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


async def _measure(stalled_at: int = 0, stall: float = 0) -> dict[str, Any]:
    """Of a server that responds at once, and comes to a halt when it has that many requests."""
    served = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal served
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while await reader.readuntil(b"\r\n\r\n"):
                served += 1
                if served == stalled_at:
                    time.sleep(stall)  # All connections wait for it.
                writer.write(_ANSWER)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        common, rare = (Plan((request("GET", path),), 1) for path in ("/common", "/rare"))
        port, mix = server.sockets[0].getsockname()[1], {"common": (19, common), "rare": (1, rare)}
        generator = OpenLoop(os.sched_getaffinity(0))
        return await asyncio.to_thread(generator.run, port, mix, _RATE, _SECONDS)


async def test_requests_that_are_due_during_a_stall_count_from_the_time_at_which_they_were_due(
    anyio_backend: str,
) -> None:
    """Mutants: time counted from when a request was sent; a generator that sends less while it waits."""
    warm_up = 2 * _RATE
    summary = await _measure(warm_up + 50, stall=1.5)
    # 600 of the 800 requests were due during the stall, more than the generator has connections.
    assert summary["p50"] > 250
    assert not summary["failed"]


async def test_a_share_of_one_in_twenty_is_one_in_twenty(anyio_backend: str) -> None:
    """Mutant: operations drawn at random, so that rare ones are on either side of a percentile."""
    summary = await _measure()
    counts = {name: found["finished"] for name, found in summary["classes"].items()}
    assert counts == {"common": 760, "rare": 40}
