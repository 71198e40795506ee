"""The harness itself: its servers are real, survive what they should survive, and leave nothing behind."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from .postgres import PostgresServer, external_url, postgres_server

ROOT = Path(__file__).parents[2]

OWNER = """
import json, signal
from tests.support.postgres import postgres_server
from tests.support.test_postgres_harness import traces
with postgres_server(in_memory=True) as server:
    server.psql("CREATE TABLE kept (n int)")
    {before}
    print(json.dumps(found), flush=True)
    signal.pause()
"""


async def fetch(server: PostgresServer, sql: str, *arguments: object) -> list[Any]:
    connection = await asyncpg.connect(server.url())
    try:
        return [row[0] for row in await connection.fetch(sql, *arguments)]
    finally:
        await connection.close()


def query(server: PostgresServer, sql: str, *arguments: object) -> list[Any]:
    return asyncio.run(fetch(server, sql, *arguments))


def traces(server: PostgresServer) -> dict[str, Any]:
    """What the server occupies: its folder, port, processes and System V segment."""
    lock = (server.data_dir / "postmaster.pid").read_text().splitlines()
    children = server.psql("SELECT pid FROM pg_stat_activity").split()
    return {
        "folder": str(server.data_dir.parent),
        "port": server.port,
        "pids": [int(lock[0]), *map(int, children)],
        "segment": int(lock[6].split()[1]),
    }


def leftovers(found: dict[str, Any]) -> list[str]:
    folder, port, pids, segment = found["folder"], found["port"], found["pids"], found["segment"]
    segments = {int(line.split()[1]) for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]}
    with socket.socket() as client:
        listening = client.connect_ex(("127.0.0.1", port)) == 0
    mentions = [entry.name for entry in Path("/proc").glob("[0-9]*") if folder in command_line(entry)]
    return [
        *([f"folder {folder}"] if Path(folder).exists() else []),
        *([f"port {port}"] if listening else []),
        *([f"segment {segment}"] if segment in segments else []),
        *[f"process {pid}" for pid in pids if command_line(Path(f"/proc/{pid}")).startswith("postgres")],
        *[f"process {pid}" for pid in mentions],
    ]


def command_line(process: Path) -> str:
    """Empty for a process that is gone, and for a zombie."""
    with suppress(OSError):
        return (process / "cmdline").read_bytes().decode(errors="replace")
    return ""


def test_a_server_answers_and_has_trigrams_for_letters_beyond_ascii() -> None:
    with postgres_server(in_memory=True) as server:
        assert server.psql("CREATE EXTENSION pg_trgm; SELECT 6 * 7") == "42"
        assert query(server, "SELECT similarity('žšč', 'žšč')") == [1]


def test_a_server_requires_its_password() -> None:
    with postgres_server(in_memory=True) as server, pytest.raises(asyncpg.InvalidPasswordError):
        asyncio.run(asyncpg.connect(server.url().replace("postgres:", "postgres:not-", 1)))


def test_a_server_is_as_durable_as_asked_and_takes_options() -> None:
    asked = "SELECT setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')"
    with postgres_server(in_memory=True) as server:
        assert query(server, asked) == ["off", "off", "off"]
    with postgres_server(durable=True, options={"application_name": "it's"}) as server:
        assert query(server, asked) == ["on", "on", "on"]
        assert query(server, "SHOW application_name") == ["it's"]


def test_servers_run_side_by_side_without_sharing_data() -> None:
    with postgres_server(in_memory=True) as one, postgres_server() as other:
        one.psql("CREATE TABLE only_here (n int)")
        assert query(other, "SELECT to_regclass('only_here')") == [None]


def test_a_server_that_cannot_start_says_why() -> None:
    with pytest.raises(RuntimeError, match="no_such_setting"), postgres_server(options={"no_such_setting": "1"}):
        pytest.fail("it started")


def test_a_killed_server_comes_back_with_what_was_committed() -> None:
    with postgres_server(durable=True, in_memory=True) as server:
        server.psql("CREATE TABLE kept AS SELECT 1 AS n")
        url = server.url()
        server.kill()
        assert not server.running
        server.start()
        assert server.running
        assert server.url() == url
        assert query(server, "SELECT n FROM kept") == [1]


@pytest.mark.parametrize("mode", ["smart", "fast", "immediate"])
def test_a_stopped_server_comes_back_with_what_was_committed(mode: str) -> None:
    with postgres_server(durable=True, in_memory=True) as server:
        server.psql("CREATE TABLE kept AS SELECT 1 AS n")
        server.stop(mode)
        assert not server.running
        server.start()
        assert query(server, "SELECT n FROM kept") == [1]


def test_a_standby_receives_rows_and_can_be_promoted() -> None:
    with postgres_server(options={"synchronous_commit": "remote_apply"}) as primary:
        primary.configure({"synchronous_standby_names": "second"})
        standby = primary.standby("second")
        primary.reload()
        primary.psql("CREATE TABLE kept AS SELECT 1 AS n")
        assert query(standby, "SELECT n FROM kept") == [1]
        primary.kill()
        standby.promote()
        standby.psql("INSERT INTO kept VALUES (2)")
        assert query(standby, "SELECT n FROM kept ORDER BY n") == [1, 2]


def test_a_commit_waits_for_a_synchronous_standby_as_soon_as_the_reload_returns() -> None:
    with postgres_server(durable=True, in_memory=True) as primary:
        standby = primary.standby()
        standby.stop()
        primary.psql("CREATE TABLE kept (n int)")
        primary.configure({"synchronous_standby_names": "standby"})
        primary.reload()
        asyncio.run(commit_that_waits(primary, standby))
        assert query(standby, "SELECT pg_is_in_recovery()") == [True]


async def commit_that_waits(primary: PostgresServer, standby: PostgresServer) -> None:
    commit = asyncio.create_task(fetch(primary, "INSERT INTO kept VALUES (1) RETURNING n"))
    while not await fetch(primary, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"):
        assert not commit.done(), "the commit did not wait"
    await asyncio.to_thread(standby.start)
    assert await commit == [1]


@pytest.mark.parametrize("end", [None, ValueError, KeyboardInterrupt])
def test_nothing_is_left_after_the_block(end: type[BaseException] | None) -> None:
    found: list[dict[str, Any]] = []
    with suppress(ValueError, KeyboardInterrupt), postgres_server() as server:
        found += [traces(server), traces(server.standby())]
        if end:
            raise end
    assert [leftovers(each) for each in found] == [[], []]


def test_nothing_is_left_of_a_server_that_was_killed() -> None:
    with postgres_server(in_memory=True) as server:
        found = traces(server)
        server.kill()
    assert leftovers(found) == []


@pytest.mark.parametrize("server_killed", [False, True])
def test_nothing_is_left_when_the_owning_process_is_killed(server_killed: bool) -> None:
    before = "found = traces(server)" + ("; server.kill()" if server_killed else "")
    command = [sys.executable, "-c", OWNER.format(before=before)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        found = json.loads(owner.stdout.readline())
        owner.send_signal(signal.SIGKILL)
        # The watchdog holds the pipe as well: its end is the end of the sweep.
        owner.stdout.read()
    assert leftovers(found) == []
    assert not Path(found["folder"]).parent.exists()


def test_an_external_server_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOORWARD_TEST_POSTGRES_URL", raising=False)
    assert external_url() is None
    monkeypatch.setenv("DOORWARD_TEST_POSTGRES_URL", "postgresql://elsewhere/doorward")
    assert external_url() == "postgresql://elsewhere/doorward"
