"""Backup of a live database, and restore."""

import sqlite3
from pathlib import Path

import pytest

from tests.support.cli import doorward
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
        with sqlite3.connect(foreign) as connection:
            connection.execute("CREATE TABLE cats (name TEXT)")
        assert "not a database of Doorward" in (await doorward(environ, "restore", str(foreign), "--force")).err


async def test_on_postgresql_backup_and_restore_name_pg_dump_and_pg_restore(tmp_path: Path) -> None:
    environ = {
        "DOORWARD_DATABASE_URL": "postgresql://doorward@127.0.0.1:1/none",
        "DOORWARD_SECRET": "Yx3-8Kq_Zt7wLp2vRb5nMd0sHf4jGc1aQe6uIo9xX5kP",
    }
    run = await doorward(environ, "backup", "copy.db", cwd=tmp_path)
    assert run.code == 3
    assert "pg_dump" in run.err
    assert "pg_restore" in (await doorward(environ, "restore", "copy.db", cwd=tmp_path)).err
