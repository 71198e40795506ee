"""Shared parts of the peers on Node."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.dataset import PASSWORD
from bench.processes import Server
from bench.subjects import BenchContext, run_program

TOKENS = 1_000
_FOLDER = Path(__file__).parent
_MIN_VERSION = 20


class NodeApp:
    """One of the applications in this folder, with its own database."""

    def __init__(self, work: BenchContext, name: str, script: str) -> None:
        self._work, self._name = work, name
        self._command = ["node", str(_FOLDER / script)]
        self.database = work.subfolder(name) / "users.db"
        self._env = {"BENCH_DATABASE": str(self.database), "NODE_ENV": "production"}

    def prepare(self) -> Any:
        return json.loads(run_program(*self._command, "prepare", PASSWORD, str(TOKENS), env=self._env))

    @contextmanager
    def serve(self) -> Iterator[Server]:
        port = next(self._work.ports)
        command = [*self._command, "serve", str(port)]
        with self._work.serve(self._name, command, port, env=self._env) as server:
            yield server


def unavailable_reason() -> str:
    """Returns why peers on Node can't run here, or an empty string."""
    if not shutil.which("node") or _version() < _MIN_VERSION:
        return f"Node {_MIN_VERSION} or later is not installed"
    if not (_FOLDER / "node_modules" / ".installed").exists():
        return "not installed; `make bench` installs them"
    return ""


def _version() -> int:
    """Returns Node's major version."""
    output = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    number = output.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0
