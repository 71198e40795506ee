"""Backup of a live database, and restore."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.cli import ROOT, doorward, environment
from tests.support.databases import Databases
from tests.support.process import serving


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_live_database_is_copied_and_comes_back_as_it_was(sqlite_databases: Databases, tmp_path: Path) -> None:
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        headers = await node.login()
        made = {"username": "before", "password": "a long enough password"}
        assert (await node.http.post("/api/users", json=made, headers=headers)).status_code == 200
        copied = await doorward(environ, "backup", str(tmp_path / "copy.db"), "--json")
        assert copied.code == 0, copied.err
        assert copied.json["users"] == 2
        made["username"] = "after"
        assert (await node.http.post("/api/users", json=made, headers=headers)).status_code == 200
        await node.terminate()

        refused = await doorward(environ, "restore", str(tmp_path / "copy.db"))
        assert refused.code == 3
        assert "--force" in refused.err
        restored = await doorward(environ, "restore", str(tmp_path / "copy.db"), "--force", "--json")
        assert restored.code == 0, restored.err

        await node.start()
        listed = await node.http.get("/api/users", headers=await node.login())
        assert [user["username"] for user in listed.json()["data"]["list"]] == ["admin", "before"]


async def test_a_copy_is_private_and_not_overwritten_without_force(sqlite_databases: Databases, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with sqlite_databases.new(tmp_path) as environ:
        assert (await doorward(environ, "backup", str(copy))).code == 0
        assert copy.stat().st_mode & 0o077 == 0
        assert (await doorward(environ, "backup", str(copy))).code == 3
        assert (await doorward(environ, "backup", str(copy), "--force")).code == 0


async def test_a_damaged_or_foreign_file_is_not_restored(sqlite_databases: Databases, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with sqlite_databases.new(tmp_path) as environ:
        assert (await doorward(environ, "backup", str(copy))).code == 0
        pages = bytearray(copy.read_bytes())
        pages[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
        copy.write_bytes(pages)
        damaged = await doorward(environ, "restore", str(copy), "--force")
        assert damaged.code == 1, damaged.out

        foreign = tmp_path / "foreign.db"
        with contextlib.closing(sqlite3.connect(foreign)) as connection, connection:
            connection.execute("CREATE TABLE cats (name TEXT)")
        assert "not a database of Doorward" in (await doorward(environ, "restore", str(foreign), "--force")).err


async def test_a_copy_whose_last_byte_is_missing_is_not_restored(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: SQLite reads a zero in its place, and finds nothing wrong with the value that ends there."""
    copy = tmp_path / "copy.db"
    async with sqlite_databases.new(tmp_path) as environ:
        assert (await doorward(environ, "backup", str(copy))).code == 0
        copy.write_bytes(copy.read_bytes()[:-1])
        run = await doorward(environ, "restore", str(copy), "--force")
        assert (run.code, run.err) == (1, f"doorward: {copy} is cut off: its end is missing\n")


