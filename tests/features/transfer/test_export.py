"""Export writes what import reads: a round trip is the identity."""

import asyncio
import codecs
import fcntl
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from doorward.features.transfer.commands import FormatName
from doorward.features.transfer.files.writing import writer
from tests.crypto.test_foreign_hashes import FIREBASE, HASHES
from tests.features.transfer import samples
from tests.support.cli import doorward
from tests.support.databases import Databases

PEOPLE: list[dict[str, Any]] = [
    {
        "username": "ann", "name": "Ann Lee", "email": "ann@example.com", "phone": "+1 555 0100",
        "avatar": "https://example.com/ann.png", "roles": ["user"], "status": 1, "passwordHash": samples.BCRYPT,
        "createdAt": "2023-11-14T22:13:20.123Z", "updatedAt": "2024-01-01T00:00:00.000Z",
        "lastLoginAt": "2024-02-29T12:00:00.999Z", "metadata": {"plan": "gold", "语言": ["zh", None], "=1": 2.5},
        "emailVerified": True, "mustChangePassword": True,
    },
    {
        "username": "王芳", "name": '=1+1,"王"', "email": None, "phone": None, "avatar": None, "roles": [], "status": 0,
        "passwordHash": "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo",
        "createdAt": "2023-11-14T22:13:20.000Z", "updatedAt": "2023-11-14T22:13:20.000Z", "lastLoginAt": None,
        "metadata": {}, "emailVerified": False, "mustChangePassword": False,
    },
]  # fmt: skip
# A user for each kind of hash that is kept.
PEOPLE.append(PEOPLE[1] | {"username": "neil", "createdAt": "1969-07-20T20:17:40.000Z", "email": None})
PEOPLE.append(PEOPLE[1] | {"username": "unproved", "email": "unproved@example.com"})
PEOPLE += [
    PEOPLE[1] | {"username": f"u{n}", "name": kind, "passwordHash": hashed}
    for n, (kind, hashed) in enumerate((HASHES | {"Firebase": FIREBASE}).items())
]
# What a system has no place for.
LOST = {
    "django": {"phone", "avatar", "roles", "updatedAt", "metadata", "emailVerified", "mustChangePassword"},
    "ruoyi": {"roles", "metadata", "emailVerified", "mustChangePassword"},
    "firebase": {"metadata"},  # Its custom claims hold 1000 bytes.
}


@pytest.mark.parametrize("form", [str(name) for name in FormatName])
async def test_a_round_trip_is_the_identity(
    form: str, sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    (tmp_path / "people.jsonl").write_text("".join(json.dumps(person) + "\n" for person in PEOPLE))
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with sqlite_databases.new(first) as one, sqlite_databases.new(second) as two:
        assert (await doorward(one, "import", str(tmp_path / "people.jsonl"))).code == 0
        suffix = {"csv": "csv", "excel": "xlsx", "jsonl": "jsonl", "ruoyi": "csv"}.get(form, "json")
        file = tmp_path / f"export.{suffix}"
        exported = await doorward(one, "export", str(file), "--to", form, "--json")
        assert exported.json == {"file": str(file), "format": form, "users": len(PEOPLE) + 1}, exported.err
        assert file.stat().st_mode & 0o077 == 0
        assert not file.read_bytes().startswith(codecs.BOM_UTF8)  # Other programs read it.
        roles = ("--role", "user=user", "--role", "admin=admin")
        imported = await doorward(two, "import", str(file), "--existing", "skip", *roles, "--json")
        assert (imported.code, imported.json["created"]) == (0, len(PEOPLE)), imported.out
        assert imported.json["format"] == form
        assert without(await listed(two), form) == without(PEOPLE, form)


async def listed(environ: dict[str, str]) -> list[dict[str, Any]]:
    run = await doorward(environ, "export", "-", "--to", "jsonl", "--json")
    assert run.error == {"format": "jsonl", "users": len(run.out.splitlines())}  # Beside the data, not among it.
    assert run.code == 0, run.err
    users = [json.loads(line) for line in run.out.splitlines()]
    return [user for user in users if user.pop("id") != 1]


def without(users: list[dict[str, Any]], form: str) -> list[dict[str, Any]]:
    lost = LOST.get(form, set())
    return [{field: _plain_hash(value) for field, value in user.items() if field not in lost} for user in users]


def _plain_hash(value: Any) -> Any:
    """Django's names before a hash are its own, and belong to it."""
    return value.removeprefix("argon2").removeprefix("bcrypt$") if isinstance(value, str) else value


async def test_hashes_can_be_left_out_and_files_are_not_overwritten(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        file = tmp_path / "users.csv"
        assert (await doorward(environ, "export", str(file), "--no-hashes")).code == 0
        assert "argon2" not in file.read_text()
        assert (await doorward(environ, "export", str(file))).code == 3
        assert (await doorward(environ, "export", str(file), "--force")).code == 0
        assert "$argon2id$" in file.read_text()


async def test_drafts_of_killed_exports_are_removed_and_those_in_use_are_kept(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: a draft named by the process id, which repeats in containers; removal of every draft."""
    abandoned, used = tmp_path / ".users.csv.1.doorward-draft", tmp_path / ".users.csv.2.doorward-draft"
    abandoned.write_text("half a fi")
    async with sqlite_databases.new(tmp_path) as environ:
        with used.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            assert (await doorward(environ, "export", str(tmp_path / "users.csv"))).code == 0
        drafts = [path.name for path in tmp_path.glob(".users*")]
        assert drafts == [used.name]


async def test_a_pipe_among_the_drafts_or_in_place_of_the_file_stops_no_command(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: opening drafts of other accounts, which waits for a pipe's writer; a pipe or device that is replaced."""
    async with sqlite_databases.new(tmp_path) as environ, asyncio.timeout(30):
        os.mkfifo(tmp_path / ".other.doorward-draft")
        assert (await doorward(environ, "export", str(tmp_path / "users.csv"))).code == 0
        pipe = tmp_path / "pipe.csv"
        os.mkfifo(pipe)
        for command in ("export", "backup"):
            run = await doorward(environ, command, str(pipe), "--force")
            assert (run.code, run.err) == (1, f"doorward: {pipe} is not a file\n")
        assert pipe.is_fifo()


def test_a_workbook_is_made_without_a_file_that_a_kill_would_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the writer of openpyxl, which keeps the sheet in the folder of temporary files."""
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    texts = ["=1+1", " <&>\"' ", "two\nlines", "林 😀", "a\N{REPLACEMENT CHARACTER}b", None, "x" * 32_767]
    fields = [f"f{number}" for number in range(len(texts))]
    with (tmp_path / "users.xlsx").open("wb") as file, writer("excel", file) as put:
        for row in (texts, ["", 5, 1.5, True, "a\x00\uffff", "\ud800", "x" * 32_768]):
            put(dict(zip(fields, row, strict=True)))
            assert list(folder.iterdir()) == []
    sheet = openpyxl.load_workbook(tmp_path / "users.xlsx").worksheets[0]
    replaced = "\N{REPLACEMENT CHARACTER}"
    assert [list(row) for row in sheet.values] == [
        fields,
        texts,
        [None, 5, 1.5, "true", f"a{replaced}{replaced}", replaced, texts[-1]],
    ]
    assert sheet["A2"].data_type != "f"
