"""PostgreSQL restarted, crashed and replaced under load; and PgBouncer in between."""

import asyncio
import contextlib
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from tests.support.databases import PostgresDatabases
from tests.support.measurements import Measurements
from tests.support.postgres import PostgresServer, postgres_server
from tests.support.postgres_install import free_port, installation
from tests.support.process import Node, serving
from tests.support.writers import Writers

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def _kept_statements() -> list[int]:
    """The values of `max_prepared_statements` to test with: before version 1.21 there is no such setting."""
    shown = (
        subprocess.run([PGBOUNCER, "--version"], capture_output=True, text=True, check=True).stdout if PGBOUNCER else ""
    )
    version = tuple(int(part) for part in shown.split()[1].split(".")) if shown else ()
    return [0, 200] if version >= (1, 21) else [0]


@contextlib.asynccontextmanager
async def writing(node: Node) -> AsyncIterator[Writers]:
    """Writers at work for as long as the block lasts."""
    writers = await Writers.of(node)
    done = False
    task = asyncio.create_task(writers.write_until(lambda: done))
    try:
        await more(writers)
        yield writers
        await more(writers)
    finally:
        done = True
        await task


async def more(writers: Writers, count: int = 20) -> None:
    enough = writers.acknowledged + count
    async with asyncio.timeout(60):
        while writers.acknowledged < enough:
            await asyncio.sleep(0.01)


async def test_a_restart_of_the_database_costs_503s_and_nothing_else(
    own_databases: PostgresDatabases, server: PostgresServer, tmp_path: Path, measurements: Measurements, full: bool
) -> None:
    """Mutant: `DatabaseUnavailable` without `OperatorInterventionError` answers a shutdown with 500."""
    times = 10 if full else 1
    async with own_databases.new(tmp_path) as environ, serving(environ) as node:
        async with writing(node) as writers:
            for turn in range(times):
                await asyncio.to_thread(server.stop, "fast" if turn % 2 == 0 else "immediate")
                await asyncio.to_thread(server.start)
                await more(writers)
        assert set(writers.statuses) <= {200, 503}
        assert await writers.lost() == 0
    measured = f"{writers.acknowledged:,} acknowledged, 0 lost, {writers.statuses[503]} answered 503, nothing else"
    measurements.add(f"PostgreSQL restarted {times} times", "postgres", measured)


@pytest.fixture
def replicated() -> Iterator[tuple[PostgresServer, PostgresServer, PostgresDatabases]]:
    """A primary whose commits wait for its standby."""
    with postgres_server(durable=True, in_memory=True) as primary:
        databases = PostgresDatabases(primary.url("postgres"))
        standby = primary.standby("standby")
        primary.configure({"synchronous_standby_names": "standby"})
        primary.reload()
        yield primary, standby, databases


async def test_nodes_follow_a_promoted_standby_and_nothing_is_lost(
    replicated: tuple[PostgresServer, PostgresServer, PostgresDatabases], tmp_path: Path, measurements: Measurements
) -> None:
    """Mutant: without `target_session_attrs` nodes write to the standby, which is the first host of the URL."""
    primary, standby, databases = replicated
    async with databases.new(tmp_path) as environ:
        parts = urlsplit(environ["DOORWARD_DATABASE_URL"])
        credentials = parts.netloc.rpartition("@")[0]
        # The standby first: what is asked for is the server that takes writes, not the first that answers.
        hosts = f"{credentials}@127.0.0.1:{standby.port},127.0.0.1:{primary.port}"
        environ["DOORWARD_DATABASE_URL"] = parts._replace(netloc=hosts).geturl()
        async with serving(environ, log=tmp_path / "log") as node:
            async with writing(node) as writers:
                await asyncio.to_thread(primary.kill)
                await asyncio.to_thread(standby.promote)
            assert set(writers.statuses) <= {200, 503}, (tmp_path / "log").read_text()
            assert await writers.lost() == 0
        # The test's database is dropped at the primary.
        primary.configure({"synchronous_standby_names": ""})
        await asyncio.to_thread(primary.start)
    measured = f"{writers.acknowledged} acknowledged, 0 lost, {writers.statuses[503]} answered 503 meanwhile"
    measurements.add("primary killed, standby promoted", "postgres", measured)


@contextlib.contextmanager
def pgbouncer(server: PostgresServer, kept_statements: int) -> Iterator[int]:
    """PgBouncer in transaction mode, with fewer connections to the server than there are clients."""
    install = installation()
    folder, port = install.new_folder(), free_port()
    password = urlsplit(server.url()).password
    (folder / "users").write_text(f'"postgres" "{password}"\n')
    (folder / "ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {folder / 'users'}\n"
        # The server's connections take turns, so that no two transactions in a row share one by luck.
        "pool_mode = transaction\ndefault_pool_size = 2\nmin_pool_size = 2\nserver_round_robin = 1\n"
        + (f"max_prepared_statements = {kept_statements}\n" if len(_kept_statements()) > 1 else "")
    )
    for name in ("users", "ini"):
        install.own(folder / name)
    account = install.account
    process = subprocess.Popen(
        [str(PGBOUNCER), "-q", str(folder / "ini")],
        cwd=folder,
        user=account.user,
        group=account.group,
        extra_groups=account.extra_groups,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield port
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(PGBOUNCER is None, reason="pgbouncer is not installed")
@pytest.mark.parametrize("kept_statements", _kept_statements())
async def test_it_works_through_pgbouncer_in_transaction_mode(
    own_databases: PostgresDatabases, server: PostgresServer, tmp_path: Path, anyio_backend: str, kept_statements: int
) -> None:
    """Mutants: without `statement_cache_size` what was prepared on one connection is run on another, which does not
    know it; a PgBouncer that keeps prepared statements and is not recognised."""
    async with own_databases.new(tmp_path) as environ:
        with pgbouncer(server, kept_statements) as port:
            parts = urlsplit(environ["DOORWARD_DATABASE_URL"])
            through = parts._replace(netloc=f"{parts.netloc.rpartition(':')[0]}:{port}").geturl()
            through_environ = environ | {"DOORWARD_DATABASE_URL": through, "DOORWARD_DATABASE_PGBOUNCER": "true"}
            async with serving(through_environ, log=tmp_path / "log") as node:
                async with writing(node) as writers:
                    # Different statements: one that is run in the place of another would show.
                    paths = ("/api/auth/user", "/api/users/1", "/api/users?keyword=adm")
                    read = await asyncio.gather(*(_read(node, path, writers.headers) for path in paths))
                    assert set().union(*read) == {200}
                assert set(writers.statuses) == {200}
                assert await writers.lost() == 0
                # One of the two connections to the server, with what the node has prepared there.
                connection: Any = await asyncpg.connect(through, statement_cache_size=0)
                prepared = await connection.fetchval("SELECT count(*) FROM pg_prepared_statements")
                await connection.close()
                assert (prepared > 5) == (kept_statements > 0)


async def _read(node: Node, path: str, headers: dict[str, str]) -> set[int]:
    return {(await node.http.get(path, headers=headers)).status_code for _ in range(20)}
