"""What many clients cost that each ask for one document: with pauses of a second, or by long polling."""

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from bench.processes import running, tree_cpu_seconds

_ROOT: Final = Path(__file__).parents[1]
_EMPTY_PORT: Final = 8378
_SETTLING: Final = 2.0


class Cost(Struct):
    rate: float
    unchanged: float
    cores: float


async def cost(
    url: str, pid: int, path: str, clients: int, seconds: float, *, wait: int = 0, on_time: bool = False
) -> Cost:
    """The processor time of the server, once all clients have the document, less what it takes without them.

    With `wait`, clients ask again as soon as they are answered; with `on_time`, every second whenever they were
    answered, each at a moment of its own.
    """
    idle = await _cores(pid, 3)
    counts, until = [0, 0], time.perf_counter() + seconds + 2 * _SETTLING
    tasks = [
        asyncio.create_task(_follow(url, path, until, number / clients, counts, wait, on_time=on_time))
        for number in range(clients)
    ]
    await asyncio.sleep(_SETTLING)
    before, began = list(counts), time.perf_counter()
    cores = await _cores(pid, seconds)
    changed, same = (now - then for now, then in zip(counts, before, strict=True))
    rate = (changed + same) / (time.perf_counter() - began)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Cost(rate, same / max(changed + same, 1), cores - idle)


async def _cores(pid: int, seconds: float) -> float:
    before, began = tree_cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    return (tree_cpu_seconds(pid) - before) / (time.perf_counter() - began)


async def _follow(
    url: str, path: str, until: float, start: float, counts: list[int], wait: int, *, on_time: bool
) -> None:
    """Over one connection, as cheaply as Python can: the load shares the machine."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    await asyncio.sleep(start)
    due = time.perf_counter()
    tag, seq = b"", b"0"
    with contextlib.closing(writer):
        while time.perf_counter() < until:
            query = b"?since=%s&wait=%d" % (seq, wait) if path else b""
            writer.write(b"GET %s%s HTTP/1.1\r\nHost: x\r\n%s\r\n" % (path.encode() or b"/", query, tag))
            head = await reader.readuntil(b"\r\n\r\n")
            lines = (line.partition(b": ") for line in head.split(b"\r\n")[1:])
            fields = {name.lower(): value for name, _, value in lines}
            if b"content-length" in fields:
                await reader.readexactly(int(fields[b"content-length"]))
            if b"etag" in fields:
                tag = b"If-None-Match: %s\r\n" % fields[b"etag"]
                seq = fields[b"etag"].strip(b'"').partition(b".")[0]
            counts[int(head[9:12]) == 304] += 1
            due += 1
            await asyncio.sleep(0 if wait else max(0, due - time.perf_counter()) if on_time else 1)


@contextlib.contextmanager
def empty_application() -> Iterator[tuple[str, int]]:
    """The address and process of granian with an application that does nothing: what the server alone takes."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--no-ws", "--http", "1", "--loop", "uvloop"]
    command += ["--log-level", "error", "--backpressure", "4096", "--port", str(_EMPTY_PORT), "bench.limits.empty:asgi"]
    log, cores = Path(tempfile.gettempdir()) / "doorward-bench-empty.log", os.sched_getaffinity(0)
    with running(command, _EMPTY_PORT, cores=cores, log=log, cwd=_ROOT) as server:
        yield f"http://127.0.0.1:{_EMPTY_PORT}", server.pid
