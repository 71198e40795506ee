"""Counting requests: numbers in plain memory, which workers share through small files.

A worker counts in a list, which is cheapest, and copies that to its own file a moment later: nobody waits for anybody,
and whoever is asked adds all files up. A file outlives its worker, and with it the counts, so that sums never go back.
What is only true of the living (how long a queue is, say) is added up over those workers that live.
"""

import asyncio
import mmap
import os
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from doorward.errors import catalogue
from doorward.web.routing import Route

# Seconds. From a token check to a queue of sign-ins.
BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
ELSEWHERE: Final = ("-", "-")
# What a worker says of itself now and then.
COUNTED: Final = ("hashes", "hash_seconds")
PRESENT: Final = (
    "hash_pending",
    "hash_threads",
    "hash_capacity",
    "connections",
    "connections_idle",
    "database_waiting",
)
GAUGES: Final = (*COUNTED, *PRESENT)

_SUFFIX: Final = ".cells"
_BUCKETS: Final = len(BOUNDS) + 1
# How far the file of another worker may lag behind.
_COPIED_AFTER: Final = 0.1


class Meter:
    def __init__(self, routes: Sequence[Route], folder: Path | None) -> None:
        """`folder`: where workers leave their numbers; None when there is one worker alone."""
        faults = list(catalogue())
        self.routes = [ELSEWHERE, *((route.method, route.path) for route in routes)]
        self.statuses = sorted({200, 204, 206, 304, *(fault.code for fault in faults)})
        self.reasons = sorted(fault.reason for fault in faults)
        self._columns = {status: column for column, status in enumerate(self.statuses)}
        # A route's cells: a count for each status, the buckets of its histogram, and the sum of its seconds.
        self._width = len(self.statuses) + _BUCKETS + 1
        self._places = {id(route): number * self._width for number, route in enumerate(routes, 1)}
        end = len(self.routes) * self._width
        self._reason_places = {reason: end + number for number, reason in enumerate(self.reasons)}
        self._gauges_place = end + len(self.reasons)
        self.size = self._gauges_place + len(GAUGES)
        self._folder = folder
        self._cells = [0.0] * self.size
        self._shared = None if folder is None else _shared(folder, self.size)
        self._last_status = len(self.statuses) - 1
        self._copying = self._shared is None

    def count(self, route: Route | None, status: int, seconds: float) -> None:
        cells = self._cells
        place = self._places[id(route)] if route is not None else 0
        # An unknown status would be a mistake of ours, and is counted as one.
        cells[place + self._columns.get(status, self._last_status)] += 1
        place += self._last_status + 1
        cells[place + bisect_left(BOUNDS, seconds)] += 1
        cells[place + _BUCKETS] += seconds
        if not self._copying:
            self._copying = True
            asyncio.get_running_loop().call_later(_COPIED_AFTER, self._copy)

    def _copy(self) -> None:
        if self._shared is not None:
            self._shared[:] = array("d", self._cells).tobytes()
            self._copying = False

    def refuse(self, reason: str) -> None:
        self._cells[self._reason_places[reason]] += 1

    def note(self, gauges: Mapping[str, float]) -> None:
        for place, name in enumerate(GAUGES, self._gauges_place):
            self._cells[place] = gauges.get(name, 0.0)
        self._copy()

    def totals(self) -> "Totals":
        """The numbers of all workers together."""
        if self._folder is None:
            return Totals(self, list(self._cells))
        total = [0.0] * self.size
        living = self._gauges_place + len(COUNTED)
        for path in self._folder.glob("*" + _SUFFIX):
            cells = memoryview(path.read_bytes()).cast("d")
            size = self.size if _lives(int(path.stem)) else living
            for place in range(min(size, len(cells))):
                total[place] += cells[place]
        return Totals(self, total)


class Totals:
    """Numbers by what they count."""

    def __init__(self, meter: Meter, cells: list[float]) -> None:
        self._meter, self._cells = meter, cells

    def requests(self) -> list[tuple[tuple[str, str], int, float]]:
        """Route, status and count, where there is one."""
        width, statuses = self._meter._width, self._meter.statuses
        return [
            (route, status, count)
            for number, route in enumerate(self._meter.routes)
            for column, status in enumerate(statuses)
            if (count := self._cells[number * width + column])
        ]

    def durations(self) -> list[tuple[tuple[str, str], list[float], float]]:
        """Route, the count in each bucket, and the sum of seconds, where there was a request."""
        width, skip = self._meter._width, len(self._meter.statuses)
        found = []
        for number, route in enumerate(self._meter.routes):
            start = number * width + skip
            buckets = self._cells[start : start + _BUCKETS]
            if any(buckets):
                found.append((route, buckets, self._cells[start + _BUCKETS]))
        return found

    def refusals(self) -> dict[str, float]:
        return {reason: self._cells[place] for reason, place in self._meter._reason_places.items()}

    def gauges(self) -> dict[str, float]:
        return {name: self._cells[place] for place, name in enumerate(GAUGES, self._meter._gauges_place)}


def _shared(folder: Path, size: int) -> mmap.mmap:
    with (folder / f"{os.getpid()}{_SUFFIX}").open("w+b") as file:
        file.truncate(8 * size)
        return mmap.mmap(file.fileno(), 8 * size)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
