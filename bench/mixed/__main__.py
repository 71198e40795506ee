"""The highest rate of a mixed load at which 99 of 100 responses come within 50 ms: `python -m bench.mixed`.

    .venv-bench/bin/python -m bench.mixed [--seconds 8] [--only NAME ...] [--soak MINUTES]

Requests are due at random times of a fixed mean rate, and latency counts from then, so that a stall is not hidden. The
shares of the mix are exact in every run. What a server lacks is left out of its mix, and the current user takes its
share: the table says so. Creates and sign-ins are one request in a hundred, so the 99th percentile says nothing about
the hash of a password: these have a limit and columns of their own. Each server has one core, the load and PostgreSQL
have the other. Results go to bench/results; docs/benchmarks.md shows them.
"""

import argparse
import contextlib
import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.load import LoadGenerator
from bench.mixed import plot, report, soak
from bench.mixed.generator import Mix, OpenLoop
from bench.ours.subject import doorward, postgres
from bench.report import write_docs
from bench.subjects import ROOT, BenchContext, Subject
from bench.targets import POSTGRES, SQLITE

# Of two hundred requests.
MIX: Final = {"user": 160, "refresh": 16, "list": 12, "search": 6, "update": 4, "create": 1, "login": 1}
P99_MS: Final = 50.0
# A server whose sign-ins queue up does not keep up, however fast its other responses are.
SIGN_IN_P99_MS: Final = 1_000.0
# The rate is found to within this share.
_PRECISION: Final = 0.06
_FIRST_RATE: Final = 50.0
# A server that is late at this rate has no figure: each hash holds up all other requests.
_LEAST_RATE: Final = 12.5
_RESULTS: Final = ROOT / "bench" / "results"


def mix_of(subject: Subject) -> Mix:
    plans = {**subject.plans, **subject.writes}
    mix = {name: (count, plans[name]) for name, count in MIX.items() if name in plans}
    return mix | {"user": (MIX["user"] + sum(MIX[name] for name in _lacking(subject)), plans["user"])}


def _lacking(subject: Subject) -> list[str]:
    return [name for name in MIX if name not in subject.plans and name not in subject.writes]


class Search:
    """Finds the rate by doubling, then by halving the interval. A rate fails if two runs in a row do."""

    def __init__(self, load: OpenLoop, subject: Subject, mix: Mix, seconds: float) -> None:
        self._load, self._subject, self._mix, self._seconds = load, subject, mix, seconds
        self.runs: list[dict[str, Any]] = []

    def highest(self) -> float:
        good, bad = 0.0, 0.0
        rate = _FIRST_RATE
        while bad != _LEAST_RATE and (not bad or bad / max(good, 1) > 1 + _PRECISION):
            if self._passes(rate):
                good = rate
            else:
                bad = rate
            rate = (good + bad) / 2 if bad else rate * 2
        return good

    def at(self, rate: float) -> dict[str, Any]:
        summary = self._load.run(self._subject.server.port, self._mix, rate, self._seconds)
        self._subject.server.wait_until_idle()
        self.runs.append({"due": rate, **summary})
        print(
            f"  {self._subject.name}: {rate:7.0f}/s  p50 {summary['p50']:8.2f}  p99 {summary['p99']:8.2f} ms"
            f"  sign-in {_sign_in(summary)} ms{_refused(summary)}",
            flush=True,
        )
        return summary

    def served(self, rate: float) -> dict[str, Any]:
        summary = self.at(rate)
        if summary["failed"]:
            raise RuntimeError(f"{self._subject.name}: requests failed: {json.dumps(summary['classes'])}")
        return summary

    def _passes(self, rate: float) -> bool:
        return any(_in_time(self.at(rate)) for _ in range(2))


def _in_time(summary: dict[str, Any]) -> bool:
    slowest_sign_ins = float(summary["classes"]["login"]["p99"])
    # A server that is overloaded may refuse: then the rate is too high.
    answered = not summary["unfinished"] and not summary["failed"]
    return answered and summary["p99"] <= P99_MS and slowest_sign_ins <= SIGN_IN_P99_MS


