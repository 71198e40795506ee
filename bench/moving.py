"""Time and memory of `doorward move`: `python -m bench.moving [COUNT ...]`.

So many users with a role and a session each are seeded into SQLite, moved to PostgreSQL and from there back to SQLite.
Memory is the peak resident size of the command; with several counts, the last line shows its growth.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tests.support.databases import SECRET
from tests.support.postgres import DURABLE, postgres_server

from bench.seeding import Progress, seed
from doorward import preparation
from doorward.database import schema

DOORWARD = (sys.executable, "-m", "doorward")
_SESSIONS = (
    "INSERT INTO sessions (id, user_id, generation, rotated_at, created_at, last_used_at, expires_at, address,"
    " user_agent) SELECT random(), id, 1, created_at, created_at, created_at, created_at, '203.0.113.7',"
    " 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' FROM users"
)


class Run(NamedTuple):
    users: int
    direction: str
    rows: int
    seconds: float
    processor: float  # Seconds, of the command alone.
    memory: int  # Peak, in KiB.


def _environ(folder: Path, url: str) -> dict[str, str]:
    return {"DOORWARD_DATA_DIR": str(folder), "DOORWARD_DATABASE_URL": url, "DOORWARD_SECRET": SECRET}


def _peak_memory(process: int) -> int:
    """Of the program that the process runs. What `wait4` tells counts the copy of this process before it as well."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def _move(environ: dict[str, str], to: str, users: int, direction: str) -> Run:
    begun = time.monotonic()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            [*DOORWARD, "move", "--json"], env=os.environ | environ | {"DOORWARD_MOVE_TO": to}, stdout=out
        )
        memory = 0
        while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
            memory = max(memory, _peak_memory(process.pid))
            time.sleep(0.05)
        _, status, used = ended
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit("The move failed")
        out.seek(0)
        rows = json.load(out)["totalRows"]
    processor = used.ru_utime + used.ru_stime
    return Run(users, direction, rows, time.monotonic() - begun, processor, memory)


async def _seed(environ: dict[str, str], file: Path, count: int) -> None:
    """Without search indexes at the source, which a move does not read."""
    settings = await seed(environ, count, Progress(f"{count:,} users"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    await schema.migrate(settings.sqlite_path, settings.database_url)
    await preparation.prepare_database(settings)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(_SESSIONS)


def measure(count: int) -> list[Run]:
    with (
        tempfile.TemporaryDirectory() as name,
        postgres_server(options=DURABLE | {"shared_buffers": "256MB"}) as server,
    ):
        folder = Path(name)
        file, back = folder / "doorward.db", folder / "back.db"
        environ = _environ(folder, f"sqlite:///{file}")
        asyncio.run(_seed(environ, file, count))
        server.psql("CREATE DATABASE moved")
        url = server.url("moved")
        return [
            _move(environ, url, count, "to PostgreSQL"),
            _move(_environ(folder, url), f"sqlite:///{back}", count, "to SQLite"),
        ]


def main(counts: list[int]) -> None:
    print("     users   direction            rows    seconds       rows/s   processor     memory")
    runs = []
    for count in counts:
        for run in measure(count):
            runs.append(run)
            print(
                f"{run.users:>10,}   {run.direction:<14} {run.rows:>10,} {run.seconds:>8,.1f} s"
                f" {run.rows / run.seconds:>10,.0f}/s {run.processor:>9,.1f} s {run.memory // 1024:>6,} MiB",
                flush=True,
            )
    if len(counts) > 1:
        there, back = runs[-2].memory / runs[0].memory, runs[-1].memory / runs[1].memory
        print(f"Memory, last : first: {there:.2f} to PostgreSQL, {back:.2f} to SQLite")


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [1_000_000])
