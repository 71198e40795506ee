"""The rolling upgrade of docs/operations.md, from the previous version of the code and back to it, under load.

Both databases keep one node in service while another is replaced. Nodes on PostgreSQL are restarted where they are, one
after the other. On SQLite there is one node: the other version starts beside it on the same file, on another port, and
then the first one stops.
"""

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from doorward import app, preparation
from doorward.database import schema
from doorward.search.filling import is_ready
from tests.support import previous_version
from tests.support.cli import doorward, doorward_process, environment
from tests.support.databases import PostgresDatabases
from tests.support.everyday_load import EverydayLoad
from tests.support.measurements import Measurements
from tests.support.old_schema import as_before, empty
from tests.support.process import Node
from tests.support.proxy import proxy_before
from tests.support.service import ADMIN_PASSWORD

# The proxy asks ten times a second whether a node is ready, and has to notice within the drain.
_SETTINGS = {"DOORWARD_DRAIN": "1", "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD, "DOORWARD_LOGIN_RATE": "0"}
_NEW: dict[str, str] = {}
_FILL = """
import asyncio
from doorward.app import build, load_settings, system_clock

async def fill():
    core = build(load_settings(), system_clock)
    await core.database.open()
    await core.users.directory.fill()
    await core.database.close()

asyncio.run(fill())
"""


@pytest.fixture(scope="session")
def old(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which the previous version runs. It is built once for both databases."""
    return {"PYTHONPATH": str(previous_version.install(tmp_path_factory.mktemp("previous")))}


class Nodes:
    """Two places for nodes behind a proxy: both in use on PostgreSQL, one at a time on SQLite."""

    def __init__(self, environ: dict[str, str], log: Path) -> None:
        self._environ, self._log = environ | _SETTINGS, log
        self._places = [Node(self._environ, log=log), Node(self._environ, log=log)]
        self._pair = not environ["DOORWARD_DATABASE_URL"].startswith("sqlite")

    @property
    def ports(self) -> list[int]:
        return [node.port for node in self._places]

    @property
    def running(self) -> list[Node]:
        return [node for node in self._places if node.running]

    async def start(self, version: dict[str, str]) -> None:
        for node in self._places if self._pair else self._places[:1]:
            await self._start(node, version)

    async def replace(self, version: dict[str, str], load: EverydayLoad) -> None:
        """Gives every node that version of the code."""
        if self._pair:
            for node in self._places:
                assert await node.terminate() == 0
                await self._start(node, version)
                await load.everything_again()
        else:
            former, free = sorted(self._places, key=lambda node: not node.running)
            await self._start(free, version)
            await load.everything_again()
            assert await former.terminate() == 0
            await load.everything_again()

    async def _start(self, node: Node, version: dict[str, str]) -> None:
        node.environ = self._environ | version
        await node.start()

    def log(self) -> str:
        return self._log.read_text()

    async def close(self) -> None:
        for node in self._places:
            await node.close()


@pytest.mark.alone
async def test_a_rolling_upgrade_and_the_way_back_fail_no_request_and_lose_no_write(
    environ: dict[str, str], old: dict[str, str], tmp_path: Path, measurements: Measurements
) -> None:
    """Mutants: `_record_oldest` that ignores `works_from`; a newest migration without it, or one that takes away or
    renames what the previous version reads."""
    begun = time.monotonic()
    await empty(environ)
    nodes = Nodes(environ, tmp_path / "log")
    try:
        await nodes.start(old)
        async with (
            proxy_before(nodes.ports) as proxy,
            httpx.AsyncClient(base_url=proxy.url, timeout=30, trust_env=False) as http,
        ):
            async with EverydayLoad(http) as load:
                await load.everything_again()
                migrated = await doorward(environ, "migrate", "--json")
                assert migrated.code == 0, migrated.err
                await load.everything_again()
                for node in nodes.running:
                    assert (await node.http.get("/readyz")).status_code == 200
                await nodes.replace(_NEW, load)
                await nodes.replace(old, load)
            assert await load.lost() == []
        await _check_that_it_says_that_it_is_behind(nodes, environ, old)
        verified = await doorward(environ, "audit", "verify", "--json")
        assert verified.code == 0, verified.out + verified.err
    finally:
        await nodes.close()
    kinds = ", ".join(sorted(load.requests))
    measured = f"{load.requests.total():,} requests, 0 failed, in {time.monotonic() - begun:.0f} s ({kinds})"
    kind = "sqlite" if environ["DOORWARD_DATABASE_URL"].startswith("sqlite") else "postgres"
    measurements.add("upgrade from the previous version and back", kind, measured)


async def _check_that_it_says_that_it_is_behind(nodes: Nodes, environ: dict[str, str], old: dict[str, str]) -> None:
    said = await doorward_process(environ | old, "doctor", "--json")
    (database,) = (row for row in said.json["list"] if row["subject"] == "database")
    if database["finding"] == f"answers, schema {schema.HEAD}":
        return  # This version has brought no migration yet.
    assert f"schema {schema.HEAD}, newer than this program" in database["finding"]
    assert f"the database schema is at {schema.HEAD}, newer than this program" in nodes.log()


class Interrupted(Exception):
    pass


async def test_an_old_node_that_takes_its_own_search_indexes_for_all_keeps_no_new_node_from_building_the_others(
    postgres: PostgresDatabases, tmp_path: Path, old: dict[str, str]
) -> None:
    """Mutants: `fill` or lists rely on `list_index.ready`; `are_built` is always true on PostgreSQL."""
    async with postgres.new(tmp_path) as environ:
        settings = await as_before(environ, "0018", 2_500)
        fill_by_old_node = partial(_fill, environ | old)
        fill_by_old_node()

        def interrupted(what: str, done: int, whole: int) -> None:
            fill_by_old_node()
            raise Interrupted

        with pytest.raises(Interrupted):
            await preparation.prepare_database(settings, migrate=True, report=interrupted)
        core = app.build(settings)
        await core.database.open()
        try:
            assert await is_ready(core.database)
            assert not await core.users.directory._is_ready()
            await preparation.prepare_database(settings, migrate=True)
            assert await core.users.directory._is_ready()
            built = await core.database.fetch("SELECT 1 FROM pg_indexes WHERE indexname ~ '^user_search_.*_trigrams$'")
            assert len(built) == 2
        finally:
            await core.database.close()


def _fill(environ: dict[str, str]) -> None:
    """Runs the job "fill search indexes" once, in the version of that environment."""
    done = subprocess.run([sys.executable, "-c", _FILL], env=environment(environ), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_repository_without_the_previous_version_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previous_version, "COMMIT", "0" * 40)
    with pytest.raises(AssertionError, match="git fetch --unshallow"):
        previous_version.install(tmp_path)
