"""SIGHUP: the end of the terminal, or a reload."""

import asyncio
import fcntl
import os
import pty
import signal
import sys
import termios
from pathlib import Path

import httpx

from tests.support.cli import environment
from tests.support.databases import Databases
from tests.support.postgres_install import free_port
from tests.support.process import serving

PATIENCE_SECONDS = 60


def _take_terminal() -> None:
    os.setsid()
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)


async def test_a_server_in_the_foreground_of_a_terminal_ends_with_the_terminal(tmp_path: Path) -> None:
    """Mutant: granian's handler, which starts new workers and goes on without a terminal."""
    master, terminal = pty.openpty()
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "serve", "--port", str(port)),
        env=environment({}), cwd=tmp_path, stdin=terminal, stdout=terminal, stderr=terminal, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(terminal)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), httpx.AsyncClient(trust_env=False) as http:
            while not await _answers(http, port):
                await asyncio.sleep(0.02)
            os.close(master)
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _answers(http: httpx.AsyncClient, port: int) -> bool:
    try:
        return (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200
    except httpx.TransportError:
        return False


async def test_without_a_terminal_the_same_signal_replaces_the_workers(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: a handler that ends the server whenever there is no terminal."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        before = node.workers()
        os.kill(node.pid, signal.SIGHUP)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while set(before) & set(node.workers()):
                await asyncio.sleep(0.02)
        await node.ready()
