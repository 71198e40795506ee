"""Generates load: sends prepared requests, from processor cores that the server does not use."""

import itertools
import json
import os
import resource
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
_MARGIN_SECONDS = 30
# Placeholder in a request for a number that no other request of the run has.
UNIQUE = "@" * 8
# More than one run sends, and small enough that the numbers of all runs fit the placeholder.
_NUMBERS_PER_RUN = 100_000


@dataclass(frozen=True)
class Plan:
    """Requests to send in turn. With `chain`, each starts one: the next request presents that field of the response."""

    requests: tuple[bytes, ...]
    connections: int
    chain: str = ""


@dataclass(frozen=True)
class Measured:
    rate: float
    p50_ms: float
    p99_ms: float
    failed: int
    load_cores: float


def request(method: str, path: str, *, token: str = "", cookie: str = "", body: object = None, form: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    content = form.encode() if body is None else json.dumps(body, separators=(",", ":")).encode()
    if token:
        lines.append(f"Authorization: {token}")
    if cookie:
        # With the origin, as browsers send it: better-auth refuses changes without one.
        lines += [f"Cookie: {cookie}", "Origin: http://bench"]
    if content or method == "POST":
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(content)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def bearer(token: str) -> str:
    return f"Bearer {token}"


class LoadGenerator:
    """Runs wrk if it is installed, otherwise `loadgen.c`."""

    def __init__(self, cores: set[int]) -> None:
        self.cores = cores
        self.program = shutil.which("wrk") or ""
        self.name = "wrk"
        self._runs = itertools.count(1)
        if not self.program:
            from bench.loadgen import build

            self.program, self.name = str(build()), "loadgen"

    def run(self, port: int, plan: Plan, seconds: float) -> Measured:
        with tempfile.NamedTemporaryFile(suffix=".requests") as file:
            file.write(b"\0".join(plan.requests))
            file.flush()
            started = resource.getrusage(resource.RUSAGE_CHILDREN)
            summary = json.loads(self._output(self._command(port, plan, seconds, file.name), seconds))
            ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = ended.ru_utime + ended.ru_stime - started.ru_utime - started.ru_stime
        took = summary["micros"] / 1e6
        failed = summary["http_errors"] + summary["connection_errors"]
        return Measured(
            (summary["requests"] - failed) / took, summary["p50"] / 1e3, summary["p99"] / 1e3, failed, used / took
        )

    def _command(self, port: int, plan: Plan, seconds: float, file: str) -> list[str]:
        extra = [file, str(next(self._runs) * _NUMBERS_PER_RUN), *([plan.chain] if plan.chain else [])]
        if self.name == "loadgen":
            return [self.program, str(port), str(plan.connections), str(seconds), *extra]
        script = str(HERE / "requests.lua")
        address = f"http://127.0.0.1:{port}"
        options = ["-t1", f"-c{plan.connections}", f"-d{max(1, round(seconds))}s", "--timeout", "20s", "-s", script]
        return [self.program, *options, address, "--", *extra]

    def _output(self, command: list[str], seconds: float) -> str:
        finished = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=seconds + _MARGIN_SECONDS,
            preexec_fn=lambda: os.sched_setaffinity(0, self.cores),
            check=False,
        )
        if finished.returncode:
            raise RuntimeError(f"{self.name} failed:\n{finished.stdout}{finished.stderr}")
        return finished.stdout.strip().splitlines()[-1]


class Background:
    """Load that runs while something else is measured."""

    def __init__(self, load: LoadGenerator, port: int, plan: Plan, seconds: float) -> None:
        self.result: Measured | None = None
        self._thread = threading.Thread(target=self._run, args=(load, port, plan, seconds))
        self._thread.start()

    def _run(self, load: LoadGenerator, port: int, plan: Plan, seconds: float) -> None:
        self.result = load.run(port, plan, seconds)

    def wait(self) -> Measured:
        self._thread.join()
        if self.result is None:
            raise RuntimeError("the background load failed")
        return self.result
