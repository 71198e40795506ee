"""What the peers on Node have in common."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.dataset import PASSWORD
from bench.processes import Server
from bench.subjects import Workplace, run_program

TOKENS = 1_000
_FOLDER = Path(__file__).parent
_LEAST_VERSION = 20


class NodeApp:
    """One of the applications beside this file, with a database of its own."""

    def __init__(self, work: Workplace, name: str, script: str) -> None:
        self._work, self._name = work, name
        self._command = ["node", str(_FOLDER / script)]
        self.database = work.room(name) / "users.db"
        self._env = {"BENCH_DATABASE": str(self.database), "NODE_ENV": "production"}

    def prepare(self) -> Any:
        return json.loads(run_program(*self._command, "prepare", PASSWORD, str(TOKENS), env=self._env))

    @contextmanager
    def serve(self) -> Iterator[Server]:
        port = next(self._work.ports)
        command = [*self._command, "serve", str(port)]
        with self._work.serve(self._name, command, port, env=self._env) as server:
            yield server


def why_not() -> str:
    """Why there can't be peers on Node here, if so."""
    if not shutil.which("node") or _version() < _LEAST_VERSION:
        return f"no Node {_LEAST_VERSION} or later here"
    if not (_FOLDER / "node_modules" / ".installed").exists():
        return "not installed; `make bench` does it"
    return ""


def _version() -> int:
    """The major one."""
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    number = said.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0
