"""`doorward keys`, as it is run beside a service that serves."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import jwt
import pytest

from tests.support.process import ROOT, Node, serving


@pytest.fixture
async def node(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[Node]:
    async with serving(environ | {"DOORWARD_WORKERS": "2", "DOORWARD_KEY_ANNOUNCEMENT": "0"}) as node:
        yield node


def keys(environ: dict[str, str], *arguments: str) -> str:
    """Runs the command; returns what it printed."""
    command = [sys.executable, "-m", "doorward", "keys", *arguments]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), **environ}
    return subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def signer(tokens: dict[str, str]) -> str:
    return str(jwt.get_unverified_header(tokens["token"])["kid"])


async def test_rotating_and_retiring_under_load_fails_no_request(node: Node, environ: dict[str, str]) -> None:
    tokens = await node.tokens()
    first = signer(tokens)
    done = asyncio.Event()
    statuses: list[int] = []

    async def go_on(tokens: dict[str, str]) -> None:
        while not done.is_set():
            headers = {"Authorization": f"Bearer {tokens['token']}"}
            statuses.append((await node.http.get("/api/auth/user", headers=headers)).status_code)
            answer = await node.http.post("/api/auth/refresh", json={"refreshToken": tokens["refreshToken"]})
            statuses.append(answer.status_code)
            tokens = answer.json()["data"]

    load = [asyncio.create_task(go_on(await node.tokens())) for _ in range(4)]
    printed = await asyncio.to_thread(keys, environ, "rotate", "--now")
    new = printed.split()[0]
    # Both workers take the new key up by themselves.
    while {signer(await node.tokens()) for _ in range(4)} != {new}:
        await asyncio.sleep(1)
    assert first in await asyncio.to_thread(keys, environ, "list")
    done.set()
    await asyncio.gather(*load)
    assert set(statuses) == {200}
    assert len(statuses) > 20

    await asyncio.to_thread(keys, environ, "retire", first)
    headers = {"Authorization": f"Bearer {tokens['token']}"}
    while (await node.http.get("/api/auth/user", headers=headers)).status_code == 200:
        await asyncio.sleep(1)
    assert (await node.tokens())["token"]


async def test_the_key_that_signs_can_not_be_retired(environ: dict[str, str], node: Node) -> None:
    kid = signer(await node.tokens())
    with pytest.raises(subprocess.CalledProcessError) as refused:
        await asyncio.to_thread(keys, environ, "retire", kid)
    assert "rotate first" in refused.value.stderr


async def test_rekey_changes_the_secrets_file_of_a_service_that_runs(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path), "DOORWARD_ADMIN_PASSWORD": "correct horse battery staple"}
    async with serving(environ) as node:
        tokens = await node.tokens()
        old = (tmp_path / "secret.key").read_bytes()
        assert "sealed under the new secret" in await asyncio.to_thread(keys, environ, "rekey")
        assert (tmp_path / "secret.key").read_bytes() != old
        headers = {"Authorization": f"Bearer {tokens['token']}"}

        async def check() -> None:
            answer: httpx.Response = await node.http.get("/api/auth/user", headers=headers)
            assert answer.status_code == 200
            assert await node.tokens()

        await check()
        node.kill()
        await node.start()
        await check()
