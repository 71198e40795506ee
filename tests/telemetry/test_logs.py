"""Logs: one line for each request, readable or JSON, with the request id and without secrets."""

import asyncio
import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from doorward.errors import DatabaseUnavailable
from doorward.telemetry import logs
from tests.support.databases import Databases
from tests.support.process import Node, serving

CANARY = "canary-7f3a"


async def lines_of(node: Node, log: Path, path: str) -> list[str]:
    """The log once it has a line about the path, which is written a moment after the response."""
    async with asyncio.timeout(10):
        while f"{path}" not in (text := log.read_text()):
            await asyncio.sleep(0.02)
    return text.splitlines()


async def requests(node: Node) -> None:
    http = node.http
    await http.post(
        f"/api/auth/login?password={CANARY}",
        json={"username": CANARY, "password": CANARY},
        headers={"User-Agent": CANARY, "X-Request-Id": "request-1234"},
    )
    await http.get(f"/api/{CANARY}", headers={"Authorization": f"Bearer {CANARY}"})
    await http.request(CANARY.upper(), "/healthz")
    headers = await node.login()
    await http.get("/api/users/1", headers=headers | {"X-Request-Id": "request-5678"})
    await http.get("/readyz")


@pytest.mark.parametrize("form", ["json", "readable"])
async def test_each_request_has_a_line_and_no_line_has_a_secret(
    form: str, sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: the path as it was asked for, route or not, in `AccessLog.write`."""
    log = tmp_path / "log"
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ | {"DOORWARD_LOG_FORMAT": form}, log=log) as node,
    ):
        await requests(node)
        lines = await lines_of(node, log, "request-5678")
    text = log.read_text()
    assert CANARY not in text.lower()
    if form == "json":
        found: list[dict[str, Any]] = [json.loads(line) for line in lines if line.startswith("{")]
        login = next(line for line in found if line.get("requestId", "").endswith("/request-1234"))
        assert (login["method"], login["path"], login["status"]) == ("POST", "/api/auth/login", 401)
        read = next(line for line in found if line.get("requestId", "").endswith("/request-5678"))
        assert (read["path"], read["status"], read["user"]) == ("/api/users/1", 200, 1)
        assert read["ms"] > 0
        unknown = [line for line in found if line.get("path") == "-"]
        assert {line["status"] for line in unknown} == {404}
    else:
        line = r"\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 POST /api/auth/login 401 [\d.]+ms id=[0-9a-f]{18}/request-1234"
        assert re.search(line, text)


async def test_the_access_log_can_be_turned_off(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: an `AccessLog` whatever the setting."""
    log = tmp_path / "log"
    async with (
        sqlite_databases.new(tmp_path) as environ,
        serving(environ | {"DOORWARD_ACCESS_LOG": "off"}, log=log) as node,
    ):
        await node.login()
        await node.terminate()
    assert "/api/auth/login" not in log.read_text()


async def test_a_file_that_a_job_can_not_write_is_named(
    sqlite_databases: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: "FileNotFoundError", and no word about which file."""
    log, file = tmp_path / "log", tmp_path / "absent" / "checkpoints"
    settings = {"DOORWARD_AUDIT_CHECKPOINT_FILE": str(file), "DOORWARD_AUDIT_CHECKPOINT_INTERVAL": "1s"}
    async with sqlite_databases.new(tmp_path) as environ, serving(environ | settings, log=log) as node:
        lines = await lines_of(node, log, str(file))
    assert f"FileNotFoundError: No such file or directory: {file}" in lines


def test_the_cause_of_an_error_is_logged_and_not_what_a_driver_says_about_it() -> None:
    """Mutants: the last error alone, of which DatabaseUnavailable tells nothing; the text of a driver, with a row."""
    try:
        try:
            raise ValueError(f"duplicate key ({CANARY})")
        except ValueError as error:
            raise DatabaseUnavailable from error
    except DatabaseUnavailable:
        record = logging.LogRecord("doorward", logging.ERROR, "", 0, "a job failed", None, sys.exc_info())
    for formatter in (logs._Json(), logs._Readable()):
        text = formatter.format(record)
        assert "DatabaseUnavailable; from ValueError" in text
        assert CANARY not in text


_FORGOTTEN = """
import asyncio, gc, sys, uvloop
from doorward.telemetry import logs

async def fail():
    raise ValueError("Key (email)=(" + sys.argv[2] + ") exists")

async def main():
    task = asyncio.ensure_future(fail())
    await asyncio.wait([task])
    del task
    gc.collect()

logs.configure(sys.argv[1], "info")
with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
    runner.run(main())
"""


@pytest.mark.parametrize("form", ["json", "readable"])
async def test_the_error_of_a_task_that_nothing_awaited_is_logged_without_its_message(
    form: str, anyio_backend: str
) -> None:
    """Mutant: the line as asyncio writes it. The message of a driver may quote a row."""
    arguments = (sys.executable, "-c", _FORGOTTEN, form, CANARY)
    process = await asyncio.create_subprocess_exec(*arguments, stderr=asyncio.subprocess.PIPE)
    _, logged = await process.communicate()
    assert b"Task exception was never retrieved" in logged
    assert b"ValueError" in logged
    assert b"fail() done" in logged
    assert CANARY.encode() not in logged
