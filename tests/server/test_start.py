"""Start-up at a terminal, and with output to a log."""

import asyncio
import contextlib
import os
import pty
import re
import stat
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import httpx
import pytest

from doorward import console
from tests.support.cli import ROOT, doorward_process, environment
from tests.support.postgres_install import free_port

PATIENCE_SECONDS = 60
OWN_PASSWORD = "a password of my own"


class Started:
    """`doorward serve` and its output so far, without colours."""

    def __init__(self, process: asyncio.subprocess.Process, output: int, port: int) -> None:
        self._process, self._descriptor, self.port = process, output, port
        self.output = ""

    async def greeting(self) -> str:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "Ctrl-C stops." not in self.output and await self._listen():
                pass
        return self.output

    async def _listen(self) -> bool:
        heard = await asyncio.to_thread(_read, self._descriptor)
        self.output = re.sub(r"\x1b\[\d*m", "", self.output + heard.decode())
        return bool(heard)

    async def sign_in(self, username: str, password: str) -> int:
        transport = httpx.AsyncHTTPTransport(retries=5)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{self.port}") as http:
            answer = await http.post("/api/auth/login", json={"username": username, "password": password})
            return answer.status_code

    async def stop(self) -> str:
        """Ends it; returns its whole output."""
        if self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()
        while await self._listen():
            pass
        return self.output


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # A terminal whose other side is closed.
        return b""


@contextlib.asynccontextmanager
async def started(
    folder: Path, *options: str, terminal: bool = True, environ: Mapping[str, str] | None = None
) -> AsyncIterator[Started]:
    output, its_side = pty.openpty() if terminal else os.pipe()
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "serve", "--port", str(port), *options),
        env=environment(environ or {}),
        cwd=folder,
        stdout=its_side,
        stderr=its_side,
    )
    os.close(its_side)
    service = Started(process, output, port)
    try:
        yield service
    finally:
        await service.stop()
        os.close(output)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_a_first_start_at_a_terminal_shows_the_password_once_with_the_consoles_address(tmp_path: Path) -> None:
    async with started(tmp_path) as service:
        shown = await service.greeting()
        assert (f"http://127.0.0.1:{service.port}/console" in shown) == console.is_built()
        found = re.search(r"First administrator  (\S+)\s+Password +(\S+)", shown)
        assert found is not None, shown
        username, password = found[1], found[2]
        assert await service.sign_in(username, password) == 200
        assert (await service.stop()).count(password) == 1
    async with started(tmp_path) as again:
        await again.greeting()
        assert await again.sign_in(username, password) == 200
        assert "Password" not in await again.stop()
    data = tmp_path / "doorward-data"
    assert (list(tmp_path.iterdir()), mode(data), mode(data / "secret.key")) == ([data], 0o700, 0o600)
    assert not (data / "first-admin-password").exists()


async def test_output_that_goes_to_a_log_never_has_the_password(tmp_path: Path) -> None:
    async with started(tmp_path, terminal=False) as service:
        await service.greeting()
        file = tmp_path / "doorward-data" / "first-admin-password"
        password = file.read_text().strip()
        assert mode(file) == 0o600
        assert await service.sign_in("admin", password) == 200
        said = await service.stop()
    assert password not in said
    assert str(file) in said


async def test_the_command_line_names_host_workers_database_and_configuration(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(f'admin_username = "root"\nadmin_password = "{OWN_PASSWORD}"\n')
    (tmp_path / "doorward.toml").write_text('admin_username = "not-this-one"\n')
    options = ("--host", "127.0.0.1", "--workers", "2", "--database-url", "sqlite:///elsewhere.db")
    async with started(tmp_path, *options, "--config", "other.toml") as service:
        assert "Password" not in await service.greeting()
        assert await service.sign_in("root", OWN_PASSWORD) == 200
    assert (tmp_path / "elsewhere.db").exists()


async def test_the_first_administrator_is_created_once(tmp_path: Path) -> None:
    for username in ("root", "second"):
        given = {"DOORWARD_ADMIN_USERNAME": username, "DOORWARD_ADMIN_PASSWORD": OWN_PASSWORD}
        async with started(tmp_path, environ=given) as service:
            await service.greeting()
            assert await service.sign_in("root", OWN_PASSWORD) == 200
            assert await service.sign_in("second", OWN_PASSWORD) == 401


@pytest.mark.parametrize(
    ("name", "value"), [("DOORWARD_ACESS_TTL", "5m"), ("DOORWARD_ACCESS_TTL", "soon"), ("DOORWARD_SECRET", "qmPlus")]
)
async def test_a_misspelt_or_bad_setting_stops_the_start_and_is_named(
    tmp_path: Path, name: str, value: str, anyio_backend: str
) -> None:
    run = await doorward_process({name: value}, "serve", cwd=tmp_path)
    assert run.code == 1
    assert name in run.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("target", "command"), [("run", ".venv/bin/doorward serve"), ("test", "pytest")])
async def test_make_installs_from_the_hashed_lock_and_does_what_it_is_asked(
    target: str, command: str, anyio_backend: str
) -> None:
    """By a dry run of make."""
    process = await asyncio.create_subprocess_exec(
        *("make", "--dry-run", "--always-make", target), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    assert "--require-hashes" in output.decode()
    assert command in output.decode()


@pytest.mark.parametrize(
    ("failing", "code", "failures", "last"),
    [
        ("none", 0, [], "part 1 (parallel): passed, part 2 (alone): passed"),
        ("*--numprocesses*", 2, ["FAILED a test"], "part 1 (parallel): FAILED, part 2 (alone): passed"),
        ("*-m\\ alone*", 2, ["FAILED a test"], "part 1 (parallel): passed, part 2 (alone): FAILED"),
    ],
)
async def test_make_test_runs_both_parts_and_says_at_the_end_what_failed(
    failing: str, code: int, failures: list[str], last: str, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: a failure of the first part ends the run, or the second part's success hides it."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    fail = 'echo FAILED a test >> "$DOORWARD_TEST_FAILURES"; exit 1'
    python.write_text(f'#!/bin/sh\necho ran\ncase "$*" in {failing}) {fail};; esac\n')
    python.chmod(0o755)
    process = await asyncio.create_subprocess_exec(
        *("make", "--no-print-directory", f"--old-file={tmp_path}/.dev", "test", f"VENV={tmp_path}"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    assert process.returncode == code
    assert output.decode().splitlines() == ["ran", "ran", *failures, f"make test: {last}"]