def _refused(summary: dict[str, Any]) -> str:
    return f"  {summary['failed']} refused" if summary["failed"] else ""


def _sign_in(summary: dict[str, Any]) -> str:
    sign_in = summary["classes"]["login"]
    return f"{sign_in['p50']:.0f} / {sign_in['p99']:.0f}"


def _subjects(work: BenchContext) -> Iterator[tuple[str, Callable[[], AbstractContextManager[Subject]]]]:
    yield "doorward", partial(doorward, work, SQLITE)
    yield "postgres", lambda: _on_postgres(work)
    from bench.peers.better_auth import better_auth
    from bench.peers.fastapi_users import fastapi_users
    from bench.peers.pocketbase import pocketbase

    for name, peer in (("pocketbase", pocketbase), ("fastapi-users", fastapi_users), ("better-auth", better_auth)):
        yield name, partial(peer, work)


@contextlib.contextmanager
def _on_postgres(work: BenchContext) -> Iterator[Subject]:
    with (
        postgres(frozenset(work.load.cores)) as server,
        doorward(work, POSTGRES, database_url=server.url()) as subject,
    ):
        yield subject


def _measure(load: OpenLoop, subject: Subject, mix: Mix, seconds: float) -> dict[str, Any]:
    search = Search(load, subject, mix, seconds)
    highest = search.highest()
    # The median of three runs: the slowest of the other requests is the 99th percentile.
    rate = max(highest / 2, _LEAST_RATE)
    half = sorted((search.served(rate) for _ in range(3)), key=lambda summary: float(summary["p99"]))[1]
    return {
        "highest": highest, "p99 at half": half["p99"], "sign-in at half": _sign_in(half),
        "lacking": _lacking(subject), "runs": search.runs,
    }  # fmt: skip


def main() -> int:
    options = _options()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("The benchmark needs two cores: one for the server and one for the load.")
        return 2
    with tempfile.TemporaryDirectory(prefix="doorward-mixed-") as folder:
        work = BenchContext(
            Path(folder), Path(options.python).absolute(), Path(sys.executable).parent, LoadGenerator({cores[1]}),
            frozenset({cores[0]}), frozenset(cores[:2]), options.users, itertools.count(options.port),
        )  # fmt: skip
        load, results = OpenLoop({cores[1]}), {}
        for name, opened in _subjects(work):
            if options.only and name not in options.only:
                continue
            with opened() as subject:
                mix = mix_of(subject)
                results[subject.name] = found = _measure(load, subject, mix, options.seconds)
                if options.soak:
                    # The same mix: its refresh tokens are the ones that come after those used so far.
                    return 0 if soak.run(load, subject, mix, found["highest"] / 2, options.soak) else 1
    _RESULTS.mkdir(exist_ok=True)
    (_RESULTS / "mixed.json").write_text(json.dumps(results, indent=1))
    plot.draw(results, _RESULTS / "mixed.svg", P99_MS, SIGN_IN_P99_MS)
    text = report.document(results, MIX, _LEAST_RATE)
    print(f"\n{text}")
    if options.write_docs:
        write_docs(ROOT / "docs" / "benchmarks.md", text, "mixed")
        shutil.copy(_RESULTS / "mixed.svg", ROOT / "docs" / "images" / "mixed.svg")
    return 0 if "NOT MET" not in text else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--port", type=int, default=8450, help="the first of about ten ports")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument(
        "--soak", type=float, default=0, metavar="MINUTES", help="then run the first at half of its rate"
    )
    parser.add_argument("--write-docs", action="store_true", help="write the table and the plot to docs/")
    parser.add_argument("--python", default=".venv/bin/python", help="the Python of Doorward's environment")
    return parser.parse_args()


if __name__ == "__main__":
    # Exit on SIGTERM, so that the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
