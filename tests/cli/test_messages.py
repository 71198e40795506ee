"""What commands say: of mistakes, of lists that go on, of files that are there or not."""

import asyncio
import io
import os
import sys
from pathlib import Path

import pytest
from rich.console import Console

from doorward.cli.framework.exits import explain
from doorward.cli.framework.output import Table
from doorward.errors import DatabaseUnavailable
from tests.support.cli import Run, doorward, environment
from tests.support.databases import Databases
from tests.support.service import PASSWORD


async def _json(environ: dict[str, str], *arguments: str) -> object:
    run = await doorward(environ, *arguments, "--json")
    assert run.code == 0, run.err
    return run.json


async def test_users_are_changed_only_where_an_option_says_so(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: --no-roles that wins over --role; an update without a field that moves `updatedAt`."""
    async with sqlite_databases.new(tmp_path) as environ:
        options = ("--role", "user", "--must-change-password", "--json")
        made = await doorward(environ, "users", "create", "bob", *options, stdin=PASSWORD)
        assert made.json["mustChangePassword"] is True
        both = await doorward(environ, "users", "update", "bob", "--no-roles", "--role", "user")
        assert (both.code, both.err) == (
            2,
            "doorward: --no-roles removes all roles, --role sets them: pass one\n",
        )
        nothing = await doorward(environ, "users", "update", "bob")
        assert (nothing.code, nothing.err) == (2, "doorward: Nothing to change; pass an option such as --email\n")
        assert await _json(environ, "users", "show", "bob") == made.json
        relaxed = await doorward(environ, "users", "update", "bob", "--no-must-change-password", "--json")
        assert relaxed.json["mustChangePassword"] is False
        asked = await doorward(
            environ, "users", "set-password", "bob", "--must-change-password", "--json", stdin=PASSWORD
        )
        assert asked.json["mustChangePassword"] is True
        shown = await doorward(environ, "users", "show", "2", "--json")
        assert (shown.code, shown.error["data"]["reason"]) == (4, "user_not_found")
        assert "id:2" in shown.error["message"]


async def test_roles_say_what_to_pass_and_since_when_they_exist(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        assert "1970" not in (await doorward(environ, "roles", "list", "--json")).out
        await _json(environ, "roles", "create", "clerk")
        for arguments in ((), ("--no-permissions", "--permission", "orders:read")):
            assert (await doorward(environ, "roles", "update", "clerk", *arguments)).code == 2
        await doorward(environ, "users", "create", "bob", "--role", "clerk", stdin=PASSWORD)
        used = await doorward(environ, "roles", "delete", "clerk", "--yes")
        assert (used.code, used.err) == (
            3,
            "doorward: 1 users have this role; pass --force to remove it from them\n",
        )


async def test_a_list_in_a_pipe_says_on_standard_error_that_it_goes_on(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        await doorward(environ, "users", "create", "bob", stdin=PASSWORD)
        first = await doorward(environ, "users", "list", "--page-size", "1")
        assert len(first.out.splitlines()) == 1
        assert first.err == "doorward: 1 of 2 shown; --page 2 shows the next, --page-size 100 more of them\n"
        assert (await doorward(environ, "users", "list", "--page-size", "1", "--page", "2")).err == ""
        assert (await doorward(environ, "users", "list", "--page-size", "1", "--json")).err == ""
        assert "--cursor" in (await doorward(environ, "audit", "list", "--page-size", "1")).err


async def test_files_that_cannot_be_written_are_named(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        nowhere = await doorward(environ, "backup", "/nonexistent/x.db")
        assert (nowhere.code, nowhere.err) == (1, "doorward: There is no such folder: /nonexistent\n")
        there = tmp_path / "audit.jsonl"
        there.write_text("kept")
        refused = await doorward(environ, "audit", "export", str(there))
        assert (refused.code, refused.err) == (3, f"doorward: {there} exists; pass --force to overwrite it\n")
        assert there.read_text() == "kept"
        assert (await doorward(environ, "audit", "export", str(there), "--force")).code == 0
        assert there.read_text().startswith("{")


async def test_a_reader_that_has_enough_ends_an_export_quietly_and_the_export_is_recorded(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: "Broken pipe" on the terminal; an export of hashes that the audit trail does not know."""
    async with sqlite_databases.new(tmp_path) as environ:
        reading, writing = os.pipe()
        os.close(reading)  # As `head` does in the end.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "doorward", "export", "-", "--to", "csv"),
            env=environment(environ), stdout=writing, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        os.close(writing)
        _, said = await process.communicate()
        assert (process.returncode, said) == (141, b"")
        assert "users.exported" in (await doorward(environ, "audit", "list")).out


async def test_a_new_database_is_made_without_a_word_about_old_indexes_and_doctor_sees_the_password(
    tmp_path: Path,
) -> None:
    made = await doorward({}, "migrate", cwd=tmp_path)
    assert (made.code, made.err) == (0, "")
    found = await doorward({}, "doctor", "--json", cwd=tmp_path)
    (left,) = (row for row in found.json["list"] if row["subject"] == "first password")
    assert (left["level"], left["action"]) == (
        "advice",
        "note it down or change it, then rm doorward-data/first-admin-password",
    )


@pytest.mark.parametrize("width", [80, 100])
def test_a_table_shows_times_whole_on_a_narrow_terminal(width: int) -> None:
    """Mutant: columns that all shrink alike."""
    row = {"id": "0-5", "time": "2026-11-16T18:15:12.345Z", "action": "user.created", "actorName": "administrator"}
    row |= {"targetName": "somewhat-long-name", "address": "192.0.2.1", "details": '{"roles":["admin","user"]}' * 4}
    printed = io.StringIO()
    Console(file=printed, width=width).print(Table(tuple(row), [row]).pretty())
    assert "2026-11-16T18:15:12.345Z" in printed.getvalue()


async def test_flags_are_shown_without_a_type(tmp_path: Path, anyio_backend: str) -> None:
    script = "from doorward.cli import root; root.app.rich_markup_mode = 'rich'; root.run()"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, "users", "list", "--help"),
        env=environment({"COLUMNS": "120"}), stdout=asyncio.subprocess.PIPE, cwd=tmp_path,
    )  # fmt: skip
    shown = Run(0, (await process.communicate())[0], b"")
    assert "--json" in shown.out
    assert "bool" not in shown.out


