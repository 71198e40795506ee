"""Draws latency against rate."""

from pathlib import Path
from typing import Any


def draw(results: dict[str, dict[str, Any]], path: Path, limit: float) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for name, found in results.items():
        runs = sorted(found["runs"], key=lambda run: float(run["due"]))
        style = {"linewidth": 2.2} if name.startswith("Doorward") else {"linestyle": "--"}
        axes.plot([run["due"] for run in runs], [run["p99"] for run in runs], marker="o", label=name, **style)
    axes.axhline(limit, color="#9aa5ad", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("requests a second that are due")
    axes.set_ylabel("p99 in ms, from the time due")
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, bbox_inches="tight")
    pyplot.close(figure)
