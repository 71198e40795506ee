"""Starting without a database, starting together, and ending with all that was started."""

import asyncio
import os
import signal
from pathlib import Path

import httpx
import pytest

from tests.support.databases import SECRET, Databases
from tests.support.postgres import PostgresServer
from tests.support.process import Node, serving
from tests.support.service import ADMIN_PASSWORD


def on_postgres(url: str, folder: Path) -> dict[str, str]:
    return {
        "DOORWARD_DATABASE_URL": url,
        "DOORWARD_SECRET": SECRET,
        "DOORWARD_DATA_DIR": str(folder),
        "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD,
    }


async def test_a_start_waits_for_the_database_and_says_so(server: PostgresServer, tmp_path: Path) -> None:
    """Mutant: without the loop in `app._schema_version` the start fails at once."""
    server.psql("CREATE DATABASE waited_for")
    await asyncio.to_thread(server.stop)
    log = tmp_path / "log"
    node = Node(on_postgres(server.url("waited_for"), tmp_path), log=log)
    try:
        node.launch()
        while "waiting up to 30 s for the database" not in (log.read_text() if log.exists() else ""):
            assert node.running
            await asyncio.sleep(0.05)
        await asyncio.to_thread(server.start)
        await node.ready()
    finally:
        await node.close()
    assert log.read_text().count("Connect call failed") == 1


async def test_a_start_gives_up_on_a_database_that_never_comes(tmp_path: Path) -> None:
    """Mutant: without the deadline in `app._schema_version` a wrong address is never reported."""
    log = tmp_path / "log"
    environ = on_postgres("postgresql://doorward:secret-word@127.0.0.1:9/nothing", tmp_path)
    node = Node(environ | {"DOORWARD_DATABASE_WAIT": "1s"}, log=log)
    node.launch()
    try:
        assert await node.ended() == 1
    finally:
        await node.close()
    assert "The database can't be opened" in log.read_text()
    assert "secret-word" not in log.read_text()


async def test_nodes_that_start_together_on_an_empty_database_migrate_it_once(
    server: PostgresServer, tmp_path: Path
) -> None:
    """Mutant: without `pg_advisory_xact_lock` in `schema._migrate_postgres` all but one fail to make the tables."""
    server.psql("CREATE DATABASE started_together")
    nodes = [Node(on_postgres(server.url("started_together"), tmp_path), log=tmp_path / "log") for _ in range(3)]
    try:
        for node in nodes:
            node.launch()
        await asyncio.gather(*(node.ready() for node in nodes))
        await asyncio.gather(*(node.login() for node in nodes))
    finally:
        for node in nodes:
            await node.close()
    assert server.psql("SELECT count(*) FROM users", "started_together") == "1"
    assert server.psql("SELECT count(*) FROM alembic_version", "started_together") == "1"
    assert "Traceback" not in (tmp_path / "log").read_text()


async def test_workers_end_with_a_server_that_was_killed(environ: dict[str, str]) -> None:
    """Mutant: without `worker.end_with_parent` they hold the port and answer for ever."""
    async with serving(environ) as node:
        (worker,) = node.workers()
        os.kill(node.pid, signal.SIGKILL)
        await node.ended()
        async with asyncio.timeout(30):
            while Path(f"/proc/{worker}").exists() and _state(worker) != "Z":
                await asyncio.sleep(0.02)
        with pytest.raises(httpx.TransportError):
            await node.http.get("/healthz")


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


async def test_an_interrupt_ends_event_streams_and_the_server_at_once(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: workers that are told only to drain; the server waits half a minute for a stream that has no end."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        admin = await node.login()
        async with node.http.stream("GET", "/api/events", headers=admin) as stream:
            pieces = stream.aiter_raw()
            assert b"retry" in await anext(pieces)
            os.kill(node.pid, signal.SIGINT)
            async with asyncio.timeout(10):
                assert [piece async for piece in pieces] == []  # The response ends as it should.
        assert await node.ended(10) == 0
