"""The harness itself: a node is a real server, and nothing of it is left when its block ends."""

import asyncio
import socket
from pathlib import Path

from tests.support.process import serving


async def test_a_node_answers_and_leaves_nothing_running(environ: dict[str, str]) -> None:
    async with serving(environ) as node:
        headers = await node.login()
        assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 200
        pids, port = [node.pid, *node.workers()], node.port
        assert len(pids) == 2
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists() and "Z" not in _state(pid)]
    # The last thread of a killed process closes its socket, a moment after the first is gone.
    async with asyncio.timeout(5):
        while await asyncio.to_thread(_is_open, port):
            pass


async def test_a_killed_node_starts_again_with_what_it_acknowledged(environ: dict[str, str]) -> None:
    async with serving(environ) as node:
        headers = await node.login()
        node.kill()
        await node.start()
        assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 200


def _is_open(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
