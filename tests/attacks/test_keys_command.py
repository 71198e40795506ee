"""`doorward keys` beside a running service."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import jwt
import pytest

from tests.support.cli import doorward
from tests.support.process import Node, serving, serving_many


@pytest.fixture
async def node(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[Node]:
    async with serving(environ | {"DOORWARD_WORKERS": "2", "DOORWARD_KEY_ANNOUNCEMENT": "0"}) as node:
        yield node


async def keys(environ: dict[str, str], *arguments: str) -> str:
    """Runs the command; returns its output."""
    run = await doorward(environ, "keys", *arguments)
    assert run.code == 0, run.err
    return run.out


def signer(tokens: dict[str, str]) -> str:
    return str(jwt.get_unverified_header(tokens["token"])["kid"])


async def show_new_key(kid: str, environ: dict[str, str], *nodes: Node) -> None:
    """A server that starts now signs with the new key; running nodes have not loaded it yet, and do so at once."""
    async with serving(environ) as newcomer:
        tokens = await newcomer.tokens()
        assert signer(tokens) == kid
        headers = {"Authorization": f"Bearer {tokens['token']}"}
        for node in nodes:
            assert (await node.http.get("/api/auth/user", headers=headers)).status_code == 200


@contextlib.asynccontextmanager
async def clients(*nodes: Node) -> AsyncIterator[None]:
    """Clients that read and refresh while the block lasts, four on each node. All their requests must succeed."""
    done = asyncio.Event()
    statuses: list[int] = []

    async def keep_requesting(node: Node, tokens: dict[str, str]) -> None:
        while not done.is_set():
            headers = {"Authorization": f"Bearer {tokens['token']}"}
            statuses.append((await node.http.get("/api/auth/user", headers=headers)).status_code)
            answer = await node.http.post("/api/auth/refresh", json={"refreshToken": tokens["refreshToken"]})
            statuses.append(answer.status_code)
            tokens = answer.json()["data"]

    load = [asyncio.create_task(keep_requesting(node, await node.tokens())) for node in nodes for _ in range(4)]
    try:
        yield
    finally:
        done.set()
        await asyncio.gather(*load)
    assert set(statuses) == {200}
    assert len(statuses) > 20


async def test_rotating_and_retiring_under_load_fails_no_request(node: Node, environ: dict[str, str]) -> None:
    tokens = await node.tokens()
    first = signer(tokens)
    async with clients(node):
        printed = await keys(environ, "rotate", "--now")
        new = printed.split()[0]
        # Both workers load the new key on their own.
        while {signer(await node.tokens()) for _ in range(4)} != {new}:
            await asyncio.sleep(0.1)
        assert first in await keys(environ, "list")

    await keys(environ, "retire", first)
    headers = {"Authorization": f"Bearer {tokens['token']}"}
    while (await node.http.get("/api/auth/user", headers=headers)).status_code == 200:
        await asyncio.sleep(0.1)
    assert (await node.tokens())["token"]


async def test_the_key_that_signs_can_not_be_retired(environ: dict[str, str], node: Node) -> None:
    kid = signer(await node.tokens())
    refused = await doorward(environ, "keys", "retire", kid)
    assert refused.code != 0
    assert "rotate first" in refused.err


async def test_changing_the_master_secret_under_load_fails_no_request(
    environ: dict[str, str], anyio_backend: str
) -> None:
    """Mutants: `_rekey` that seals nothing anew; a vault that knows one secret only."""
    new = {"DOORWARD_SECRET": "another secret that only the tests know, 98765"}
    both = environ | new | {"DOORWARD_PREVIOUS_SECRET": environ["DOORWARD_SECRET"]}
    async with serving_many(2, both) as nodes, clients(*nodes):
        assert "sealed under the new secret" in await keys(both, "rekey")
        printed = await keys(both, "rotate", "--now")
        # A node that starts later needs only the new secret.
        await show_new_key(printed.split()[0], environ | new, *nodes)


async def test_rekey_changes_the_secrets_file_of_a_service_that_runs(tmp_path: Path, anyio_backend: str) -> None:
    """Mutant: a vault that is opened once and kept."""
    environ = {"DOORWARD_DATA_DIR": str(tmp_path), "DOORWARD_ADMIN_PASSWORD": "correct horse battery staple"}
    async with serving(environ) as node:
        tokens = await node.tokens()
        old = (tmp_path / "secret.key").read_bytes()
        async with clients(node):
            assert "sealed under the new secret" in await keys(environ, "rekey")
            printed = await keys(environ, "rotate", "--now")
            await show_new_key(printed.split()[0], environ, node)
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
