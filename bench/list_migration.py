"""Longest wait of concurrent requests while a migration adds the indexes for lists to a million users on PostgreSQL.

    python -m bench.list_migration
    python -m bench.list_migration --users 100000
    python -m bench.list_migration --folder build/lists    seeded once and kept; bench.lists can share the folder

Runs `doorward migrate` while one client creates users, one renames them and one reads them through the store. The
migration is killed half-way through the users and during the first index build, and run again each time.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncpg
from tests.support.databases import SECRET
from tests.support.postgres import DURABLE, kept_server, postgres_server

from bench.list_writes import insert_row, rename_row
from bench.seeding import Progress, seed
from doorward import app
from doorward.database.protocol import Database
from doorward.errors import DatabaseUnavailable
from doorward.search.filling import is_ready
from doorward.settings import load
from doorward.store import users

_MAX_WAIT_SECONDS: Final = 1.0
_DATABASE: Final = "doorward_migrating"


class Waits:
    """For each operation: its longest duration in seconds, its count, and how often the database was unavailable."""

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self.failed: dict[str, int] = {}

    async def repeat(self, what: str, operation: Callable[[], Awaitable[Any]]) -> None:
        self.longest[what], self.counts[what], self.failed[what] = 0.0, 0, 0
        while True:
            start = time.perf_counter()
            try:
                await operation()
            except DatabaseUnavailable:
                self.failed[what] += 1
            self.longest[what] = max(self.longest[what], time.perf_counter() - start)
            self.counts[what] += 1
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def _concurrent_clients(database: Database, count: int) -> AsyncIterator[Waits]:
    waits = Waits()
    names, ids = itertools.count(1), itertools.cycle(range(count // 3, count, count // 97))
    operations = {
        "create": lambda: database.write(partial(insert_row, name=f"meanwhile{next(names)}")),
        "rename": lambda: database.write(partial(rename_row, user_id=next(ids))),
        "read": lambda: users.find(database, next(ids)),
    }
    tasks = [asyncio.create_task(waits.repeat(what, operation)) for what, operation in operations.items()]
    try:
        yield waits
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if not isinstance(outcome, asyncio.CancelledError):
                raise RuntimeError("a client failed") from outcome


async def _migrate(environ: dict[str, str], kill_at: Callable[[str], bool]) -> tuple[int, float]:
    """Runs `doorward migrate` and kills it at a progress line that `kill_at` accepts; returns exit code and seconds."""
    command = (sys.executable, "-m", "doorward", "migrate")
    start = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *command, env=os.environ | environ, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    async for raw in process.stderr:
        line = raw.decode().strip()
        print(f"{time.perf_counter() - start:6.1f} s  {line}", file=sys.stderr, flush=True)
        if kill_at(line):
            process.kill()
    return await process.wait(), time.perf_counter() - start


async def _prepare(server: str, folder: Path, count: int) -> dict[str, str]:
    """Seeds a database once, and returns the settings of a copy of it."""
    before = f"doorward_before_{count}"
    base = server.rpartition("/")[0]
    environ = {"DOORWARD_DATA_DIR": str(folder / "migrating"), "DOORWARD_SECRET": SECRET}
    connection: Any = await asyncpg.connect(server)
    if not await connection.fetchval("SELECT true FROM pg_database WHERE datname = $1", before):
        await connection.execute(f"DROP DATABASE IF EXISTS {_DATABASE}_seed")
        await connection.execute(f"CREATE DATABASE {_DATABASE}_seed")
        environ["DOORWARD_DATABASE_URL"] = f"{base}/{_DATABASE}_seed"
        await seed(environ, count, Progress(f"{count:,} users"))
        await connection.execute(f"ALTER DATABASE {_DATABASE}_seed RENAME TO {before}")
    await connection.execute(f"DROP DATABASE IF EXISTS {_DATABASE}")
    await connection.execute(f"CREATE DATABASE {_DATABASE} TEMPLATE {before} STRATEGY file_copy")
    await connection.close()
    return environ | {"DOORWARD_DATABASE_URL": f"{base}/{_DATABASE}"}


def _half_way(line: str) -> bool:
    """Parses a line such as `indexing: 500,999 of 1,000,000 users`."""
    _, done, _, total, what = line.replace(",", "").split()[:5]
    return what == "users" and 2 * int(done) >= int(total)


_RUNS: Final = {
    "killed half-way": _half_way,
    "killed in an index build": lambda line: " pages " in line,
    "completed": lambda line: False,
}


async def run(server: str, folder: Path, count: int) -> None:
    environ = await _prepare(server, folder, count)
    database = app.connect(load(environ))
    await database.open()
    async with _concurrent_clients(database, count) as waits:
        print("run\texit code\tseconds")
        for name, kill_at in _RUNS.items():
            code, seconds = await _migrate(environ, kill_at)
            print(name, code, f"{seconds:.1f}", sep="\t")
    assert code == 0
    assert await is_ready(database)
    await database.close()
    print("\noperation\tcount\tfailed\tlongest, ms\ttarget")
    for what, longest in waits.longest.items():
        verdict = "met" if longest <= _MAX_WAIT_SECONDS and not waits.failed[what] else "NOT MET"
        print(what, waits.counts[what], waits.failed[what], f"{longest * 1000:.0f}", verdict, sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, help="keep the database in this folder, and reuse it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = arguments.folder or Path(temporary)
        options = {**DURABLE, "shared_buffers": "128MB"}
        server = kept_server(folder / "server", options) if arguments.folder else postgres_server(options=options)
        with server as running:
            asyncio.run(run(running.url(), folder, arguments.users))


if __name__ == "__main__":
    main()
