"""The parent process: signals at any moment, and workers that are replaced."""

import asyncio
import contextlib
import os
import signal
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from tests.support.databases import Databases
from tests.support.process import Node, serving
from tests.support.tls import certificate

SECONDS = 20


async def test_a_signal_that_comes_while_workers_are_forked_ends_the_server(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: without `BLOCKED_AT_START` a new worker handles it as its parent does, and ends half a minute later."""
    async with sqlite_databases.new(tmp_path) as environ:
        for number in (signal.SIGTERM, signal.SIGINT):
            node = Node(environ | {"DOORWARD_WORKERS": "3", "DOORWARD_DRAIN": "0s"}, log=tmp_path / "log")
            node.launch()
            try:
                async with asyncio.timeout(SECONDS):
                    # The first child prepares the database.
                    while len(node.workers()) < 2:
                        await asyncio.sleep(0)
                os.kill(node.pid, number)
                assert await node.ended(SECONDS) == 0
            finally:
                await node.close()
        assert "Killing" not in (tmp_path / "log").read_text()


async def test_reloads_in_a_row_refuse_no_connection(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutants: a second signal ends the wait for the new worker, and the old one stops before there is another; each
    worker has a socket of its own, whose waiting connections are reset when it stops."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        for _ in range(3):
            before = node.workers()
            os.kill(node.pid, signal.SIGHUP)
            replaced = asyncio.Event()
            clients = [asyncio.create_task(_connect_until(replaced, node)) for _ in range(16)]
            async with asyncio.timeout(SECONDS):
                while set(before) & set(node.workers()):
                    os.kill(node.pid, signal.SIGHUP)
                    await asyncio.sleep(0.05)
                replaced.set()
                await asyncio.gather(*clients)


async def _connect_until(end: asyncio.Event, node: Node) -> None:
    while not end.is_set():
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        writer.close()


async def test_a_connection_that_is_kept_learns_of_a_reload_from_an_answer(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: without `patience` idle connections are closed at once, and a request that is on its way is lost."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        os.kill(node.pid, signal.SIGHUP)
        head = b""
        async with asyncio.timeout(SECONDS):
            while b"connection: close" not in head:
                writer.write(b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 200 ")
                await asyncio.sleep(0.02)
        writer.close()


async def test_a_reload_that_can_not_start_leaves_the_old_worker(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: the old worker is stopped whether there is a new one or not."""
    log = tmp_path / "log"
    async with sqlite_databases.new(tmp_path) as environ:
        node = Node(environ | certificate(tmp_path), log=log)
        async with _running_with_tls(node) as http:
            before = node.workers()
            (tmp_path / "cert.pem").write_text("damaged")
            os.kill(node.pid, signal.SIGHUP)
            async with asyncio.timeout(SECONDS):
                while "The new worker-1 does not start; the old one goes on" not in log.read_text():
                    await asyncio.sleep(0.02)
            assert (await http.get("/readyz")).status_code == 200
            assert node.workers() == before


async def test_a_stop_does_not_wait_for_idle_connections_with_tls(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: the default of `ssl_shutdown_timeout`: half a minute for a client that does not read."""
    async with sqlite_databases.new(tmp_path) as environ:
        node = Node(environ | certificate(tmp_path) | {"DOORWARD_DRAIN": "0s"})
        async with _running_with_tls(node):
            idle = await asyncio.to_thread(_idle, node.port)
            os.kill(node.pid, signal.SIGTERM)
            assert await node.ended(15) == 0
            idle.close()


@contextlib.asynccontextmanager
async def _running_with_tls(node: Node) -> AsyncIterator[httpx.AsyncClient]:
    url = node.url.replace("http:", "https:")
    try:
        node.launch()
        async with httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http, asyncio.timeout(3 * SECONDS):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get("/readyz")).status_code == 200:
                        break
                await asyncio.sleep(0.02)
            yield http
    finally:
        await node.close()


def _idle(port: int) -> ssl.SSLSocket:
    """A connection that is kept after its answer, and not read."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    link = context.wrap_socket(socket.create_connection(("127.0.0.1", port)))
    link.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert link.recv(12) == b"HTTP/1.1 200"
    return link
