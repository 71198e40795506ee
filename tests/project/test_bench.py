"""The bench counts right answers only. `make bench` itself is no test: it takes a quiet machine and twenty minutes."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from bench.load import Plan, request
from bench.measure import Results, SearchStatistics
from bench.processes import Server
from bench.report import failure_lines, rate_rows
from bench.response_check import wrong_answer
from bench.selection import OPTIONAL, without_node
from bench.subjects import ROOT, Subject
from bench.targets import verdicts

Answering = Callable[[int, bytes], Subject]


class _Fixed(BaseHTTPRequestHandler):
    """Gives everybody the answer that its server was made with."""

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
def answering() -> Iterator[Answering]:
    """Makes subjects that answer everything with one status and body."""
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
    """A server that is not a process of ours: only its port is asked for."""
    server = object.__new__(Server)
    server.port = port
    return server


@pytest.mark.parametrize("status", [302, 401, 503])
def test_a_subject_that_does_not_answer_with_2xx_is_found_out(answering: Answering, status: int) -> None:
    assert f"status {status}" in wrong_answer(answering(status, b'{"email": "ann@example.com"}'), "user")


def test_a_subject_that_shows_nobody_is_found_out_whatever_its_status(answering: Answering) -> None:
    assert "nobody" in wrong_answer(answering(200, b"null"), "user")


def test_a_subject_that_shows_a_person_is_measured(answering: Answering) -> None:
    assert wrong_answer(answering(200, b'{"email": "ann@example.com"}'), "user") == ""


def test_whoever_fails_under_load_has_no_figures_and_is_named() -> None:
    results = Results({})
    for failed in (0, 3):
        results.note("list", "a peer", SearchStatistics(100.0, 1.0, 2.0, failed, 50.0))
        results.note("list", "another", SearchStatistics(100.0, 1.0, 2.0, 0, 50.0))
    assert results.rate("list", "a peer") is None
    assert results.rate("list", "another") == 100
    assert rate_rows(results, ["a peer"])[0][2] == "failed"
    assert failure_lines(results) == ["list of 20, a peer: 3 requests under load were refused or broke off"]


def test_logins_are_held_against_the_argon2id_rate_and_token_checks_beside_them_against_ten_milliseconds() -> None:
    assert _met(login=85, storm_p99=10) == {"login": True, "current user p99": True}
    assert _met(login=84, storm_p99=10) == {"login": False, "current user p99": True}
    assert _met(login=85, storm_p99=10.1) == {"login": True, "current user p99": False}


def _met(*, login: float, storm_p99: float) -> dict[str, bool]:
    figures = {"argon2 ceiling": [100.0], "login rate": [login], "storm p99": [storm_p99], "idle p99": [0.1]}
    return {
        verdict.what.partition(" :")[0].partition(" in a storm")[0]: verdict.met
        for verdict in verdicts(Results({}), figures)
    }


def test_peers_on_node_are_left_out_with_a_reason_where_there_is_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    without, line = without_node(["special"])
    assert set(without) == {"special", "better-auth", "feathers"}
    assert line == "Without better-auth and feathers: no Node 20 or later here"
    assert without_node(["peers"]) == (["peers"], "")


def test_the_bench_refuses_to_leave_out_what_it_does_not_know_and_lists_what_it_does() -> None:
    refused = _bench("--without", "nobody")
    assert refused.returncode == 2
    assert "'nobody'" in refused.stderr
    assert ", ".join(OPTIONAL) in _bench("--help").stdout


def _bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *arguments]
    wide = {**os.environ, "COLUMNS": "1000"}  # So that no name is broken at the end of a line.
    return subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, check=False)
