"""Regression check of a minute: compares Doorward's ratios to the empty application with the committed ones."""

import json
import platform
import statistics
from contextlib import ExitStack
from pathlib import Path

from bench.measure import Progress, run_rounds
from bench.ours.subject import doorward, prehashed
from bench.report import failure_lines
from bench.subjects import BenchContext, Subject, limit
from bench.targets import EMPTY, PREHASHED, SQLITE

BASELINE = Path(__file__).with_name("baseline.json")
# On a busy machine, ratios of the same commit vary by about a tenth between runs.
_TOLERANCE = 0.25
_ROUNDS = 3
_SECONDS = 2


def compare(work: BenchContext, progress: Progress, *, write: bool) -> tuple[str, bool]:
    """Returns the verdict, and whether no operation became slower."""
    ours: dict[str, float] = {}
    empty: list[float] = []
    with ExitStack() as stack:
        progress("preparing")
        subject = stack.enter_context(doorward(work, SQLITE))
        creating = stack.enter_context(prehashed(work, PREHASHED))
        for operation in ("user", "list", "search", "refresh", "create"):
            # A new process each time: their speed varies by up to a half with the memory layout.
            with limit(work, EMPTY, "rsgi", "bench.limits.empty:rsgi") as application:
                empty.append(_processor_time(work, application, "user", 1, progress))
            ours[operation] = _processor_time(
                work, creating if operation == "create" else subject, operation, _ROUNDS, progress
            )
    # The share of the empty application's requests that Doorward serves with the same processor time.
    measured = {operation: statistics.mean(empty) / used for operation, used in ours.items()}
    # Processors of different kinds reach different shares of the empty application.
    committed, machine = json.loads(BASELINE.read_text()), platform.machine()
    if write:
        committed[machine] = {name: round(value, 4) for name, value in measured.items()}
        BASELINE.write_text(json.dumps(committed, indent=1) + "\n")
    return _verdict(measured, committed.get(machine, {}))


def _processor_time(work: BenchContext, subject: Subject, operation: str, rounds: int, progress: Progress) -> float:
    results = run_rounds(work.load, [subject], [operation], rounds, _SECONDS, progress)
    used = results.cpu(operation, subject.name)
    if results.failures or used is None:
        raise RuntimeError("\n".join(failure_lines(results)))
    return used


def _verdict(measured: dict[str, float], committed: dict[str, float]) -> tuple[str, bool]:
    lines = ["operation   now     committed"]
    slower = []
    for name, ratio in measured.items():
        before = committed.get(name, 0)
        lines.append(f"{name:10}  {ratio:.4f}  {before:.4f}")
        if ratio < before * (1 - _TOLERANCE):
            slower.append(f"{name} ({ratio / before - 1:+.0%})")
    if not committed:
        verdict = f"Nothing is committed for {platform.machine()} yet: write it with --write-baseline."
    else:
        verdict = f"SLOWER than committed: {', '.join(slower)}" if slower else "As fast as committed."
    return "\n".join([*lines, verdict]), not slower
