"""The mixed load at a steady rate for a long time: does anything grow?"""

import statistics
from typing import Final

from bench.mixed.generator import Mix, OpenLoop
from bench.processes import file_count, process_tree, thread_count
from bench.subjects import Subject

_SEGMENT_SECONDS: Final = 60.0
_SETTLED_MINUTES: Final = 5
_MEMORY, _LATENCY = 1.05, 1.2


def run(load: OpenLoop, subject: Subject, mix: Mix, rate: float, minutes: float) -> bool:
    """Prints a line for each minute. Returns whether memory, descriptors, threads and latency stayed as they were."""
    lines: list[tuple[float, int, int, float]] = []
    print(f"\n{subject.name}: {rate:.0f} requests a second for {minutes:g} minutes")
    print("| minute | memory, MiB | descriptors | threads | p99, ms | sent again |\n|---|---|---|---|---|---|")
    for minute in range(1, round(minutes) + 1):
        summary = load.run(subject.server.port, mix, rate, _SEGMENT_SECONDS)
        if summary["failed"]:
            raise RuntimeError(f"{summary['failed']} requests failed: {summary}")
        pids = process_tree(subject.server.pid)
        line = (
            subject.server.memory_mib,
            sum(map(file_count, pids)),
            sum(map(thread_count, pids)),
            float(summary["p99"]),
        )
        lines.append(line)
        print(
            f"| {minute} | {line[0]:.1f} | {line[1]} | {line[2]} | {line[3]:.2f} | {summary['repeated']} |", flush=True
        )
    return _steady(lines)


def _steady(lines: list[tuple[float, int, int, float]]) -> bool:
    settled = lines[min(_SETTLED_MINUTES, len(lines)) - 1]
    quarter = max(1, len(lines) // 4)
    first, last = (statistics.median(line[3] for line in part) for part in (lines[:quarter], lines[-quarter:]))
    checks = {
        f"memory after minute {_SETTLED_MINUTES}: at most {_MEMORY}": lines[-1][0] / settled[0] <= _MEMORY,
        "descriptors do not grow": lines[-1][1] <= settled[1],
        "threads do not grow": lines[-1][2] <= settled[2],
        f"p99 of the last quarter : of the first, at most {_LATENCY}": last / first <= _LATENCY,
    }
    for what, held in checks.items():
        print(f"{what}: {'met' if held else 'NOT MET'}")
    print(f"memory {lines[-1][0] / settled[0]:.3f}, p99 {last / first:.3f}")
    return all(checks.values())
