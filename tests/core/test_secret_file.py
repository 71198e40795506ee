"""The file of the master secret: it survives being killed at any point, and is never replaced by a new one."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from doorward import app, preparation
from doorward.database import schema
from doorward.settings import load
from tests.support.cli import ROOT, doorward, environment
from tests.support.postgres_install import free_port

# Runs one step as process 1 of a container does: its process id is that of every other start. With "kill", the kernel
# ends the process at the moment when the draft is complete and not yet in place.
_STEP = """
import os, signal, sys
from pathlib import Path
from doorward.crypto import secret_file

process, os.getpid = os.getpid(), lambda: 1
folder, step, fate = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
if fate == "kill":
    last = {"make_missing": "link", "begin_change": "replace"}[step]
    setattr(os, last, lambda *paths: os.kill(process, signal.SIGKILL))
getattr(secret_file, step)(folder, os.urandom)
"""


WRONG = "another secret, which sealed nothing, 0123456789"


def step(folder: Path, name: str, fate: str = "live") -> int:
    arguments = [sys.executable, "-c", _STEP, str(folder), name, fate]
    return subprocess.run(arguments, env=environment({}), cwd=ROOT, timeout=60).returncode


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_first_start_that_was_killed_does_not_stop_the_next_one(tmp_path: Path) -> None:
    """Mutant: a draft named after the process id, which is 1 at each start of a container."""
    for _ in range(2):
        assert step(tmp_path, "make_missing", "kill") == -signal.SIGKILL
        (draft,) = names(tmp_path)
        assert draft.startswith(".secret.key.")
    assert step(tmp_path, "make_missing") == 0
    assert names(tmp_path) == ["secret.key"]


def test_a_change_of_the_secret_that_was_killed_can_be_run_again(tmp_path: Path) -> None:
    assert step(tmp_path, "make_missing") == 0
    old = (tmp_path / "secret.key").read_text()
    os.link(tmp_path / "secret.key", tmp_path / "secret.key.previous")
    for _ in range(2):
        assert step(tmp_path, "begin_change", "kill") == -signal.SIGKILL
        assert (tmp_path / "secret.key").read_text() == old
    assert step(tmp_path, "begin_change") == 0
    assert names(tmp_path) == ["secret.key", "secret.key.previous"]
    assert (tmp_path / "secret.key").read_text() != old
    assert (tmp_path / "secret.key.previous").read_text() == old


def test_starts_at_the_same_time_share_one_secret(tmp_path: Path) -> None:
    """Mutant: cleaning up drafts without looking at their locks removes those of a concurrent start."""
    code = "import os, sys; from pathlib import Path; from doorward.crypto import secret_file\n"
    code += "secret_file.make_missing(Path(sys.argv[1]), os.urandom); print(secret_file.read(Path(sys.argv[1])))"
    arguments = [sys.executable, "-c", code, str(tmp_path)]
    starts = [subprocess.Popen(arguments, env=environment({}), cwd=ROOT, stdout=subprocess.PIPE) for _ in range(6)]
    read = {start.communicate(timeout=60)[0] for start in starts}
    assert [start.returncode for start in starts] == [0] * 6
    assert len(read) == 1
    assert names(tmp_path) == ["secret.key"]


async def test_a_lost_secret_is_asked_for_and_not_replaced(tmp_path: Path, anyio_backend: str) -> None:
    """Mutant: `prepare_files` or the key ring that makes a secret beside an existing database."""
    data = tmp_path / "data"
    environ = {"DOORWARD_DATA_DIR": str(data), "DOORWARD_ADMIN_PASSWORD": "a password of my own"}
    await preparation.prepare_database(preparation.prepare_files(load(environ)))
    kept = (data / "secret.key").rename(tmp_path / "kept")
    before = (data / "doorward.db").read_bytes()
    for command in (
        ["serve", "--port", str(free_port())],
        ["migrate"],
        ["users", "list"],
        ["keys", "rekey"],
        ["doctor"],
    ):
        run = await doorward(environ, *command)
        assert run.code != 0
        assert "restore it from the backup" in run.err + run.out
        assert names(data) == ["doorward.db"]
        assert (data / "doorward.db").read_bytes() == before
    kept.rename(data / "secret.key")
    assert (await doorward(environ, "users", "list")).code == 0


async def test_a_damaged_secret_is_named_and_not_replaced(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    await preparation.prepare_database(preparation.prepare_files(load(environ)))
    for damaged in (b"", b"\xff" * 64, b"short"):
        (tmp_path / "secret.key").write_bytes(damaged)
        for command in (["serve", "--port", str(free_port())], ["users", "list"], ["doctor"]):
            run = await doorward(environ, *command)
            assert run.code != 0
            assert "secret.key holds no usable secret; restore it from a backup" in run.err + run.out
        assert (tmp_path / "secret.key").read_bytes() == damaged


async def test_only_one_change_of_the_secret_runs_at_a_time(tmp_path: Path, anyio_backend: str) -> None:
    """Mutant: `keys rekey` without the lock, whose new secret replaces the one that the other seals the keys under."""
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    settings = preparation.prepare_files(load(environ))
    await preparation.prepare_database(settings)
    before = (tmp_path / "secret.key").read_bytes()
    database = app.connect(settings)
    await database.open()
    try:
        async with database.hold("rekey"):
            run = await doorward(environ, "keys", "rekey")
            assert (run.code, run.err) == (3, "doorward: Another change of the secret is running; wait for its end\n")
            assert (tmp_path / "secret.key").read_bytes() == before
    finally:
        await database.close()
    assert (await doorward(environ, "keys", "rekey")).code == 0
    assert (tmp_path / "secret.key").read_bytes() != before


async def test_restoring_a_copy_makes_no_new_secret(tmp_path: Path, anyio_backend: str) -> None:
    old, new = {"DOORWARD_DATA_DIR": str(tmp_path / "old")}, {"DOORWARD_DATA_DIR": str(tmp_path / "new")}
    await preparation.prepare_database(preparation.prepare_files(load(old)))
    copy = str(tmp_path / "copy.db")
    assert (await doorward(old, "backup", copy)).code == 0
    assert (await doorward(new, "restore", copy)).code == 0
    assert "secret.key" not in names(tmp_path / "new")
    assert "restore it from the backup" in (await doorward(new, "users", "list")).err
    shutil.copy(tmp_path / "old" / "secret.key", tmp_path / "new")
    assert (await doorward(new, "users", "list")).code == 0


async def test_a_wrong_secret_changes_nothing_in_the_database(environ: dict[str, str]) -> None:
    """Mutant: `prepare_database` that migrates before it has opened the keys."""
    database = app.connect(load(environ))
    await database.open()
    try:
        await database.write(lambda tx: tx.execute("UPDATE alembic_version SET version_num = '0009'"))
        for command in (["migrate"], ["serve", "--port", str(free_port())]):
            run = await doorward(environ | {"DOORWARD_SECRET": WRONG}, *command)
            assert run.code == 1
            assert "sealed under another secret: restore secret.key or DOORWARD_SECRET" in run.err
        assert await schema.version(database) == "0009"
    finally:
        await database.close()
