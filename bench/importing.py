"""Rate and memory of an import: `python -m bench.importing [COUNT ...]`, from 20,000 users on.

    python -m bench.importing 100000 10000000 --folder FOLDER    keeps the databases for `bench.lists`
    python -m bench.importing 100000 10000000 --folder FOLDER --database PostgreSQL

`doorward import` reads generated users with a password hash, roles and names in many scripts into a new database.
"imported" is the rate until all users are committed and listed; "with indexes" is the rate of the whole command, until
the indexes for lists are built too. Memory is the peak resident size of the command during the import and during the
index build; with several counts, the last line shows its growth. PostgreSQL runs with its default durability.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from tests.support.postgres import DURABLE, kept_server

from bench.lists import SERVER_OPTIONS, database_environ, execute
from bench.seeding import ADMIN_ONE_IN
from bench.user_generator import generate_users
from doorward.features.transfer.files.import_run import MANY

HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
DOORWARD = (sys.executable, "-m", "doorward")


class Run(NamedTuple):
    users: int
    imported: float  # Users per second.
    with_indexes: float
    processor: float  # µs per user.
    importing: int  # Peak memory in KiB.
    indexing: int
    size: int  # Of the database, in bytes.


def write_users(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for number, user in enumerate(generate_users(count)):
            row: dict[str, Any] = {
                "username": user.username,
                "name": user.name,
                "email": user.email,
                "status": user.status,
                "roles": ["user", "admin"] if number % ADMIN_ONE_IN == 0 else ["user"],
                "passwordHash": HASH,
                "createdAt": user.created_at,
                "updatedAt": user.updated_at,
                "lastLoginAt": user.last_login_at,
            }
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def measure(count: int, environ: dict[str, str]) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "users.jsonl"
        write_users(file, count)
        subprocess.run([*DOORWARD, "migrate"], env=environ, check=True, capture_output=True)
        started = time.monotonic()
        pipe = subprocess.PIPE
        process = subprocess.Popen([*DOORWARD, "import", file], env=environ, stdout=pipe, stderr=pipe, text=True)
        assert process.stdout
        assert process.stderr
        process.stderr.readline()  # The first line reports that the index build has started.
        importing = _reset_peak_memory(process.pid)
        result = dict(line.split("\t") for line in process.stdout.read().splitlines())
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or int(result["created"]) != count:
        raise SystemExit(f"The import failed: {process.stderr.read()}")
    cpu = (used.ru_utime + used.ru_stime) / count * 1e6
    size = asyncio.run(_size(environ["DOORWARD_DATABASE_URL"]))
    return Run(count, count / float(result["seconds"]), count / seconds, cpu, importing, used.ru_maxrss, size)


async def _size(url: str) -> int:
    if url.startswith("sqlite:"):
        return Path(url.removeprefix("sqlite:///")).stat().st_size
    connection: Any = await asyncpg.connect(url)
    size = await connection.fetchval("SELECT pg_database_size(current_database())")
    await connection.close()
    return int(size)


def _reset_peak_memory(pid: int) -> int:
    """Returns the peak memory of a process in KiB, and starts a new measurement of it."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return int(status["VmHWM"].split()[0])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("counts", type=int, nargs="*", default=[1_000_000], metavar="COUNT")
    options.add_argument("--database", choices=["SQLite", "PostgreSQL"], default="SQLite")
    options.add_argument("--folder", type=Path, help="keep the databases in this folder")
    given = options.parse_args()
    if too_few := [count for count in given.counts if count < MANY]:
        options.error(f"COUNT must be {MANY:,} or more, not {too_few[0]:,}: fewer are indexed at once")
    print("     users   imported   with indexes   processor   memory, importing   indexing   database")
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as temporary:
        for environ, count in _databases(given.database, given.counts, given.folder or Path(temporary)):
            runs.append(run := measure(count, os.environ | environ))
            print(
                f"{run.users:>10,} {run.imported:>8,.0f}/s {run.with_indexes:>12,.0f}/s {run.processor:>6,.0f} µs/user"
                f" {run.importing // 1024:>13,} MiB {run.indexing // 1024:>8,} MiB {run.size / 2**20:>8,.0f} MiB",
                flush=True,
            )
    first, last = runs[0], runs[-1]
    if last is not first:
        importing, indexing = last.importing / first.importing, last.indexing / first.indexing
        print(f"Memory, {last.users:,} : {first.users:,} users: {importing:.2f} importing, {indexing:.2f} indexing")


def _databases(database: str, counts: list[int], folder: Path) -> Iterator[tuple[dict[str, str], int]]:
    with contextlib.ExitStack() as stack:
        server = ""
        if database == "PostgreSQL":
            server = stack.enter_context(kept_server(folder / "server", {**SERVER_OPTIONS, **DURABLE})).url()
        for count in counts:
            environ = database_environ(database, count, server, folder)
            if server:
                name = environ["DOORWARD_DATABASE_URL"].rpartition("/")[2]
                asyncio.run(execute(server, f"CREATE DATABASE {name}"))
            yield environ, count


if __name__ == "__main__":
    main()
