"""Thousands of idle connections and hundreds of slow ones."""

import asyncio
import contextlib
import os
import resource
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.databases import Databases
from tests.support.measurements import Measurements
from tests.support.process import Node, serving

MEGABYTE = 1024 * 1024
# As most systems start a program.
_USUAL_LIMIT = ["prlimit", "--nofile=1024:"] if shutil.which("prlimit") else []
# A connection that is accepted later was accepted only because others were closed.
_ACCEPT_SECONDS = 14
_SLOW_HEADERS = b"GET /api/auth/user HTTP/1.1\r\nHost: x\r\n"
_SLOW_BODY = b"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n{"


@pytest.fixture(scope="session")
def many_files(full: bool) -> None:
    wanted = 6_500 if full else 1_800
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"only {hard} files may be open at once, and each connection is one")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


@pytest.mark.alone
@pytest.mark.usefixtures("many_files")
async def test_idle_and_slow_connections_do_not_block_requests(
    sqlite_databases: Databases, tmp_path: Path, measurements: Measurements, full: bool
) -> None:
    """Mutant: a limit of 1,024 connections, as programs often start with."""
    idle, slow = (5_000, 500) if full else (1_200, 100)
    limit = {"DOORWARD_CONNECTIONS_PER_NETWORK": str(idle + slow + 100)}
    async with sqlite_databases.new(tmp_path) as environ, serving(environ | limit, _USUAL_LIMIT) as node:
        headers = await node.login()
        before = _memory(node)
        async with contextlib.AsyncExitStack() as stack:
            connections = [await stack.enter_async_context(_connection(node.port)) for _ in range(idle + slow)]
            for number, (_, writer) in enumerate(connections[:slow]):
                writer.write(_SLOW_BODY if number % 2 else _SLOW_HEADERS)
            stack.enter_context(_dripping([writer for _, writer in connections[:slow]]))
            async with asyncio.timeout(_ACCEPT_SECONDS):
                while _sockets(node) < idle + slow:
                    await asyncio.sleep(0.05)
            node.http.headers["Connection"] = "close"  # A new connection for each check.
            for _ in range(50):
                answer = await node.http.get("/api/auth/user", headers=headers)
                assert answer.status_code == 200
            grown = _memory(node) - before
    assert grown < 100 * MEGABYTE
    measurements.add(
        f"{idle:,} idle connections, {slow} slow senders",
        "sqlite",
        f"50 of 50 token checks answered, memory grew by {grown / MEGABYTE:.0f} MB",
    )


async def test_a_head_that_is_too_long_is_refused(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: a head without a limit."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node, _connection(node.port) as stream:
        stream[1].write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Padding: " + 100_000 * b"x" + b"\r\n\r\n")
        async with asyncio.timeout(10):
            with contextlib.suppress(ConnectionError):
                assert b" 200 " not in await stream[0].read(100)
        assert (await node.http.get("/healthz")).status_code == 200


async def test_a_body_that_arrives_too_slowly_is_cut_off(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: without `asyncio.timeout` in `Request.read` a body that never arrives keeps its request for ever."""
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ | {"DOORWARD_BODY_TIMEOUT": "1s"}) as node,
        _connection(node.port) as stream,
    ):
        stream[1].write(_SLOW_BODY)
        async with asyncio.timeout(30):
            assert b" 408 " in await stream[0].readline()


async def test_silent_connections_are_closed(
    sqlite_databases: Databases, tmp_path: Path, measurements: Measurements
) -> None:
    """Mutant: `HttpServer._sweep` that closes none."""
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ) as node,
        _connection(node.port) as silent,
        _connection(node.port) as half,
        _connection(node.port) as kept,
    ):
        half[1].write(_SLOW_HEADERS)
        kept[1].write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        async with asyncio.timeout(60):
            await asyncio.gather(*(stream[0].read() for stream in (silent, half, kept)))
    measurements.add("silent, half sent and idle connections", "sqlite", "closed by the server")


@contextlib.asynccontextmanager
async def _connection(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


@contextlib.contextmanager
def _dripping(writers: list[asyncio.StreamWriter]) -> Iterator[None]:
    """Sends a byte twice a second on each connection."""

    async def drip() -> None:
        while True:
            await asyncio.sleep(0.5)
            for writer in writers:
                writer.write(b"x")

    drops = asyncio.create_task(drip())
    try:
        yield
    finally:
        drops.cancel()


def _sockets(node: Node) -> int:
    """Connections that the worker has accepted; those in the kernel's queue are not counted."""
    (worker,) = node.workers()
    sockets = 0
    for descriptor in Path(f"/proc/{worker}/fd").iterdir():
        with contextlib.suppress(OSError):
            sockets += os.readlink(descriptor).startswith("socket:")
    return sockets


def _memory(node: Node) -> int:
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in [node.pid, *node.workers()]]
    return sum(pages) * resource.getpagesize()
