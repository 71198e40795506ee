"""Draws latency against rate: of 99 in 100 requests, and of sign-ins."""

import statistics
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any, Final

_COLORS: Final = {"Doorward, SQLite": "#2a7f62", "Doorward, PostgreSQL": "#5aa9d6"}
_OTHERS: Final = ("#c0504d", "#8064a2", "#d08a2e", "#6b7680")
_RATES: Final = (12.5, 25, 50, 100, 200, 400, 800, 1600)
_LATENCIES: Final = (5, 10, 20, 50, 100, 200, 500, 1000, 2000)

Run = dict[str, Any]


def draw(results: dict[str, dict[str, Any]], path: Path, limit: float, sign_in_limit: float) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 2, figsize=(11, 4.4), sharex=True)
    _panel(panels[0], "99 of 100 requests, ms", results, lambda run: float(run["p99"]), limit)
    _panel(panels[1], "sign-ins, median, ms", results, lambda run: float(run["classes"]["login"]["p50"]), sign_in_limit)
    panels[0].legend(frameon=False, loc="upper left", bbox_to_anchor=(0, -0.16), ncols=5, fontsize=9)
    figure.savefig(path, bbox_inches="tight")
    pyplot.close(figure)


def _panel(
    axes: Any, title: str, results: dict[str, dict[str, Any]], value: Callable[[Run], float], limit: float
) -> None:
    others = iter(_OTHERS)
    for name, found in results.items():
        color = _COLORS.get(name) or next(others)
        points = [(rate, statistics.median(map(value, runs))) for rate, runs in _by_rate(found["runs"])]
        style = {"linewidth": 2.4} if name in _COLORS else {"linestyle": "--"}
        axes.plot(*zip(*points, strict=True), marker="o", markersize=3.5, color=color, label=name, **style)
    axes.axhline(limit, color="#9aa5ad", linewidth=0.8)
    axes.set_title(title, fontsize=10, loc="left")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(_RATES, [f"{rate:g}" for rate in _RATES])
    axes.set_yticks(_LATENCIES, [f"{latency:,}" for latency in _LATENCIES])
    axes.minorticks_off()
    axes.set_xlabel("requests a second that are due")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _by_rate(runs: list[Run]) -> list[tuple[float, list[Run]]]:
    def rate(run: Run) -> float:
        return float(run["due"])

    return [(due, list(same)) for due, same in groupby(sorted(runs, key=rate), key=rate)]
