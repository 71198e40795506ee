"""Writes results as Markdown tables, JSON and plots."""

import json
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.measure import OPERATIONS, Results
from bench.scenarios import Figures, median
from bench.targets import Verdict

TITLES = {
    "user": "current user",
    "key": "current user by key",
    "list": "list of 20",
    "search": "search",
    "refresh": "refresh",
    "create": "create, no hash",
    "login": "login",
}


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo").read_text()
    model = next((line.partition(":")[2].strip() for line in cpuinfo.splitlines() if "model name" in line), "")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores ({model or platform.machine()}), {memory:.0f} GiB, Python {platform.python_version()}"
    )


def rate_rows(results: Results, subjects: Sequence[str]) -> list[list[str]]:
    return [[subject, *(_rate_cell(results, operation, subject) for operation in OPERATIONS)] for subject in subjects]


def _rate_cell(results: Results, operation: str, subject: str) -> str:
    if results.failure(operation, subject):
        return "failed"
    rate, p99 = results.rate(operation, subject), results.p99(operation, subject)
    if not rate or not p99:
        return "–"
    spread = results.spread(operation, subject)
    return f"{rate:,.{0 if rate >= 100 else 1}f} ±{spread:.0%} / {p99:,.0f} ms"


def failure_lines(results: Results) -> list[str]:
    return [f"{TITLES[operation]}, {subject}: {why}" for (operation, subject), why in results.failures.items()]


def verdict_rows(found: Sequence[Verdict]) -> list[list[str]]:
    return [[verdict.what, verdict.wanted, f"{verdict.ratio:.3g}", verdict.words] for verdict in found]


def figure_rows(figures: Figures) -> list[list[str]]:
    return [[name, f"{median(figures, name):.4g}"] for name in figures]


HEAD = ["", *(TITLES[operation] for operation in OPERATIONS)]
FIGURE_HEAD = ["measurement", "median"]
VERDICT_HEAD = ["target", "required", "measured", ""]


def markdown(rows: Sequence[Sequence[str]], head: Sequence[str]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def document(results: Results, subjects: Sequence[str], figures: Figures, found: Sequence[Verdict], how: str) -> str:
    parts = [
        f"Measured {time.strftime('%Y-%m-%d', time.gmtime())} on {machine()}; {how}.",
        "Requests per second (± half the range of the rounds) / p99. Medians.",
        markdown(rate_rows(results, subjects), HEAD),
    ]
    parts += failure_lines(results)
    if figures:
        parts.append(markdown(figure_rows(figures), FIGURE_HEAD))
    if found:
        parts.append(markdown(verdict_rows(found), VERDICT_HEAD))
    return "\n\n".join(parts)


def write_docs(path: Path, text: str, place: str = "measured") -> None:
    begin, end = f"<!-- {place}: begin -->", f"<!-- {place}: end -->"
    before, _, rest = path.read_text().partition(begin)
    after = rest.partition(end)[2]
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}")


def save(folder: Path, results: Results, figures: Figures, found: Sequence[Verdict], text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    samples = {
        operation: {subject: [asdict(sample) for sample in taken] for subject, taken in by_subject.items()}
        for operation, by_subject in results.samples.items()
    }
    content = {"machine": machine(), "samples": samples, "figures": figures, "verdicts": [asdict(v) for v in found]}
    (folder / "results.json").write_text(json.dumps(content, indent=1))
    (folder / "results.md").write_text(text + "\n")


def plot(folder: Path, results: Results, subjects: Sequence[str]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    for operation in results.samples:
        measured = [name for name in reversed(subjects) if results.rate(operation, name)]
        rates = [results.rate(operation, name) or 0 for name in measured]
        figure, axes = pyplot.subplots(figsize=(8, 0.5 + 0.4 * len(measured)))
        colors = ["#2a7f62" if name.startswith("Doorward") else "#9aa5ad" for name in measured]
        bars = axes.barh(measured, rates, color=colors)
        axes.bar_label(bars, labels=[f" {rate:,.0f}" for rate in rates])
        axes.set_title(f"{TITLES[operation]}: requests per second, one worker")
        axes.margins(x=0.12)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.savefig(folder / f"{operation}.svg", bbox_inches="tight")
        pyplot.close(figure)
