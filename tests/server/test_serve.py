"""`doorward serve` and its port."""

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path

import httpx
import pytest

from tests.support.cli import ROOT, doorward_process, environment
from tests.support.databases import Databases
from tests.support.postgres_install import free_port
from tests.support.process import Node, serving


async def test_a_second_server_on_the_same_port_is_refused(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: without `serve._check_port` both listen, and each gets a part of the requests."""
    async with sqlite_databases.new(tmp_path) as environ, serving(environ) as node:
        second = Node({"DOORWARD_DATA_DIR": str(tmp_path / "second")}, log=tmp_path / "log")
        second.port = node.port
        second.launch()
        try:
            assert await second.ended() == 1
        finally:
            await second.close()
        said = (tmp_path / "log").read_text()
        assert said.startswith(f"doorward: can't listen on 127.0.0.1:{node.port}: Address already in use")
        assert f" by process {node.pid} (" in said
        assert f"m doorward serve); stop it with kill {node.pid}, or choose another port" in said
        # It was refused before it touched anything.
        assert not (tmp_path / "second").exists()
        assert (await node.http.get("/readyz")).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_a_port_that_another_process_listens_on_is_refused(host: str, tmp_path: Path, anyio_backend: str) -> None:
    """Mutant: the probe that asks for IPv4 alone."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        try:
            listener.bind((host, 0))
        except OSError as error:
            pytest.skip(f"no {host} on this machine: {error}")
        listener.listen()
        port = listener.getsockname()[1]
        run = await doorward_process({"DOORWARD_DATA_DIR": str(tmp_path)}, "serve", "--host", host, "--port", str(port))
    assert run.code == 1
    assert f"can't listen on {host}:{port}: Address already in use" in run.err


async def test_an_address_that_is_not_of_this_machine_is_refused(tmp_path: Path) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path), "DOORWARD_HOST": "192.0.2.1", "DOORWARD_PORT": str(free_port())}
    run = await doorward_process(environ, "serve")
    assert run.code == 1
    assert "can't listen on 192.0.2.1" in run.err


async def test_with_json_every_line_of_output_is_json_the_death_of_a_worker_included(tmp_path: Path) -> None:
    """Mutants: a banner that ignores `log_format`; a log of the parent process in another format."""
    log = tmp_path / "log"
    node = Node({"DOORWARD_DATA_DIR": str(tmp_path / "data")}, log=log, options=["--json"])
    try:
        await node.start()
        before = node.workers()
        os.kill(before[0], signal.SIGKILL)
        async with asyncio.timeout(30):
            while not node.workers() or set(before) & set(node.workers()):
                await asyncio.sleep(0.02)
        await node.ready()
        await node.terminate()
    finally:
        await node.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert (lines[0]["event"], lines[0]["url"], lines[0]["administrator"]) == ("starting", node.url, "admin")
    assert "/readyz" in {line.get("path") for line in lines}
    assert "Unexpected exit from worker-1" in {line["event"] for line in lines if "event" in line}
    refused = await doorward_process({"DOORWARD_ACESS_TTL": "5m"}, "serve", "--json")
    assert (refused.code, refused.error["exit"]) == (1, 1)
    assert "access_ttl" in refused.error["message"]


async def test_traces_without_opentelemetry_stop_the_start_before_the_banner(tmp_path: Path) -> None:
    """Mutant: the check in the workers alone, which end one after the other behind a banner that says all is well."""
    hidden = tmp_path / "opentelemetry"
    hidden.mkdir()
    (hidden / "__init__.py").write_text("")  # A package without the exporter.
    path = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    run = await doorward_process({"DOORWARD_OTEL": "on", "PYTHONPATH": path}, "serve", cwd=tmp_path)
    assert (run.code, run.out) == (1, "")
    assert run.err == "doorward: DOORWARD_OTEL needs OpenTelemetry: pip install 'doorward[otel]'\n"


@pytest.mark.parametrize("form", ["json", "readable"])
async def test_a_server_starts_and_serves_while_the_disk_of_its_log_is_full(
    tmp_path: Path, form: str, anyio_backend: str
) -> None:
    """Mutant: the banner that can't be written ends the start, and so each restart of a service whose log is full."""
    port = free_port()
    with open("/dev/full", "wb") as full:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "doorward", "serve", "--port", str(port)),
            env=environment({"DOORWARD_LOG_FORMAT": form}), cwd=tmp_path, stdout=full, stderr=full,
        )  # fmt: skip
    try:
        transport = httpx.AsyncHTTPTransport(retries=8)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}") as http:
            assert (await http.get("/readyz")).status_code == 200
    finally:
        process.terminate()
    assert await process.wait() == 0
