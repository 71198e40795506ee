"""Benchmarks of Doorward and its peers (`make bench`, `make bench-quick`): see docs/benchmarks.md."""

import argparse
import contextlib
import itertools
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import quick, report, scenarios
from bench.load import LoadGenerator
from bench.measure import OPERATIONS, Progress, Results, run_rounds
from bench.selection import OPTIONAL, subjects, without_node
from bench.subjects import ROOT, BenchContext
from bench.targets import verdicts

RESULTS = ROOT / "bench" / "results"
DOCS = ROOT / "docs" / "benchmarks.md"


def main() -> int:
    options = _options()
    console = Console()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        console.print("The benchmark needs two cores: one for the server and one for the load.")
        return 2
    with _progress(console) as progress, tempfile.TemporaryDirectory(prefix="doorward-bench-") as folder:
        load = LoadGenerator({cores[1]})
        work = BenchContext(
            Path(folder),
            Path(options.python).absolute(),
            Path(sys.executable).parent,
            load,
            frozenset({cores[0]}),
            frozenset(cores[:2]),
            options.users,
            itertools.count(options.port),
        )
        if options.quick:
            verdict, met = quick.compare(work, progress, write=options.write_baseline)
        else:
            met = _full(work, options, progress, console)
            verdict = "All targets met." if met else "Not all targets were met."
    console.print(verdict, style="bold green" if met else "bold red")
    return 0 if met else 1


def _full(work: BenchContext, options: argparse.Namespace, progress: Progress, console: Console) -> bool:
    without, left_out = without_node(options.without)
    if left_out:
        console.print(left_out)
    with contextlib.ExitStack() as stack:
        measured = list(subjects(work, stack, without, progress))
        results = run_rounds(work.load, measured, options.operations, options.rounds, options.seconds, progress)
    figures: scenarios.Figures = {}
    if "special" not in options.without:
        parts = [scenarios.both_cores, scenarios.two_workers, scenarios.start_and_memory]
        if "postgres" not in without:
            parts.append(scenarios.two_workers_on_postgres)
        for part in parts:
            figures |= part(work, options.rounds, options.seconds, progress)
    if not {"pocketbase", "peers"} & set(without):
        figures["bcrypt seconds at the least cost"] = [_bcrypt_seconds()]
    names = [subject.name for subject in measured]
    found = verdicts(results, figures)
    rounds = f"{options.rounds} alternating rounds of {options.seconds:g} s"
    how = f"{options.users:,} users, {rounds}, load by {work.load.name}"
    text = report.document(results, names, figures, found, ". ".join(filter(None, (how, left_out))))
    report.save(RESULTS, results, figures, found, text)
    report.plot(RESULTS, results, names)
    if options.write_docs:
        report.write_docs(DOCS, text)
    _show(console, results, names, figures)
    _table(console, "Targets", report.VERDICT_HEAD, report.verdict_rows(found))
    console.print(f"Written to {RESULTS}")
    return all(verdict.met for verdict in found) and not results.failures


def _bcrypt_seconds() -> float:
    import bcrypt

    from bench.peers.pocketbase import MIN_COST

    salt = bcrypt.gensalt(MIN_COST)
    started = time.process_time()
    for _ in range(200):
        bcrypt.hashpw(b"a long enough password", salt)
    return (time.process_time() - started) / 200


def _show(console: Console, results: Results, names: list[str], figures: scenarios.Figures) -> None:
    _table(console, "Requests per second, spread, p99", report.HEAD, report.rate_rows(results, names))
    for line in report.failure_lines(results):
        console.print(line, style="red", markup=False)
    if figures:
        _table(console, "Other measurements", report.FIGURE_HEAD, report.figure_rows(figures))


def _table(console: Console, title: str, head: list[str], rows: list[list[str]]) -> None:
    if not console.is_terminal:
        print(f"\n{title}\n")
        print(report.markdown(rows, head))
        return
    table = Table(title=title)
    for name in head:
        table.add_column(name)
    for row in rows:
        table.add_row(*row)
    console.print(table)


@contextlib.contextmanager
def _progress(console: Console) -> Iterator[Progress]:
    """A status line on a terminal; plain lines when piped."""
    if not console.is_terminal:
        yield lambda text: print(f"... {text}", flush=True)
        return
    with console.status("starting") as status:
        yield lambda text: status.update(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="compare Doorward's ratios with the committed ones")
    parser.add_argument("--write-baseline", action="store_true", help="with --quick: write bench/baseline.json")
    parser.add_argument("--write-docs", action="store_true", help="write the tables to docs/benchmarks.md")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--port", type=int, default=8150, help="the first of about twenty ports")
    parser.add_argument("--operations", nargs="+", default=list(OPERATIONS), choices=OPERATIONS)
    parser.add_argument(
        "--without", nargs="+", default=[], choices=OPTIONAL, metavar="NAME", help=f"any of: {', '.join(OPTIONAL)}"
    )
    parser.add_argument("--python", default=".venv/bin/python", help="the Python of Doorward's environment")
    return parser.parse_args()


if __name__ == "__main__":
    if not hasattr(os, "sched_setaffinity"):
        sys.exit("The benchmark pins processes to cores, which needs Linux.")
    # Exit on SIGTERM, so that the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
