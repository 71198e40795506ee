"""Staying up: crashes, kills, and what must still be true after them."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from doorward.core.jobs import Job, JobRunner
from doorward.settings import load
from tests.attacks.support import sign_in
from tests.support.cli import environment
from tests.support.process import ROOT, serving
from tests.support.service import PASSWORD, Client, Clock, Service, running


async def test_an_exception_in_a_background_task_never_kills_the_process(
    service: Service, admin: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Mutant: `JobRunner` that raises what it has logged."""
    rounds = asyncio.Semaphore(0)

    async def fail() -> None:
        rounds.release()
        raise RuntimeError("broken on purpose")

    runner = JobRunner(os.urandom, lambda: 0)
    runner.add(Job("breaking", 0.001, fail))
    runner.start()
    try:
        for _ in range(3):
            await asyncio.wait_for(rounds.acquire(), 30)
    finally:
        await runner.stop()
    assert (await admin.get("/api/auth/user")).code == 200
    assert "breaking failed; it will be tried again" in caplog.text
    assert logging.ERROR in {record.levelno for record in caplog.records}


async def test_a_reload_of_keys_that_fails_leaves_those_in_use(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*args: Any) -> Any:
        raise OSError("gone")

    monkeypatch.setattr("doorward.store.keys.newest_first", away)
    with pytest.raises(OSError, match="gone"):
        await service.core.keys.load()
    assert (await admin.get("/api/auth/user")).code == 200
    assert (await service.anonymous.post("/api/auth/refresh", {"refreshToken": admin.refresh_token})).code == 200


# Runs a command, and kills itself before the given statement of a migration.
KILLED_AT = """
import os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
left = int(sys.argv.pop(1))
def count(*_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "before_cursor_execute", count)
from doorward.cli import main
main()
"""


async def test_a_migration_that_is_killed_half_way_can_be_run_again(
    new_environ: dict[str, str], anyio_backend: str
) -> None:
    """Mutant: migrations outside of a transaction, which find half of their tables the next time."""

    def migrate(*how: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *how, "migrate"]
        return subprocess.run(
            command, env=environment(new_environ), cwd=ROOT, capture_output=True, text=True, check=False
        )

    for statement in (10, 20, 40):
        killed = await asyncio.to_thread(migrate, "-c", KILLED_AT, str(statement))
        assert killed.returncode == -signal.SIGKILL, killed.stderr
    done = await asyncio.to_thread(migrate, "-m", "doorward")
    assert done.returncode == 0, done.stderr
    async with serving(new_environ) as node:
        assert await node.tokens()


async def test_a_user_just_created_is_found_listed_and_can_sign_in_on_every_node(
    service: Service, admin: Client, environ: dict[str, str], clock: Clock
) -> None:
    """Mutant: a list that is cached for a second."""
    async with running(load(environ), clock) as other:
        there = Client(other, admin.tokens)
        for number in range(5):
            lists = ("/api/users", "/api/users?keyword=ann")
            before = [(await there.get(path)).data["total"] for path in lists]
            user = await service.create(admin, f"ann{number}")
            assert (await there.get(f"/api/users/{user['id']}")).data == user
            assert [(await there.get(path)).data["total"] - 1 for path in lists] == before
            assert (await sign_in(other.anonymous, f"ann{number}")).code == 200


async def test_acknowledged_writes_survive_a_kill(environ: dict[str, str], anyio_backend: str) -> None:
    """Mutant: answering before the commit. (That the disk has it by then is shown in tests/faults/test_disk.py.)"""
    async with serving(environ) as node:
        headers = await node.login()
        acknowledged: list[int] = []
        enough = asyncio.Event()

        async def create(number: int) -> None:
            body = {"username": f"user{number}", "password": PASSWORD}
            answer = await node.http.post("/api/users", json=body, headers=headers)
            if answer.status_code == 200:
                acknowledged.append(int(answer.json()["data"]["id"]))
                if len(acknowledged) == 20:
                    enough.set()

        writing = [asyncio.create_task(create(number)) for number in range(60)]
        await asyncio.wait_for(enough.wait(), 60)
        node.kill()
        await asyncio.gather(*writing, return_exceptions=True)
        await node.start()
        for user_id in acknowledged:
            assert (await node.http.get(f"/api/users/{user_id}", headers=headers)).status_code == 200


@pytest.fixture
async def new_environ(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of a service whose database is empty: no table, no key, no user."""
    administrator = {"DOORWARD_ADMIN_PASSWORD": "correct horse battery staple"}
    url = environ["DOORWARD_DATABASE_URL"]
    if url.startswith("sqlite"):
        return environ | administrator | {"DOORWARD_DATABASE_URL": f"sqlite:///{tmp_path}/empty.db"}
    import asyncpg

    connection: Any = await asyncpg.connect(url)
    try:
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    finally:
        await connection.close()
    return environ | administrator
