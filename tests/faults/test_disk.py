"""Disks that fail, fill up or lose power, as SQLite sees them.

Power loss is shown by the order of system calls: what was acknowledged had been handed to the disk before.
Errors are put in its way by strace (`fdatasync` says EIO, `pwrite64` says ENOSPC) and by a limit on the size of files.
On PostgreSQL this is the database server's business; ours is to leave its settings alone.
"""

import asyncio
import contextlib
import re
import resource
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.databases import Databases, settings_for
from tests.support.measurements import Measurements
from tests.support.process import Node, serving
from tests.support.service import running
from tests.support.writers import Writers

STRACE = shutil.which("strace")
needs_strace = pytest.mark.skipif(STRACE is None, reason="strace is not installed")
_SYNC = re.compile(r"(fdatasync|fsync)(\(\d+<\S*-wal>| resumed>).*= 0")
_WRITTEN = re.compile(r"pwrite64\(\d+<\S*-wal>")
_ANSWER = re.compile(r"\"HTTP/1\.1 200 OK")


@pytest.fixture
async def sqlite_environ(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> AsyncIterator[dict[str, str]]:
    async with sqlite_databases.new(tmp_path) as environ:
        yield environ


@needs_strace
async def test_the_disk_has_every_write_before_it_is_acknowledged(
    sqlite_environ: dict[str, str], tmp_path: Path, measurements: Measurements, full: bool
) -> None:
    """Mutant: `PRAGMA synchronous = NORMAL`, with which the WAL is not synced at a commit."""
    writes, trace = (500 if full else 30), tmp_path / "trace"
    calls = "trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg"
    prefix = [str(STRACE), "-f", "-y", "-s", "64", "-e", calls, "-e", "signal=none", "-o", str(trace)]
    async with serving(sqlite_environ, prefix) as node:
        writers = await Writers.of(node, 1)
        before = _read(trace)
        # One after the other: then whatever is written between two answers belongs to the second.
        await writers.write_until(lambda: writers.acknowledged >= writes)
        after = _read(trace)[len(before) :]
    assert _unsynced(after) == []
    answers = sum(bool(_ANSWER.search(line)) for line in after)
    assert answers >= writes
    measurements.add("order of system calls", "sqlite", f"{answers} writes, the WAL's fdatasync before the 200 of each")


def _read(trace: Path) -> list[str]:
    return trace.read_text(errors="replace").splitlines()


def _unsynced(lines: list[str]) -> list[str]:
    """Answers that left before what was written for them was synced."""
    early, synced, dirty = [], False, False
    for line in lines:
        if _WRITTEN.search(line):
            dirty = True
        elif _SYNC.search(line):
            synced, dirty = True, False
        elif _ANSWER.search(line):
            if dirty or not synced:
                early.append(line)
            synced = False
    return early


@contextlib.contextmanager
def injected(node: Node, fault: str) -> Iterator[None]:
    """Makes system calls of the worker fail for a while."""
    (worker,) = node.workers()
    command = [str(STRACE), "-f", "-p", str(worker), "-o", "/dev/null", "-e", f"inject={fault}"]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert tracer.stderr is not None
    first = tracer.stderr.readline()
    if "attached" not in first:
        tracer.wait()
        pytest.skip(f"strace may not attach to a process here: {first.strip()}")
    try:
        yield
    finally:
        tracer.send_signal(signal.SIGINT)  # It then lets go of the worker.
        tracer.communicate()


@contextlib.contextmanager
def no_room(node: Node) -> Iterator[None]:
    """No file of the worker's may grow."""
    (worker,) = node.workers()
    limits = resource.prlimit(worker, resource.RLIMIT_FSIZE)
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param("fdatasync,fsync:error=EIO", marks=needs_strace, id="fdatasync fails with EIO"),
        pytest.param("pwrite64:error=ENOSPC", marks=needs_strace, id="the disk is full"),
        pytest.param(None, id="files may not grow"),
    ],
)
async def test_a_failing_disk_is_never_acknowledged_and_stops_no_reader(
    fault: str | None, sqlite_environ: dict[str, str], measurements: Measurements, request: pytest.FixtureRequest
) -> None:
    """Mutant: `except sqlite3.Error: pass` around the commit in `SQLiteDatabase._write_loop`."""
    async with serving(sqlite_environ) as node:
        writers = await Writers.of(node)
        await writers.write_until(lambda: writers.acknowledged >= 20)
        acknowledged = writers.acknowledged
        with injected(node, fault) if fault else no_room(node):
            attempts = [await writers.writers[0].write(node.http, writers.headers) for _ in range(10)]
            assert not any(attempts)
            assert (await node.http.get("/api/auth/user", headers=writers.headers)).status_code == 200
            assert (await node.http.get("/readyz")).status_code == 200
        assert set(writers.statuses) == {200, 503}
        await asyncio.wait_for(writers.write_until(lambda: writers.acknowledged >= acknowledged + 20), 30)
        assert await writers.lost() == 0
    measurements.add(request.node.callspec.id, "sqlite", "10 writes: 503 each, reads went on, writes again afterwards")


async def test_postgresql_is_left_to_make_commits_durable(postgres: Databases, tmp_path: Path) -> None:
    """Mutant: `synchronous_commit = off` among the settings of our connections."""
    async with postgres.new(tmp_path) as environ, running(settings_for(environ)) as service:
        row = await service.core.database.fetchrow("SELECT source FROM pg_settings WHERE name = 'synchronous_commit'")
    assert row is not None
    assert row[0] in ("default", "configuration file")
