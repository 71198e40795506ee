"""Clients that ask and do not read, and networks that open more connections than their share."""

import asyncio
import contextlib
import os
import re
import resource
import socket
import ssl
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path

import pytest

from doorward.server.connections import Connection, Limits, Progress, beyond_limits, counted_network
from tests.support.databases import Databases
from tests.support.measurements import Measurements
from tests.support.process import Node, serving
from tests.support.tls import certificate

# More than the kernel takes in for a client that does not read.
_REQUESTS = b"GET /docs HTTP/1.1\r\nHost: x\r\n\r\n" * 20
_SECONDS = 30
MEGABYTE = 1024 * 1024


async def test_clients_that_do_not_read_are_cut_off(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: `Progress.stalled` that finds none. A client that reads slowly, yet steadily, is left alone."""
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


def test_a_limit_in_all_is_shared_by_networks_and_the_longest_silent_end_first() -> None:
    """Mutant: room made by closing connections of all networks alike."""
    held = [_connection(number, "large", silent=number) for number in range(90)]
    held += [_connection(100 + number, "small") for number in range(5)]
    held += [_connection(200 + number, None) for number in range(20)]
    closed = list(beyond_limits(held, Limits(100, 80, 30)))
    assert {connection.network for connection in closed} == {"large"}
    assert min(connection.silent for connection in closed) == 90 - len(closed)
    assert 95 - len(closed) <= 100 - 12 - 20
    assert list(beyond_limits(held[90:], Limits(100, 80, 30))) == []


def test_a_48_of_ipv6_counts_as_one_network_and_a_trusted_proxy_as_none() -> None:
    """Mutant: a /64, of which one customer has 65,536."""
    proxies = (ip_network("2001:db8:7::/48"), ip_network("192.0.2.1"))
    assert counted_network("2001:db8:1:2::3", proxies) == counted_network("2001:db8:1:fff::9%eth0", proxies)
    assert counted_network("2001:db8:1::1", proxies) != counted_network("2001:db8:2::1", proxies)
    assert counted_network("::ffff:192.0.2.9", proxies) == counted_network("192.0.2.9", proxies)
    assert counted_network("2001:db8:7:1::1", proxies) is None
    assert counted_network("::ffff:192.0.2.1", proxies) is None


def test_reading_a_little_now_and_then_does_not_hold_a_connection() -> None:
    """Mutant: a time limit that any acknowledged byte starts anew."""
    progress = Progress(10)
    found = []
    for second in range(25):
        drip = _connection(1, "a", acknowledged=second * 100, waiting=True)
        steady = _connection(2, "a", acknowledged=second * 2000, waiting=True)
        idle = _connection(3, "a")
        found += [(second, connection.peer[1]) for connection in progress.stalled([drip, steady, idle], second)]
    assert found == [(10, 1), (20, 1)]


def _connection(
    number: int, network: str | None, *, silent: int = 0, acknowledged: int = 0, waiting: bool = False
) -> Connection:
    return Connection(number, ("192.0.2.1", number), network, silent, acknowledged, waiting)


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