def test_pgbouncer_without_its_setting_is_recognised_by_its_answer() -> None:
    """Mutant: advice to check the URL, which is right."""
    unavailable = DatabaseUnavailable()
    unavailable.__cause__ = OSError("unsupported startup parameter: jit")
    assert explain(unavailable)[1].endswith("; set DOORWARD_DATABASE_PGBOUNCER=true")


@pytest.mark.parametrize("closed", [0, 1, 2])
async def test_a_closed_stream_neither_ends_a_command_nor_takes_what_it_prints_elsewhere(
    sqlite_databases: Databases, tmp_path: Path, closed: int, anyio_backend: str
) -> None:
    """Mutant: the next file that is opened gets the number of the stream, and messages would be written into it."""
    async with sqlite_databases.new(tmp_path) as environ:
        process = await asyncio.create_subprocess_exec(
            *("sh", "-c", f'exec "$0" -m doorward users set-password absent {closed}>&-', sys.executable),
            env=environment(environ),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said = await process.communicate(PASSWORD.encode())
        asked = b"doorward: Standard input must hold a password in its first line\n"
        expected = {0: (2, asked), 1: (4, b"doorward: There is no such user\n"), 2: (4, b"")}
        assert (process.returncode, said) == (expected[closed][0], (b"", expected[closed][1]))


async def test_bytes_that_are_no_text_are_told_without_quoting_them(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: a stack trace of the driver, or of the hash of a password."""
    broken = os.fsdecode(b"canary\xff\xfe and a long password")
    async with sqlite_databases.new(tmp_path) as environ:
        for run in (
            await doorward(environ, "users", "show", broken),
            await doorward(environ, "audit", "list", "--actor", broken),
        ):
            assert (run.code, run.err) == (1, "doorward: An argument or the input is not text in UTF-8\n")


async def test_the_help_on_a_full_disk_is_an_error_like_any_other(tmp_path: Path, anyio_backend: str) -> None:
    with open("/dev/full", "wb") as full:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "doorward", "--help"),
            env=environment({}), stdout=full, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await process.communicate()
    assert (process.returncode, said) == (1, b"doorward: No space left on device\n")
