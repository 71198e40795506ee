"""An import whose commits are slow, cut off or killed, and a second import beside it."""

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from tests.features.transfer import samples
from tests.support.cli import ROOT, doorward, environment
from tests.support.databases import Databases
from tests.support.postgres_install import free_port
from tests.support.service import Service

# Commits take this long, in the manner of the triggers of the search indexes.
_SLOW = """
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_sleep({seconds}) WHERE NEW.position > 0; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT OR UPDATE ON imports DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION dawdle();
"""


def write_rows(folder: Path, count: int) -> Path:
    file = folder / "users.jsonl"
    with file.open("w") as lines:
        for number in range(count):
            row = {"username": f"u{number}", "passwordHash": samples.BCRYPT, "roles": ["user"]}
            lines.write(json.dumps(row) + "\n")
    return file


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_commit_may_take_longer_than_the_time_limit_of_requests(postgres: Databases, tmp_path: Path) -> None:
    """Mutant: the pool of a command with the limits of the service; the import then fails and its users appear."""
    file = write_rows(tmp_path, 10)
    async with postgres.new(tmp_path) as environ, connection(environ) as sql:
        await sql.execute(_SLOW.format(seconds=2.5))
        run = await doorward(environ | {"DOORWARD_DATABASE_TIMEOUT": "1"}, "import", str(file), "--json")
        assert (run.code, run.json["created"]) == (0, 10), run.err


async def test_a_rerun_waits_for_the_commit_that_a_lost_connection_left_to_the_server(
    postgres: Databases, tmp_path: Path
) -> None:
    """Mutant: progress that is read without the lock of the batches; the rerun then refuses its own users."""
    file = write_rows(tmp_path, 100)
    async with postgres.new(tmp_path) as environ, connection(environ) as sql:
        await sql.execute(_SLOW.format(seconds=2))
        async with cut_during_slow_commit(environ, sql) as behind_proxy:
            first = await doorward(behind_proxy, "import", str(file), "--json")
        assert first.code == 1
        await _finish(environ, file, 100, sql)
        assert "run the same command again" in first.error["message"]


async def test_a_rerun_waits_for_the_commit_of_an_import_that_was_killed(postgres: Databases, tmp_path: Path) -> None:
    """Mutants: as above; a lock for one import at a time that outlives its process."""
    file = write_rows(tmp_path, 100)
    async with postgres.new(tmp_path) as environ, connection(environ) as sql:
        await sql.execute(_SLOW.format(seconds=2))
        process = await _start(environ, file)
        await _slow_commit(sql)
        process.kill()
        await process.wait()
        await _finish(environ, file, 100, sql)


async def test_a_second_import_says_which_one_is_running_and_since_when(
    environ: dict[str, str], service: Service, tmp_path: Path
) -> None:
    """Mutant: no lock; both run, and each refuses users that the other has imported."""
    file, other = write_rows(tmp_path, 40_000), tmp_path / "other.csv"
    other.write_text("username\nann\n")
    process = await _start(environ, file)
    try:
        while not await service.core.database.fetchrow("SELECT 1 FROM imports"):
            await asyncio.sleep(0.01)
        run = await doorward(environ, "import", str(other), "--json")
        expected = r"An import of users\.jsonl is running since 20\d\d-.*Z, [\d,]+ rows are done; run .*"
        assert (run.code, bool(re.fullmatch(expected, run.error["message"]))) == (3, True), run.err
    finally:
        process.kill()
        await process.wait()
    # The lock ends with the process, on PostgreSQL as soon as the server has noticed.
    async with asyncio.timeout(30):
        while (run := await doorward(environ, "import", str(other), "--json")).code == 3:
            await asyncio.sleep(0.05)
    assert run.json["created"] == 1


@contextlib.asynccontextmanager
async def connection(environ: dict[str, str]) -> AsyncIterator[Any]:
    opened: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
    try:
        yield opened
    finally:
        await opened.close()


async def _finish(environ: dict[str, str], file: Path, count: int, sql: Any) -> None:
    """Runs the import to its end."""
    run = await doorward(environ, "import", str(file), "--json")
    assert run.code == 0, run.err or run.out
    assert (run.json["created"], run.json["refused"]) == (count, 0)
    assert await sql.fetchval("SELECT count(*) FROM users") == count + 1


async def _start(environ: dict[str, str], file: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "import", str(file)),
        env=environment(environ),
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )


async def _slow_commit(sql: Any) -> None:
    """Waits until a commit is under way."""
    condition = "datname = current_database() AND state = 'active' AND query = 'COMMIT' AND wait_event = 'PgSleep'"
    async with asyncio.timeout(30):
        while not await sql.fetchval(f"SELECT count(*) FROM pg_stat_activity WHERE {condition}"):
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def cut_during_slow_commit(environ: dict[str, str], sql: Any) -> AsyncIterator[dict[str, str]]:
    """A proxy before PostgreSQL that closes its clients' connections during a slow commit, and not the server's."""
    url, port = urlsplit(environ["DOORWARD_DATABASE_URL"]), free_port()
    clients: list[asyncio.StreamWriter] = []
    servers: list[asyncio.StreamWriter] = []

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(url.hostname, url.port)
        clients.append(writer)
        servers.append(server_writer)
        await asyncio.gather(forward(reader, server_writer), forward(server_reader, writer))

    async def cut() -> None:
        await _slow_commit(sql)
        server.close()
        for writer in clients:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    cutting = asyncio.create_task(cut())
    netloc = url.netloc.replace(f":{url.port}", f":{port}")
    try:
        yield environ | {"DOORWARD_DATABASE_URL": url._replace(netloc=netloc).geturl()}
        await cutting
    finally:
        for writer in servers:
            writer.close()
