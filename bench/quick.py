"""A minute's look at our own ratios to the empty application, against the committed ones."""

import json
import statistics
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from bench.measure import Progress, Results, alternate
from bench.ours.subject import doorward, prehashed
from bench.report import failure_lines
from bench.subjects import Workplace, limit
from bench.targets import EMPTY, PREHASHED, SQLITE

BASELINE = Path(__file__).with_name("baseline.json")
# Ratios of one commit differ by about a tenth from run to run on a busy machine.
_TOLERANCE = 0.25
_ROUNDS = 3
_SECONDS = 2


def compare(work: Workplace, progress: Progress, *, write: bool) -> tuple[str, bool]:
    """The verdict, and whether nothing became slower."""
    with ExitStack() as stack:
        progress("preparing")
        empty = stack.enter_context(limit(work, EMPTY, "rsgi", "bench.limits.empty:rsgi"))
        ours = stack.enter_context(doorward(work, SQLITE))
        creating = stack.enter_context(prehashed(work, PREHASHED))
        measured: dict[str, float] = {}
        for operation in ("user", "list", "search", "refresh", "create"):
            subject = creating if operation == "create" else ours
            pair = [replace(empty, plans={operation: empty.plans["user"]}), subject]
            results = alternate(work.load, pair, [operation], _ROUNDS, _SECONDS, progress)
            if results.failures:
                raise RuntimeError("\n".join(failure_lines(results)))
            measured[operation] = _ratio(results, operation, subject.name)
    if write:
        BASELINE.write_text(json.dumps({name: round(value, 4) for name, value in measured.items()}, indent=1) + "\n")
    return _verdict(measured, json.loads(BASELINE.read_text()))


def _ratio(results: Results, operation: str, subject: str) -> float:
    """How much of what the empty application does with a second of processor time we do: rounds side by side."""
    pairs = zip(results.of(operation, EMPTY), results.of(operation, subject), strict=True)
    return statistics.median(empty.cpu_us / ours.cpu_us for empty, ours in pairs)


def _verdict(measured: dict[str, float], committed: dict[str, float]) -> tuple[str, bool]:
    lines = ["operation   now     committed"]
    slower = []
    for name, ratio in measured.items():
        lines.append(f"{name:10}  {ratio:.4f}  {committed[name]:.4f}")
        if ratio < committed[name] * (1 - _TOLERANCE):
            slower.append(f"{name} ({ratio / committed[name] - 1:+.0%})")
    verdict = f"SLOWER than committed: {', '.join(slower)}" if slower else "As fast as committed."
    return "\n".join([*lines, verdict]), not slower
