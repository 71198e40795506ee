"""A subject of the benchmark: a running server, and the requests of each operation."""

import itertools
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.load import LoadGenerator, Plan, request
from bench.processes import Server, running

ROOT = Path(__file__).parent.parent
# Concurrent connections of reads, of writes (the targets are defined for 32) and of sign-ins.
READERS = 64
WRITERS = 32
SIGNING_IN = 8


@dataclass(frozen=True)
class BenchContext:
    """Folders, programs, processor cores and ports of one run."""

    folder: Path
    ours: Path  # The Python of Doorward's environment.
    peers: Path  # The bin folder of the peers' environment.
    load: LoadGenerator
    server_cores: frozenset[int]
    all_cores: frozenset[int]
    users: int
    ports: Iterator[int] = field(default_factory=lambda: itertools.count(8150))

    def subfolder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def serve(
        self,
        name: str,
        command: Sequence[str],
        port: int,
        *,
        env: Mapping[str, str] | None = None,
        health: str = "/",
        cwd: Path = ROOT,
        cores: frozenset[int] | None = None,
    ) -> AbstractContextManager[Server]:
        log = self.folder / f"{name}.log"
        pinned = set(cores or self.server_cores)
        return running(command, port, cores=pinned, log=log, cwd=cwd, env=env, health=health)

    def granian(self, port: int, interface: str, target: str, *options: str) -> list[str]:
        program = str(self.peers / "granian")
        fixed = ["--workers", "1", "--no-ws", "--log-level", "warning", "--port", str(port)]
        return [program, "--interface", interface, *fixed, *options, target]


@dataclass(frozen=True)
class Subject:
    name: str
    server: Server
    plans: Mapping[str, Plan]
    hash_note: str = ""
    has_users: bool = True
    # Writes that only the mixed load has, by operation.
    writes: Mapping[str, Plan] = field(default_factory=dict)


def call(port: int, method: str, path: str, *, token: str = "", body: Any = None, form: str = "") -> Any:
    """Sends one request while a server is prepared; returns the JSON of its response."""
    headers = {"Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
    if token:
        headers["Authorization"] = token
    data = form.encode() if form else json.dumps(body).encode() if body is not None else None
    prepared = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
    with urllib.request.urlopen(prepared, timeout=60) as response:
        return json.load(response)


def run_program(program: str | Path, *arguments: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Runs a program that prepares a server; returns its output."""
    finished = subprocess.run(
        [str(program), *arguments],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise RuntimeError(f"{program} {' '.join(arguments)} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


@contextmanager
def limit(work: BenchContext, name: str, interface: str, target: str) -> Iterator[Subject]:
    """An application that does nothing, on granian."""
    port = next(work.ports)
    command = work.granian(port, interface, target, "--loop", "uvloop")
    with work.serve(name.replace(" ", "-"), command, port) as server:
        yield Subject(name, server, {"user": Plan((request("GET", "/"),), READERS)}, has_users=False)
