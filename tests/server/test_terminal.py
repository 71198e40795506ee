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
# A leader of a session that keeps SIGHUP to itself and waits for its child, as make does.
LEADER = "import signal, subprocess, sys; signal.signal(signal.SIGHUP, lambda *_: None); subprocess.call(sys.argv[1:])"


def _take_terminal() -> None:
    os.setsid()
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)


async def test_a_server_in_the_foreground_of_a_terminal_ends_with_the_terminal(tmp_path: Path) -> None:
    """Mutant: a handler that starts new workers and goes on without a terminal."""
    await _end_with_terminal(tmp_path)


async def test_a_server_ends_with_its_terminal_also_if_the_program_that_started_it_alone_gets_the_signal(
    tmp_path: Path,
) -> None:
    """Mutant: no watch of the terminal. `make run` in a terminal of its own, as of ssh, left the server running."""
    await _end_with_terminal(tmp_path, sys.executable, "-c", LEADER)


async def _end_with_terminal(folder: Path, *leader: str) -> None:
    master, terminal = pty.openpty()
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(*leader, sys.executable, "-m", "doorward", "serve", "--port", str(port)),
        env=environment({}), cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(terminal)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), httpx.AsyncClient(trust_env=False) as http:
            while not await _answers(http, port):
                await asyncio.sleep(0.02)
            os.close(master)
            assert await process.wait() == 0
            assert not await _answers(http, port)
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
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
