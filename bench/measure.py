"""Rounds that alternate: every subject once, then every subject again, so that a noisy moment hits them alike."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bench.load import LoadGenerator, Plan
from bench.subjects import Subject

OPERATIONS = ("user", "list", "search", "refresh", "create", "login")
# A chain can't be taken up again after a run: each run gets sessions of its own.
_CHAINS_PER_RUN = 64

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Sample:
    rate: float
    p50_ms: float
    p99_ms: float
    failed: int
    cpu_us: float  # Processor time of the server for one request: what noise changes least.


@dataclass
class Results:
    samples: dict[str, dict[str, list[Sample]]]

    def of(self, operation: str, subject: str) -> list[Sample]:
        return self.samples.get(operation, {}).get(subject, [])

    def rate(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "rate")

    def p99(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "p99_ms")

    def cpu(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "cpu_us")

    def spread(self, operation: str, subject: str) -> float:
        """Half the range of the rates, as a share of their median."""
        rates = [sample.rate for sample in self.of(operation, subject)]
        middle = statistics.median(rates)
        return (max(rates) - min(rates)) / 2 / middle if middle else 0.0

    def _median(self, operation: str, subject: str, field: str) -> float | None:
        values = [getattr(sample, field) for sample in self.of(operation, subject)]
        return statistics.median(values) if values and max(values) > 0 else None


def alternate(
    load: LoadGenerator,
    subjects: Sequence[Subject],
    operations: Sequence[str],
    rounds: int,
    seconds: float,
    progress: Progress,
) -> Results:
    results = Results({})
    for operation in operations:
        taking_part = [subject for subject in subjects if operation in subject.plans]
        for number in range(rounds):
            for subject in taking_part:
                progress(f"{operation}, round {number + 1} of {rounds}: {subject.name}")
                plan = subject.plans[operation]
                if number == 0:
                    # As long as a round: every token has to be verified once before that is remembered.
                    measure(load, subject, run_of(plan, rounds), seconds)
                sample = measure(load, subject, run_of(plan, number), seconds)
                results.samples.setdefault(operation, {}).setdefault(subject.name, []).append(sample)
    return results


def run_of(plan: Plan, number: int) -> Plan:
    if not plan.chain:
        return plan
    start = number * _CHAINS_PER_RUN
    return replace(plan, requests=plan.requests[start : start + _CHAINS_PER_RUN])


def measure(load: LoadGenerator, subject: Subject, plan: Plan, seconds: float) -> Sample:
    before = subject.server.cpu_seconds
    measured = load.run(subject.server.port, plan, seconds)
    used = subject.server.cpu_seconds - before
    answered = max(1.0, measured.rate * seconds)
    return Sample(measured.rate, measured.p50_ms, measured.p99_ms, measured.failed, used / answered * 1e6)
