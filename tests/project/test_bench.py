"""The benchmark counts only correct responses. `make bench` is no test: it needs a quiet machine and 20 minutes."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError

import pytest
from bench.dataset import PASSWORD
from bench.load import Plan, bearer, request
from bench.measure import OPERATIONS, Results, Sample
from bench.ours.subject import environment
from bench.processes import Server, running
from bench.report import failure_lines, rate_rows
from bench.response_check import response_error
from bench.selection import OPTIONAL, without_node
from bench.subjects import ROOT, Subject, call, run_program
from bench.targets import POSTGRES, SQLITE, verdicts

from tests.support.postgres_install import free_port

Responding = Callable[[int, bytes], Subject]


class _Fixed(BaseHTTPRequestHandler):
    """Sends the same response to every request."""

    status: int
    body: bytes

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        return None


@pytest.fixture
def responding() -> Iterator[Responding]:
    """Starts subjects that respond to every request with one status and body."""
    servers: list[ThreadingHTTPServer] = []

    def start(status: int, body: bytes) -> Subject:
        handler = type("Fixed", (_Fixed,), {"status": status, "body": body})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return Subject("a peer", _at(server.server_port), {"user": Plan((request("GET", "/me"),), 1)})

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _at(port: int) -> Server:
    """A server without a process: only its port is used."""
    server = object.__new__(Server)
    server.port = port
    return server


@pytest.mark.parametrize("status", [302, 401, 503])
def test_a_response_other_than_2xx_is_an_error(responding: Responding, status: int) -> None:
    assert f"status {status}" in response_error(responding(status, b'{"email": "ann@example.com"}'), "user")


def test_a_response_without_users_is_an_error_whatever_its_status(responding: Responding) -> None:
    assert "no user" in response_error(responding(200, b"null"), "user")


def test_a_response_with_a_user_is_correct(responding: Responding) -> None:
    assert response_error(responding(200, b'{"email": "ann@example.com"}'), "user") == ""


def test_a_subject_that_fails_under_load_has_no_rate_and_is_named() -> None:
    results = Results({})
    for failed in (0, 3):
        results.add("list", "a peer", Sample(100.0, 1.0, 2.0, failed, 50.0))
        results.add("list", "another", Sample(100.0, 1.0, 2.0, 0, 50.0))
    assert results.rate("list", "a peer") is None
    assert results.rate("list", "another") == 100
    assert "failed" in rate_rows(results, ["a peer"])[0]
    assert failure_lines(results) == ["list of 20, a peer: 3 requests failed under load"]


def test_logins_are_held_against_the_argon2id_rate_and_token_checks_beside_them_against_ten_milliseconds() -> None:
    assert _met(login=90, storm_p99=10) == {"login": True, "current user p99": True}
    assert _met(login=89, storm_p99=10) == {"login": False, "current user p99": True}
    assert _met(login=90, storm_p99=10.1) == {"login": True, "current user p99": False}


def _met(*, login: float, storm_p99: float) -> dict[str, bool]:
    figures = {"argon2 ceiling": [100.0], "login rate": [login], "storm p99": [storm_p99], "idle p99": [0.1]}
    return {
        verdict.what.partition(" :")[0].partition(" in a storm")[0]: verdict.met
        for verdict in verdicts(Results({}), figures)
    }


@pytest.mark.parametrize(("suffix", "subject"), [("", SQLITE), (", PostgreSQL", POSTGRES)])
def test_two_workers_are_held_against_one_by_the_cores_that_load_and_database_leave_them(
    suffix: str, subject: str
) -> None:
    for two, met in ((145.0, True), (143.0, False)):
        rates = {"one worker": [100.0], "two workers": [two], "cores left to two workers": [1.6]}
        (verdict,) = verdicts(Results({}), {f"{name}{suffix}": values for name, values in rates.items()})
        assert (verdict.met, subject in verdict.what) == (met, True)


def test_users_that_are_created_without_hashing_can_not_sign_in(tmp_path: Path) -> None:
    env = environment(tmp_path, "")
    tokens = json.loads(run_program(sys.executable, "-m", "bench.ours.seed", "5", "2", env=env))
    port = free_port()
    command = [sys.executable, "-m", "bench.ours.prehashed", str(port)]
    cores = os.sched_getaffinity(0)
    with running(command, port, cores=cores, log=tmp_path / "log", cwd=ROOT, env=env, health="/readyz"):
        new = {"username": "newcomer", "name": "Newcomer", "password": PASSWORD}
        assert call(port, "POST", "/api/users", token=bearer(tokens["access"][0]), body=new)["code"] == 200
        with pytest.raises(HTTPError, match="401") as refused:
            call(port, "POST", "/api/auth/login", body={"username": "newcomer", "password": PASSWORD})
        refused.value.close()


@pytest.mark.parametrize("subject", [SQLITE, POSTGRES])
def test_the_current_user_by_a_key_is_held_against_a_tenth_more_than_by_a_token(subject: str) -> None:
    assert "key" in OPERATIONS
    for used, met in ((55.0, True), (55.1, False)):
        results = Results({})
        results.add("user", subject, Sample(100.0, 1.0, 2.0, 0, 50.0))
        results.add("key", subject, Sample(100.0, 1.0, 2.0, 0, used))
        (verdict,) = (each for each in verdicts(results, {}) if "API key" in each.what)
        assert (verdict.met, subject in verdict.what) == (met, True)


def test_peers_on_node_are_left_out_with_a_reason_where_there_is_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    without, line = without_node(["special"])
    assert set(without) == {"special", "better-auth", "feathers"}
    assert line == "Without better-auth and feathers: Node 20 or later is not installed"
    assert without_node(["peers"]) == (["peers"], "")


def test_the_benchmark_rejects_unknown_names_in_without_and_lists_the_known_ones() -> None:
    rejected = _bench("--without", "unknown")
    assert rejected.returncode == 2
    assert "'unknown'" in rejected.stderr
    assert ", ".join(OPTIONAL) in _bench("--help").stdout


def _bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *arguments]
    wide = {**os.environ, "COLUMNS": "1000"}  # Wide enough that no name is broken across lines.
    return subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, check=False)
