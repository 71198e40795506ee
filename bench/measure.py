"""Rounds that alternate: every subject once, then every subject again, so that a noisy moment hits them alike."""

import itertools
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bench.load import LoadGenerator, Plan
from bench.response_check import wrong_answer
from bench.subjects import Subject

OPERATIONS = ("user", "list", "search", "refresh", "create", "login")
# A chain can't be taken up again after a run: each run gets sessions of its own.
_CHAINS_PER_RUN = 64
_WARM_UP_ROUNDS = 3

Progress = Callable[[str], None]


@dataclass(frozen=True)
class SearchStatistics:
    rate: float
    p50_ms: float
    p99_ms: float
    failed: int
    cpu_us: float  # Processor time of the server for one request: what noise changes least.


@dataclass
class Results:
    samples: dict[str, dict[str, list[SearchStatistics]]]
    failures: dict[tuple[str, str], str] = field(default_factory=dict)

    def note(self, operation: str, subject: str, sample: SearchStatistics) -> None:
        if sample.failed:
            self.fail(operation, subject, f"{sample.failed} requests under load were refused or broke off")
        else:
            self.samples.setdefault(operation, {}).setdefault(subject, []).append(sample)

    def fail(self, operation: str, subject: str, reason: str) -> None:
        """Whoever answers wrongly has no figures for that operation: errors are quick."""
        self.failures[operation, subject] = reason
        self.samples.get(operation, {}).pop(subject, None)

    def failure(self, operation: str, subject: str) -> str:
        return self.failures.get((operation, subject), "")

    def of(self, operation: str, subject: str) -> list[SearchStatistics]:
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
        for subject in taking_part:
            progress(f"{operation}, warming up: {subject.name}")
            warm_up(load, subject, operation, rounds, seconds, results)
        for number, subject in itertools.product(range(rounds), taking_part):
            if not results.failure(operation, subject.name):
                progress(f"{operation}, round {number + 1} of {rounds}: {subject.name}")
                plan = run_of(subject.plans[operation], number)
                results.note(operation, subject.name, measure(load, subject, plan, seconds))
    return results


def warm_up(
    load: LoadGenerator, subject: Subject, operation: str, rounds: int, seconds: float, results: Results
) -> None:
    """As long as a round, and on until each request was presented once: what a token is checked for is remembered."""
    wrong = wrong_answer(subject, operation)
    if wrong:
        results.fail(operation, subject.name, wrong)
        return
    plan = run_of(subject.plans[operation], rounds)
    presented = 0.0
    for _ in range(1 if plan.chain else _WARM_UP_ROUNDS):
        presented += measure(load, subject, plan, seconds).rate * seconds
        if presented >= len(plan.requests):
            return


def run_of(plan: Plan, number: int) -> Plan:
    if not plan.chain:
        return plan
    start = number * _CHAINS_PER_RUN
    return replace(plan, requests=plan.requests[start : start + _CHAINS_PER_RUN])


def measure(load: LoadGenerator, subject: Subject, plan: Plan, seconds: float) -> SearchStatistics:
    before = subject.server.cpu_seconds
    measured = load.run(subject.server.port, plan, seconds)
    used = subject.server.cpu_seconds - before
    subject.server.wait_until_idle()
    answered = max(1.0, measured.rate * seconds)
    return SearchStatistics(measured.rate, measured.p50_ms, measured.p99_ms, measured.failed, used / answered * 1e6)
