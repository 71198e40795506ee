"""The figures of the mixed load as text: a table, what the capacity page expects, and the targets."""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

from bench.capacity import TARGET as CONSTANTS
from bench.report import machine, markdown
from bench.targets import POSTGRES, SQLITE

_HALF_P99_MS: Final = 10.0
_TIMES_POCKETBASE: Final = 8.0
_HEAD: Final = ("", "requests a second", ": PocketBase", "p99 at half of it", "sign-in then: median / p99", "left out")

Results = dict[str, dict[str, Any]]


def document(results: Results, mix: dict[str, int], least: float) -> str:
    pocketbase = results.get("PocketBase", {}).get("highest")
    parts = [
        f"Measured {time.strftime('%Y-%m-%d', time.gmtime())} on {machine()}.",
        markdown([_row(name, found, pocketbase, least) for name, found in results.items()], _HEAD),
        *_expectations(results, mix),
    ]
    ours = results.get(SQLITE)
    if ours and pocketbase:
        parts += [
            _verdict(
                f"At least {_TIMES_POCKETBASE:g} times PocketBase", ours["highest"] >= _TIMES_POCKETBASE * pocketbase
            ),
            _verdict(f"p99 at half of the rate at most {_HALF_P99_MS:g} ms", ours["p99 at half"] <= _HALF_P99_MS),
        ]
    return "\n\n".join(parts)


def _row(name: str, found: dict[str, Any], pocketbase: float | None, least: float) -> tuple[str, ...]:
    rate = f"{found['highest']:.0f}" if found["highest"] else f"none from {least} on"
    ratio = f"{found['highest'] / pocketbase:.1f}" if pocketbase and found["highest"] else "–"
    half = f"{found['p99 at half']:.1f} ms", f"{found['sign-in at half']} ms"
    return name, rate, ratio, *half, ", ".join(found["lacking"]) or "–"


def _expectations(results: Results, mix: dict[str, int]) -> Iterator[str]:
    """Against the rate at which a core would be busy without a pause, by the processor times of `doorward capacity`."""
    constants = json.loads(CONSTANTS.read_text())["service_seconds"]
    for name, database in ((SQLITE, "sqlite"), (POSTGRES, "postgresql")):
        if name in results:
            seconds = constants[database]
            costs = seconds | {"update": seconds["refresh"], "create": seconds["login"]}  # These two were not measured.
            full = sum(mix.values()) / sum(count * float(costs[operation]) for operation, count in mix.items())
            share = results[name]["highest"] / full
            yield f"{name}: {share:.2f} of the {full:.0f} at which `doorward capacity` expects a core to be fully busy."


def _verdict(target: str, met: bool) -> str:
    return f"{target}: {'met' if met else 'NOT MET'}."
