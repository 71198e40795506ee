"""Real server processes for tests: `python -m doorward serve` on a free port of the loopback.

    async with serving(environ) as node:
        await node.http.get("/healthz")
        node.kill()
        await node.start()

A node is a process group of its own, so that a signal reaches the server with its workers, and nothing else.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import httpx

from tests.support.postgres_install import free_port
from tests.support.service import ADMIN_PASSWORD

ROOT = Path(__file__).parents[2]
READY_SECONDS = 30.0
STOP_SECONDS = 40.0
_POLL_SECONDS = 0.02


class Node:
    """One server, which may be started, killed and started again on the same port and database."""

    def __init__(
        self,
        environ: Mapping[str, str],
        prefix: Sequence[str] = (),
        log: Path | None = None,
        options: Sequence[str] = (),
    ) -> None:
        """`prefix`: a command that runs the server, such as strace with its options; `options`: more for `serve`."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.prefix, self.options = list(prefix), list(options)
        self.environ = dict(environ)
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        limits = httpx.Limits(max_connections=None)
        # trust_env: ignores the proxies of the environment.
        self.http = httpx.AsyncClient(base_url=self.url, limits=limits, timeout=30, trust_env=False)

    @property
    def pid(self) -> int:
        return self._running().pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def launch(self) -> None:
        """Starts the process, and does not wait until it answers."""
        assert not self.running, "the server runs already"
        command = [*self.prefix, sys.executable, "-m", "doorward", "serve", "--port", str(self.port), *self.options]
        with open(self._log or os.devnull, "ab") as output:
            self._process = subprocess.Popen(
                command,
                env=_environment(self.environ),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    async def ready(self, seconds: float = READY_SECONDS, status: int = 200) -> float:
        """Waits until /readyz answers with the status; returns how long that took."""
        begun = time.monotonic()
        while True:
            assert self.running, f"the server ended with {self._process and self._process.returncode}"
            with contextlib.suppress(httpx.TransportError):
                if (await self.http.get("/readyz")).status_code == status:
                    return time.monotonic() - begun
            assert time.monotonic() - begun < seconds, f"no {status} from /readyz within {seconds} s"
            await asyncio.sleep(_POLL_SECONDS)

    async def start(self) -> float:
        """Starts the server; returns how long it took until it was ready."""
        self.launch()
        return await self.ready()

    def kill(self) -> None:
        """SIGKILL of the server and its workers, as close together as signals can be."""
        self.signal_group(signal.SIGKILL)
        self._running().wait(STOP_SECONDS)
        _wait_for_group(self._running().pid)

    async def terminate(self) -> int:
        """SIGTERM, as a supervisor sends it; returns the exit code."""
        os.kill(self.pid, signal.SIGTERM)
        return await self.ended()

    async def ended(self, seconds: float = STOP_SECONDS) -> int:
        return await asyncio.to_thread(self._running().wait, seconds)

    def signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._running().pid, number)

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(pid) for pid in children]

    async def login(self, username: str = "admin", password: str = ADMIN_PASSWORD) -> dict[str, str]:
        """Signs in; returns the headers of the session."""
        return {"Authorization": f"Bearer {(await self.tokens(username, password))['token']}"}

    async def tokens(self, username: str = "admin", password: str = ADMIN_PASSWORD) -> dict[str, str]:
        answer = await self.http.post("/api/auth/login", json={"username": username, "password": password})
        assert answer.status_code == 200, answer.text
        tokens: dict[str, str] = answer.json()["data"]
        return tokens

    async def close(self) -> None:
        await self.http.aclose()
        if self._process is None:
            return
        # Even if it ended: the group outlives its leader when a test killed only that.
        await asyncio.to_thread(self.kill)

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server was not started"
        return self._process


@contextlib.asynccontextmanager
async def serving(
    environ: Mapping[str, str], prefix: Sequence[str] = (), log: Path | None = None
) -> AsyncIterator[Node]:
    """A running server, gone with its workers when the block ends."""
    node = Node(environ, prefix, log)
    try:
        await node.start()
        yield node
    finally:
        await node.close()


@contextlib.asynccontextmanager
async def serving_many(count: int, environ: Mapping[str, str]) -> AsyncIterator[list[Node]]:
    """Nodes on one database."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(serving(environ)) for _ in range(count)]


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without Doorward's settings, and with the sources under test."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DOORWARD_")}
    return inherited | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"} | dict(environ)


def _wait_for_group(group: int) -> None:
    """A worker may hold its port for a moment after its server has ended."""
    deadline = time.monotonic() + STOP_SECONDS
    while _group_lives(group):
        assert time.monotonic() < deadline, f"process group {group} outlived SIGKILL"
        time.sleep(_POLL_SECONDS)


def _group_lives(group: int) -> bool:
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, process_group = entry.read_text(errors="replace").rpartition(")")[2].split()[:3]
            if int(process_group) == group and state not in "ZX":
                return True
    return False
