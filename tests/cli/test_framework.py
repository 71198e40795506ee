"""What all commands have in common: JSON, exit codes, plain text in pipes, completion."""

import asyncio
import os
import pty
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from doorward import __version__
from doorward.database import schema
from tests.support.cli import doorward, doorward_process, environment

SECRET = "Yx3-8Kq_canary_Zt7wLp2vRb5nMd0sHf4jGc1aQe6uIo9"


async def test_config_show_says_where_each_value_came_from_and_hides_secrets(tmp_path: Path) -> None:
    (tmp_path / "doorward.toml").write_text('issuer = "file"\n')
    environ = {"DOORWARD_SECRET": SECRET, "DOORWARD_AUDIENCE": "environment"}
    run = await doorward(environ, "config", "show", "--json", "--database-url", "sqlite:///x.db", cwd=tmp_path)
    assert run.code == 0, run.err
    found = {row["setting"]: row for row in run.json["list"]}
    assert found["issuer"] == {"setting": "issuer", "value": "file", "from": "issuer in doorward.toml"}
    assert found["audience"]["from"] == "DOORWARD_AUDIENCE"
    assert found["port"] == {"setting": "port", "value": 8000, "from": "default"}
    assert found["database_url"]["from"] == "--database-url"
    assert found["secret"]["value"] == "(hidden)"
    assert "canary" not in run.out + run.err


async def test_a_pipe_gets_plain_text_and_a_terminal_gets_a_table(tmp_path: Path) -> None:
    piped = await doorward_process({}, "config", "show", cwd=tmp_path)
    assert "port\t8000\tdefault" in piped.out.splitlines()
    assert "\x1b" not in piped.out
    assert "\x1b" in await _at_a_terminal("config", "show", cwd=tmp_path)


async def _at_a_terminal(*arguments: str, cwd: Path) -> str:
    master, terminal = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", *arguments),
        env=environment({"TERM": "xterm-256color"}),
        cwd=cwd,
        stdout=terminal,
    )
    os.close(terminal)
    output = await asyncio.to_thread(_read_all, master)
    assert await process.wait() == 0
    return output.decode()


def _read_all(descriptor: int) -> bytes:
    chunks: list[bytes] = []
    while True:
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:  # The other side is closed.
            chunk = b""
        if not chunk:
            os.close(descriptor)
            return b"".join(chunks)
        chunks.append(chunk)


async def test_exit_codes_tell_a_bad_command_from_bad_settings(tmp_path: Path) -> None:
    assert (await doorward({}, "config", "shwo", cwd=tmp_path)).code == 2
    bad = await doorward({"DOORWARD_PROT": "1"}, "config", "show", "--json", cwd=tmp_path)
    assert bad.code == 1
    assert "Unknown setting: DOORWARD_PROT" in bad.error["message"]
    absent = await doorward({}, "token", "inspect", stdin="x", cwd=tmp_path)
    assert absent.code == 3, "not a token"


async def test_an_invalid_command_is_reported_like_any_other_error(tmp_path: Path) -> None:
    """Mutants: boxes in a pipe; words instead of JSON."""
    plain = await doorward({}, "users", "frob", cwd=tmp_path)
    assert (plain.code, plain.err.splitlines()[-1]) == (2, "Error: No such command 'frob'.")
    for arguments in (("users", "frob"), ("users", "list", "--page", "x"), ("import", "nowhere")):
        asked = await doorward({}, *arguments, "--json", cwd=tmp_path)
        assert (asked.code, asked.error["exit"]) == (2, 2)
    assert (await doorward_process({}, "--version", cwd=tmp_path)).out.strip() == __version__


async def test_a_command_creates_no_database(tmp_path: Path) -> None:
    run = await doorward({}, "backup", "copy.db", cwd=tmp_path)
    assert run.code == 1
    assert "There is no database" in run.err
    assert list(tmp_path.iterdir()) == []


async def test_a_database_whose_first_start_was_interrupted_is_told_so(tmp_path: Path) -> None:
    """Mutant: "min() arg is an empty sequence", where the keys are read."""
    environ = {"DOORWARD_DATABASE_URL": f"sqlite:///{tmp_path / 'new.db'}", "DOORWARD_SECRET": SECRET}
    await schema.migrate(tmp_path / "new.db", "")
    run = await doorward(environ, "users", "list", cwd=tmp_path)
    said = "doorward: The database has no keys: its first start was interrupted; run doorward migrate\n"
    assert (run.code, run.err) == (1, said)
    assert (await doorward(environ, "migrate", cwd=tmp_path)).code == 0
    assert (await doorward(environ, "users", "list", cwd=tmp_path)).code == 0


async def test_shells_complete_commands(tmp_path: Path) -> None:
    shown = await doorward_process({"_DOORWARD_COMPLETE": "source_bash"}, cwd=tmp_path)
    assert shown.code == 0
    asked = {"_DOORWARD_COMPLETE": "complete_bash", "COMP_WORDS": "doorward conf", "COMP_CWORD": "1"}
    assert (await doorward_process(asked, cwd=tmp_path)).out.split() == ["config"]


async def test_a_password_on_the_command_line_is_not_in_the_list_of_processes(tmp_path: Path) -> None:
    """Mutant: without `hide_database_password` other users of the machine read it while the command runs."""
    program = [sys.executable, "-m", "doorward", "serve", "--port", "9"]
    for given in (
        ["--database-url", "postgresql://ann:hidden@127.0.0.1:9/x"],
        ["--database-url=postgresql://127.0.0.1:9/x?user=ann&password=hidden"],
        ["--database-url", "postgresql://a:hidden@127.0.0.1:9/x", "--database-url=postgresql://b@127.0.0.1:9/x"],
    ):
        command = await asyncio.create_subprocess_exec(
            *program, *given, cwd=tmp_path, stdout=PIPE, stderr=PIPE,
            env=os.environ | {"DOORWARD_SECRET": "0123456789 a secret that only the tests know"},
        )  # fmt: skip
        try:
            arguments = Path(f"/proc/{command.pid}/cmdline")
            # It waits for the database, and the arguments are visible for as long. While it starts anew there are none.
            async with asyncio.timeout(30):
                while not (shown := arguments.read_bytes()).endswith(b"serve\0--port\x009\0"):
                    await asyncio.sleep(0.01)
            assert b"hidden" not in shown
        finally:
            command.kill()
            await command.communicate()
