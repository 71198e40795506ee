"""The examples, as processes of their own, with a real Doorward."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.support.databases import SQLiteDatabases
from tests.support.postgres_install import free_port
from tests.support.process import Node, serving

from doorward_client.api import AsyncClient

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[3]
PASSWORD = "a long enough password"
COMMANDS = {
    "fastapi": ["granian", "--interface", "asgi", "--no-ws", "--log-level", "warning", "--port", "{port}", "app:app"],
    "flask": ["flask", "run", "--port", "{port}"],
    "django": ["manage.py", "runserver", "--noreload", "{port}"],
}


@contextlib.asynccontextmanager
async def example(name: str, doorward: str) -> AsyncIterator[httpx.AsyncClient]:
    port = free_port()
    arguments = [argument.format(port=port) for argument in COMMANDS[name]]
    command = [sys.executable, *([] if name == "django" else ["-m"]), *arguments]
    environ = os.environ | {"DOORWARD_URL": doorward, "PYTHONPATH": str(ROOT / "clients/python/src")}
    process = subprocess.Popen(
        command,
        cwd=ROOT / "examples" / name,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=20) as http:
            await _answers(http, process)
            yield http
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 20)


async def _answers(http: httpx.AsyncClient, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(1200):
        assert process.poll() is None, f"the example ended with {process.returncode}"
        with contextlib.suppress(httpx.TransportError):
            await http.get("/orders")
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the example does not answer")


async def _drive(name: str, node: Node) -> None:
    async with example(name, node.url) as http, AsyncClient(node.url) as ann:
        token = (await ann.sign_in("ann", PASSWORD))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert (await http.get("/orders")).status_code == 401
        read = await http.get("/orders", headers=headers)
        assert (read.status_code, read.json()["orders"][0]["item"]) == (200, "Lamp"), name
        assert (await http.post("/orders", json={"item": "Chair"}, headers=headers)).status_code == 403
        await ann.sign_out()
        for _ in range(200):
            if (refused := await http.get("/orders", headers=headers)).status_code == 401:
                assert "revoked" in refused.text
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"{name} accepts the token of an ended session")


async def test_the_examples_serve_users_with_the_permission_until_their_session_ends(
    sqlite_databases: SQLiteDatabases, tmp_path: Path
) -> None:
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ) as node,
        AsyncClient(node.url) as admin,
    ):
        await admin.sign_in("admin", "correct horse battery staple")
        await admin.roles_create({"name": "clerk", "permissions": ["orders:read"]})
        await admin.users_create({"username": "ann", "password": PASSWORD, "roles": ["clerk"]})
        await asyncio.gather(*(_drive(name, node) for name in COMMANDS))
