"""`doorward passwords`, and the start of a service with a list."""

import asyncio
import stat
from pathlib import Path

import pytest

from doorward import preparation
from doorward.crypto.passwords.breached import UnusableList, verify
from doorward.domain.passwords import BREACHED
from doorward.settings import SettingsError, load
from tests.support.breached import lines_of, list_of, write_lines
from tests.support.cli import doorward, doorward_process

LISTED = "trustno1 trustno1 trustno1"


def prepare(folder: Path, **environ: str) -> str | None:
    settings = preparation.prepare_files(load({"DOORWARD_DATA_DIR": str(folder / "data"), **environ}))
    return asyncio.run(preparation.prepare_database(settings))


async def test_a_list_is_built_and_looked_up(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    source = write_lines(tmp_path / "hashes.txt", lines_of([LISTED, "another", "a third"]))
    target = tmp_path / "breached-passwords"
    built = await doorward(environ, "passwords", "build", str(source), "--json")
    assert built.code == 0, built.err
    assert {name: built.json[name] for name in ("file", "passwords", "bytes")} == {
        "file": str(target),
        "passwords": 3,
        "bytes": target.stat().st_size,
    }
    assert stat.S_IMODE(target.stat().st_mode) == 0o644, "the service may run under another account"
    known = await doorward(environ, "passwords", "check", "--json", stdin=LISTED + "\n")
    assert (known.code, known.json) == (5, {"listed": True})
    unknown = await doorward(environ, "passwords", "check", stdin="not in any list\n")
    assert (unknown.code, unknown.out) == (0, "The password is not in the list.\n")
    write_lines(source, lines_of(["another"]))
    assert (await doorward(environ, "passwords", "build", str(source))).code == 0, "a former list is replaced"
    assert (await doorward(environ, "passwords", "check", stdin=LISTED)).code == 0


async def test_nothing_but_a_list_is_replaced(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    source = write_lines(tmp_path / "hashes.txt", lines_of([LISTED]))
    refused = await doorward(environ, "passwords", "build", str(source), "--output", str(source))
    assert (refused.code, "is no list of breached passwords" in refused.err) == (3, True)
    assert source.read_bytes() == b"".join(f"{line}\r\n".encode() for line in lines_of([LISTED]))


async def test_a_bad_list_of_hashes_ends_the_build_with_its_line(tmp_path: Path, anyio_backend: str) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path)}
    source = write_lines(tmp_path / "hashes.txt", [*lines_of([LISTED]), "oops"])
    failed = await doorward_process(environ, "passwords", "build", str(source))
    assert (failed.code, "line 2," in failed.err, failed.out) == (1, True, "")
    missing = await doorward(environ, "passwords", "check", stdin="x")
    assert (missing.code, "cannot be read" in missing.err) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["hashes.txt"]


def test_a_damaged_list_stops_the_start(tmp_path: Path) -> None:
    """Mutant: a start that checks the header alone."""
    path = list_of(tmp_path, *(f"password {number}" for number in range(300)))
    assert prepare(tmp_path, DOORWARD_BREACHED_PASSWORDS=str(path)) is not None
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(UnusableList, match="is damaged"):
        prepare(tmp_path, DOORWARD_BREACHED_PASSWORDS=str(path))
    path.unlink()
    with pytest.raises(UnusableList, match="cannot be read"):
        prepare(tmp_path, DOORWARD_BREACHED_PASSWORDS=str(path))


async def test_the_server_says_why_it_does_not_start(tmp_path: Path, anyio_backend: str) -> None:
    path = list_of(tmp_path, LISTED)
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    environ = {"DOORWARD_DATA_DIR": str(tmp_path / "data"), "DOORWARD_BREACHED_PASSWORDS": str(path)}
    async with asyncio.timeout(30):
        served = await doorward_process(environ, "serve")
    assert (served.code, served.out) == (1, "")
    assert served.err.strip() == f"doorward: {path} is damaged; build it again"


def test_a_listed_first_password_stops_the_start_and_names_the_setting(tmp_path: Path) -> None:
    path = list_of(tmp_path, LISTED)
    with pytest.raises(SettingsError, match=f"DOORWARD_ADMIN_PASSWORD {BREACHED}"):
        prepare(tmp_path, DOORWARD_BREACHED_PASSWORDS=str(path), DOORWARD_ADMIN_PASSWORD=LISTED)
    assert verify(path).entries == 1
