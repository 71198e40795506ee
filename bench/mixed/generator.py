"""Runs `openloop.c` with a mix of requests."""

import itertools
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bench.load import Plan
from bench.loadgen import build

_SOURCE: Final = Path(__file__).with_name("openloop.c")
_MARGIN_SECONDS: Final = 30
_CONNECTIONS: Final = 256
_WARM_UP: Final = 2.0
_NUMBERS_PER_RUN: Final = 100_000

# How many of each operation in one round of the mix, and their requests.
Mix = dict[str, tuple[int, Plan]]


class OpenLoop:
    def __init__(self, cores: set[int]) -> None:
        self._cores, self._program = cores, build(_SOURCE)
        self._runs = itertools.count(1)

    def run(self, port: int, mix: Mix, rate: float, seconds: float) -> dict[str, Any]:
        """Latencies in milliseconds from the times at which requests were due, for each operation and for all.

        Chains go on in the next run: `mix` has their next requests afterwards.
        """
        with tempfile.NamedTemporaryFile(suffix=".mix") as file, tempfile.NamedTemporaryFile() as chains:
            file.write(b"\0".join(_entries(mix)))
            file.flush()
            numbers = (next(self._runs) + 500) * _NUMBERS_PER_RUN
            arguments = [port, rate, _WARM_UP, seconds, _CONNECTIONS, file.name, numbers, chains.name]
            finished = subprocess.run(
                [str(self._program), *map(str, arguments)],
                capture_output=True,
                text=True,
                timeout=max(seconds, sum(count for count, _ in mix.values()) / rate) + _WARM_UP + _MARGIN_SECONDS,
                preexec_fn=lambda: os.sched_setaffinity(0, self._cores),
                check=False,
            )
            _take_over(mix, Path(chains.name).read_bytes())
        sys.stderr.write(finished.stderr)
        if finished.returncode:
            raise RuntimeError(f"openloop failed:\n{finished.stdout}{finished.stderr}")
        summary: dict[str, Any] = json.loads(finished.stdout.strip().splitlines()[-1])
        return summary


def _entries(mix: Mix) -> list[bytes]:
    entries: list[bytes] = []
    for name, (count, plan) in mix.items():
        entries.append(f"\1{name} {count} {plan.chain or '-'}".encode())
        entries += plan.requests
    return entries


def _take_over(mix: Mix, requests: bytes) -> None:
    for name, (count, plan) in mix.items():
        if plan.chain and requests:
            mix[name] = count, replace(plan, requests=tuple(requests.rstrip(b"\0").split(b"\0")))