async def test_an_unfinished_database_is_neither_copied_nor_restored(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: "newer than this program: upgrade doorward"; a stack trace."""
    copy = tmp_path / "copy.db"
    async with sqlite_databases.new(tmp_path) as environ:
        assert (await doorward(environ, "backup", str(copy))).code == 0
        for change in ("UPDATE alembic_version SET version_num = 'unfinished move'", "DELETE FROM alembic_version"):
            with contextlib.closing(sqlite3.connect(copy)) as file, file:
                file.execute(change)
            said = "holds an unfinished database, not one that could be served"
            refused = await doorward(environ, "restore", str(copy), "--force")
            assert (refused.code, refused.err) == (1, f"doorward: {copy} {said}\n")
            of_it = environ | {"DOORWARD_DATABASE_URL": f"sqlite:///{copy}"}
            assert said in (await doorward(of_it, "backup", str(tmp_path / "second.db"))).err
            assert not (tmp_path / "second.db").exists()


async def test_a_database_that_cannot_be_opened_is_told_in_one_line(tmp_path: Path) -> None:
    """Mutant: a stack trace of the driver."""
    (tmp_path / "folder.db").mkdir()
    run = await doorward(
        {"DOORWARD_DATABASE_URL": f"sqlite:///{tmp_path / 'folder.db'}"}, "backup", str(tmp_path / "copy.db")
    )
    said = "doorward: The database could not be copied: unable to open database file\n"
    assert (run.code, run.err) == (1, said)
    assert not (tmp_path / "copy.db").exists()


async def test_on_postgresql_backup_and_restore_name_pg_dump_and_pg_restore(tmp_path: Path) -> None:
    environ = {
        "DOORWARD_DATABASE_URL": "postgresql://doorward@127.0.0.1:1/none",
        "DOORWARD_SECRET": "Yx3-8Kq_Zt7wLp2vRb5nMd0sHf4jGc1aQe6uIo9xX5kP",
    }
    run = await doorward(environ, "backup", "copy.db", cwd=tmp_path)
    assert run.code == 3
    assert "pg_dump" in run.err
    assert "pg_restore" in (await doorward(environ, "restore", "copy.db", cwd=tmp_path)).err


@pytest.mark.alone
async def test_a_backup_under_write_load_takes_at_most_three_times_as_long(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: without the read transaction around the copy, each write starts it again, and it never ends."""
    async with sqlite_databases.new(tmp_path) as environ:
        database = _grown(tmp_path, 24_000)
        idle = min([await _timed_backup(environ, tmp_path) for _ in range(2)])
        with _writing(database) as count:
            busy = await _timed_backup(environ, tmp_path)
            assert count() > 10
        assert busy < 3 * idle, f"{busy:.2f} s under load, {idle:.2f} s idle"
        copy = sqlite3.connect(tmp_path / "copy.db")
        with contextlib.closing(copy):
            # One state of the database: the writer keeps both rows equal.
            assert copy.execute("SELECT count(DISTINCT body) FROM filler WHERE id <= 2").fetchone() == (1,)


@pytest.mark.parametrize("end", ["success", "damage", "SIGINT", "SIGKILL"])
async def test_a_backup_leaves_nothing_but_the_copy(
    sqlite_databases: Databases, tmp_path: Path, end: str, anyio_backend: str
) -> None:
    """Mutants: drafts named by the process id, which SIGKILL leaves for good; a check of the copy that leaves -wal."""
    async with sqlite_databases.new(tmp_path) as environ:
        database = _grown(tmp_path, 12_000)
        folder = tmp_path / "copies"
        folder.mkdir()
        if end.startswith("SIG"):
            await _signal_during_copy(environ, folder / "copy.db", signal.Signals[end])
        if end == "damage":
            pages = bytearray(database.read_bytes())
            pages[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
            database.write_bytes(pages)
        if end != "SIGINT":
            run = await doorward(environ, "backup", str(folder / "copy.db"))
            assert run.code == int(end == "damage"), run.err
        expected = ["copy.db"] if end in ("success", "SIGKILL") else []
        assert sorted(path.name for path in folder.iterdir()) == expected


def _grown(folder: Path, rows: int) -> Path:
    """The database of the folder, with 4 KB for each row."""
    (database,) = folder.glob("*.db")
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE filler (id INTEGER PRIMARY KEY, body TEXT)")
        values = ((os.urandom(1900).hex(),) for _ in range(rows))
        connection.executemany("INSERT INTO filler (body) VALUES (?)", values)
        connection.execute("UPDATE filler SET body = '0' WHERE id <= 2")
    return database


async def _timed_backup(environ: dict[str, str], folder: Path) -> float:
    begun = time.monotonic()
    async with asyncio.timeout(60):
        run = await doorward(environ, "backup", "--force", str(folder / "copy.db"))
    assert run.code == 0, run.err
    return time.monotonic() - begun


@contextlib.contextmanager
def _writing(database: Path) -> Iterator[Callable[[], int]]:
    """Writes fifty times a second from another connection; yields how often it has written."""
    ended, written = threading.Event(), 0

    def write() -> None:
        nonlocal written
        with contextlib.closing(sqlite3.connect(database, timeout=60, isolation_level=None)) as connection:
            while not ended.wait(0.02):
                connection.execute("UPDATE filler SET body = ? WHERE id <= 2", (str(written),))
                written += 1

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield lambda: written
    finally:
        ended.set()
        thread.join()


async def _signal_during_copy(environ: dict[str, str], copy: Path, number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "backup", str(copy)),
        env=environment(environ),
        cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )
    while not any(path.stat().st_size for path in copy.parent.iterdir()):
        await asyncio.sleep(0.001)
    process.send_signal(number)
    _, errors = await process.communicate()
    assert process.returncode == (-9 if number == signal.SIGKILL else 1), errors
    assert (b"Stopped" in errors) == (number == signal.SIGINT)
