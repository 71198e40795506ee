"""Clients that ask and do not read, and networks that open more connections than their share."""

import asyncio
import contextlib
import os
import re
import resource
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.databases import Databases
from tests.support.measurements import Measurements
from tests.support.process import Node, serving
from tests.support.tls import certificate

# More than the kernel takes in for a client that does not read.
_REQUESTS = b"GET /docs HTTP/1.1\r\nHost: x\r\n\r\n" * 20
_SECONDS = 30
MEGABYTE = 1024 * 1024


async def test_clients_that_do_not_read_are_cut_off(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: `FlowControl.stalled` that is never true. A client that reads slowly, yet steadily, is left alone."""
    await _check_cut_off(sqlite_databases, tmp_path, tls=False)


async def test_over_tls_clients_that_do_not_read_are_cut_off_too(sqlite_databases: Databases, tmp_path: Path) -> None:
    await _check_cut_off(sqlite_databases, tmp_path, tls=True)


async def _check_cut_off(databases: Databases, tmp_path: Path, *, tls: bool) -> None:
    async with databases.new(tmp_path) as environ:
        environ |= {"DOORWARD_WRITE_TIMEOUT": "2s"} | (certificate(tmp_path) if tls else {})
        node = Node(environ)
        try:
            node.launch()
            await _answers(node.port, tls)
            with _unread(node.port, 20, tls), _unread(node.port, 1, tls) as (steady,):
                reading = asyncio.create_task(_read_steadily(steady))
                await _until(lambda: _connections(node) == 21)
                await _until(lambda: _connections(node) <= 1)
                assert not reading.done()
                reading.cancel()
            assert node.running
        finally:
            await node.close()


@pytest.mark.alone
async def test_the_memory_of_unread_responses_is_bounded(
    sqlite_databases: Databases, tmp_path: Path, measurements: Measurements, full: bool
) -> None:
    """Mutant: `send_response` that writes the whole body, of which each connection then holds a copy."""
    count = 4_000 if full else 400
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        await node.http.get("/docs")
        before = _memory(node)
        with _unread(node.port, count):
            await _until(lambda: _connections(node) >= count)
            assert (await node.http.get("/healthz")).status_code == 200
            await _until_steady(node)
            grown = _memory(node) - before
    measurements.add(f"{count:,} unread responses", "sqlite", f"memory grew by {grown / MEGABYTE:.0f} MB")
    assert grown / count < 180_000


async def test_one_network_does_not_use_up_the_connections(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: `beyond_limits` that yields nothing: the service accepts no connection until others end."""
    # 144 connections, 72 of them from one network.
    few_files = ["sh", "-c", 'ulimit -n 400 && exec "$@"', "sh"]
    async with sqlite_databases.new(tmp_path) as environ, serving(environ, few_files) as node:
        with _unread(node.port, 300):
            await asyncio.gather(*(_answers(node.port, source=f"127.0.0.{host}") for host in range(2, 6)))
            # Also others of the same network: those that were silent for longest make room.
            await _answers(node.port)
            await _until(lambda: _connections(node) <= 72)
        metrics = (await node.http.get("/metrics")).text
    assert re.search(r'doorward_closed_connections_total\{cause="excess"\} [1-9]', metrics)


@contextlib.contextmanager
def _unread(port: int, count: int, tls: bool = False) -> Iterator[list[socket.socket]]:
    """Connections that have asked and do not read. Without waiting: some may be refused, or closed at once."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            with contextlib.suppress(OSError):
                link = stack.enter_context(_open(port, "127.0.0.1", tls))
                link.sendall(_REQUESTS)
                opened.append(link)
        yield opened


def _open(port: int, source: str, tls: bool) -> socket.socket:
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.settimeout(_SECONDS)
    try:
        link.bind((source, 0))
        link.connect(("127.0.0.1", port))
        return ssl._create_unverified_context().wrap_socket(link) if tls else link
    except OSError:
        link.close()
        raise


async def _read_steadily(link: socket.socket) -> None:
    while await asyncio.to_thread(link.recv, 4096):
        await asyncio.sleep(0.02)


async def _answers(port: int, tls: bool = False, source: str = "127.0.0.1") -> None:
    def ask() -> bytes:
        with _open(port, source, tls) as link:
            link.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return link.recv(12)

    async with asyncio.timeout(_SECONDS):
        while True:
            with contextlib.suppress(OSError):
                if await asyncio.to_thread(ask) == b"HTTP/1.1 200":
                    return
            await asyncio.sleep(0.05)


async def _until(condition: object) -> None:
    assert callable(condition)
    async with asyncio.timeout(_SECONDS):
        while not condition():
            await asyncio.sleep(0.05)


async def _until_steady(node: Node) -> None:
    """Until no more is copied into unread responses."""
    before = 0
    async with asyncio.timeout(_SECONDS):
        while (now := _memory(node)) != before:
            before = now
            await asyncio.sleep(0.5)


def _connections(node: Node) -> int:
    """Established connections to the node that its worker holds."""
    port = f":{node.port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {row[9] for row in rows if row[1].endswith(port) and row[3] != "0A"}
    (worker,) = node.workers()
    held = 0
    for descriptor in Path(f"/proc/{worker}/fd").iterdir():
        with contextlib.suppress(OSError):
            held += os.readlink(descriptor).removeprefix("socket:[").removesuffix("]") in inodes
    return held


def _memory(node: Node) -> int:
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in node.workers()]
    return sum(pages) * resource.getpagesize()
