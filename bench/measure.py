"""Measures in alternating rounds: every subject once, then every subject again, so that noise affects all of them."""

import itertools
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bench.load import LoadGenerator, Plan
from bench.response_check import response_error
from bench.subjects import Subject

OPERATIONS = ("user", "key", "list", "search", "refresh", "create", "login")
# A chain can't be resumed after a run, because its last response is lost: each run starts new chains.
_CHAINS_PER_RUN = 64
_WARM_UP_ROUNDS = 3

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Sample:
    rate: float
    p50_ms: float
    p99_ms: float
    failed: int
    cpu_us: float  # Processor time of the server per request, the measure that varies least with noise.


@dataclass
class Results:
    samples: dict[str, dict[str, list[Sample]]]
    failures: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, operation: str, subject: str, sample: Sample) -> None:
        if sample.failed:
            self.fail(operation, subject, f"{sample.failed} requests failed under load")
        else:
            self.samples.setdefault(operation, {}).setdefault(subject, []).append(sample)

    def fail(self, operation: str, subject: str, reason: str) -> None:
        """Drops the samples of a subject that failed: its rate would include errors, which are fast."""
        self.failures[operation, subject] = reason
        self.samples.get(operation, {}).pop(subject, None)

    def failure(self, operation: str, subject: str) -> str:
        return self.failures.get((operation, subject), "")

    def samples_of(self, operation: str, subject: str) -> list[Sample]:
        return self.samples.get(operation, {}).get(subject, [])

    def rate(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "rate")

    def p99(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "p99_ms")

    def cpu(self, operation: str, subject: str) -> float | None:
        return self._median(operation, subject, "cpu_us")

    def spread(self, operation: str, subject: str) -> float:
        """Half the range of the rates, as a share of their median."""
        rates = [sample.rate for sample in self.samples_of(operation, subject)]
        middle = statistics.median(rates)
        return (max(rates) - min(rates)) / 2 / middle if middle else 0.0

    def _median(self, operation: str, subject: str, field: str) -> float | None:
        values = [getattr(sample, field) for sample in self.samples_of(operation, subject)]
        return statistics.median(values) if values and max(values) > 0 else None


def run_rounds(
    load: LoadGenerator,
    subjects: Sequence[Subject],
    operations: Sequence[str],
    rounds: int,
    seconds: float,
    progress: Progress,
) -> Results:
    results = Results({})
    for operation in operations:
        participants = [subject for subject in subjects if operation in subject.plans]
        for subject in participants:
            progress(f"{operation}, warming up: {subject.name}")
            warm_up(load, subject, operation, rounds, seconds, results)
        for number, subject in itertools.product(range(rounds), participants):
            if not results.failure(operation, subject.name):
                progress(f"{operation}, round {number + 1} of {rounds}: {subject.name}")
                plan = plan_of_run(subject.plans[operation], number)
                results.add(operation, subject.name, measure(load, subject, plan, seconds))
    return results


def warm_up(
    load: LoadGenerator, subject: Subject, operation: str, rounds: int, seconds: float, results: Results
) -> None:
    """Runs for one round, and longer until each request was sent once, because servers cache verified tokens."""
    error = response_error(subject, operation)
    if error:
        results.fail(operation, subject.name, error)
        return
    plan = plan_of_run(subject.plans[operation], rounds)
    sent = 0.0
    for _ in range(1 if plan.chain else _WARM_UP_ROUNDS):
        sent += measure(load, subject, plan, seconds).rate * seconds
        if sent >= len(plan.requests):
            return


def plan_of_run(plan: Plan, number: int) -> Plan:
    """The plan of one run: of a plan with chains, the ones that no other run starts."""
    if not plan.chain:
        return plan
    start = number * _CHAINS_PER_RUN
    return replace(plan, requests=plan.requests[start : start + _CHAINS_PER_RUN])


def measure(load: LoadGenerator, subject: Subject, plan: Plan, seconds: float) -> Sample:
    before = subject.server.cpu_seconds
    measured = load.run(subject.server.port, plan, seconds)
    used = subject.server.cpu_seconds - before
    subject.server.wait_until_idle()
    answered = max(1.0, measured.rate * seconds)
    return Sample(measured.rate, measured.p50_ms, measured.p99_ms, measured.failed, used / answered * 1e6)
