"""Request counters. Workers share them through memory-mapped files.

A worker counts in a list, which is cheapest, and copies the list to its own file a moment later, so that no lock is
needed. The worker that is scraped adds up all files. A file outlives its worker, so that counters never decrease.
Gauges (the length of a queue, say) are added up over the workers that are alive.
"""

import asyncio
import logging
import mmap
import os
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from doorward.errors import catalogue
from doorward.web.routing import Route

# Histogram buckets in seconds: from a token check to a full queue of sign-ins.
BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
# Method and route of requests that match no route.
UNMATCHED: Final = ("-", "-")
# Why the server closed a connection.
CLOSED: Final = ("slow", "excess")
# What each worker samples, with the name and the text of its metric. Counters of workers that ended still count.
COUNTED: Final = {
    "hashes": ("doorward_password_hashes", "Passwords hashed or verified"),
    "hash_seconds": ("doorward_password_hash_seconds", "Seconds of hashing"),
    "mails_delivered": ("doorward_mails_delivered", "Mails that the mail server accepted"),
    "mails_failed": ("doorward_mails_failed", "Mails given up: the mail server refused them, or too often"),
    "mail_server_failures": ("doorward_mail_server_failures", "Attempts that found the mail server unusable"),
}
LIVE: Final = {
    "hash_pending": ("doorward_hash_queue", "Passwords being hashed or queued"),
    "hash_threads": ("doorward_hash_threads", "Passwords that can be hashed concurrently"),
    "hash_capacity": ("doorward_hash_capacity_per_second", "Sign-ins per second that hashing allows"),
    "connections": ("doorward_database_connections", "Open database connections"),
    "connections_idle": ("doorward_database_connections_idle", "Idle database connections"),
    "database_waiting": ("doorward_database_waiting", "Work waiting for a connection or for the writer thread"),
}
GAUGES: Final = (*COUNTED, *LIVE)

logger = logging.getLogger("doorward")

_SUFFIX: Final = ".cells"
_BUCKETS: Final = len(BOUNDS) + 1
# The delay of a worker's file behind its counts.
_COPY_SECONDS: Final = 0.1


class Meter:
    def __init__(self, routes: Sequence[Route], folder: Path | None) -> None:
        """`folder`: where workers share their counts; None when there is only one."""
        faults = list(catalogue())
        self.routes = [UNMATCHED, *((route.method, route.template) for route in routes)]
        self.statuses = sorted({200, 204, 206, 302, 303, 304, *(fault.code for fault in faults)})
        self.reasons = sorted(fault.reason for fault in faults)
        self._columns = {status: column for column, status in enumerate(self.statuses)}
        # The cells of a route: a count for each status, the buckets of the histogram, the sum of seconds,
        # how often the event loop was blocked.
        self._width = len(self.statuses) + _BUCKETS + 2
        self._offsets = {id(route): number * self._width for number, route in enumerate(routes, 1)}
        end = len(self.routes) * self._width
        self._reason_offsets = {reason: end + number for number, reason in enumerate(self.reasons)}
        end += len(self.reasons)
        self._closed_offsets = {cause: end + number for number, cause in enumerate(CLOSED)}
        self._gauges_offset = end + len(CLOSED)
        self.size = self._gauges_offset + len(GAUGES)
        self._cells = [0.0] * self.size
        self._folder, self._shared = folder, None if folder is None else _shared(folder, self.size)
        if self._shared is None:
            self._folder = None
        self._last_status = len(self.statuses) - 1
        self._copying = self._shared is None

    def count(self, route: Route | None, status: int, seconds: float) -> None:
        cells = self._cells
        offset = self._offsets[id(route)] if route is not None else 0
        # A status that no response should have is counted as the last one, 503.
        cells[offset + self._columns.get(status, self._last_status)] += 1
        offset += self._last_status + 1
        cells[offset + bisect_left(BOUNDS, seconds)] += 1
        cells[offset + _BUCKETS] += seconds
        if not self._copying:
            self._copying = True
            asyncio.get_running_loop().call_later(_COPY_SECONDS, self._copy)

    def _copy(self) -> None:
        if self._shared is not None:
            self._shared[:] = array("d", self._cells).tobytes()
            self._copying = False

    def count_fault(self, reason: str) -> None:
        self._cells[self._reason_offsets[reason]] += 1

    def count_stall(self, route: Route | None) -> None:
        """Called by another thread; no other writes these cells."""
        offset = self._offsets[id(route)] if route is not None else 0
        self._cells[offset + self._width - 1] += 1

    def count_closed(self, cause: str, connections: int) -> None:
        """Called by another thread; no other writes these cells."""
        self._cells[self._closed_offsets[cause]] += connections

    def set_gauges(self, gauges: Mapping[str, float]) -> None:
        for offset, name in enumerate(GAUGES, self._gauges_offset):
            self._cells[offset] = gauges.get(name, 0.0)
        self._copy()

    def totals(self) -> "Totals":
        """The sums over all workers."""
        if self._folder is None:
            return Totals(self, list(self._cells))
        total = [0.0] * self.size
        counters = self._gauges_offset + len(COUNTED)
        for path in self._folder.glob("*" + _SUFFIX):
            cells = memoryview(path.read_bytes()).cast("d")
            size = self.size if _is_alive(int(path.stem)) else counters
            for offset in range(min(size, len(cells))):
                total[offset] += cells[offset]
        return Totals(self, total)


class Totals:
    """Counts by what they count."""

    def __init__(self, meter: Meter, cells: list[float]) -> None:
        self._meter, self._cells = meter, cells

    def requests(self) -> list[tuple[tuple[str, str], int, float]]:
        """Route, status and count; without zeros."""
        width, statuses = self._meter._width, self._meter.statuses
        return [
            (route, status, count)
            for number, route in enumerate(self._meter.routes)
            for column, status in enumerate(statuses)
            if (count := self._cells[number * width + column])
        ]

    def durations(self) -> list[tuple[tuple[str, str], list[float], float]]:
        """Route, the count in each bucket, and the sum of seconds; without routes that had no request."""
        width, skip = self._meter._width, len(self._meter.statuses)
        found = []
        for number, route in enumerate(self._meter.routes):
            start = number * width + skip
            buckets = self._cells[start : start + _BUCKETS]
            if any(buckets):
                found.append((route, buckets, self._cells[start + _BUCKETS]))
        return found

    def stalls(self) -> list[tuple[tuple[str, str], float]]:
        """Route and count, zeros included: a counter that appears with its first stall has no increase to alert on."""
        width = self._meter._width
        return [(route, self._cells[number * width - 1]) for number, route in enumerate(self._meter.routes, 1)]

    def faults(self) -> dict[str, float]:
        return {reason: self._cells[offset] for reason, offset in self._meter._reason_offsets.items()}

    def closed(self) -> dict[str, float]:
        return {cause: self._cells[offset] for cause, offset in self._meter._closed_offsets.items()}

    def gauges(self) -> dict[str, float]:
        return {name: self._cells[offset] for offset, name in enumerate(GAUGES, self._meter._gauges_offset)}


def _shared(folder: Path, size: int) -> mmap.mmap | None:
    try:
        with (folder / f"{os.getpid()}{_SUFFIX}").open("w+b") as file:
            file.truncate(8 * size)
            return mmap.mmap(file.fileno(), 8 * size)
    except OSError as error:
        # A worker that can't start would end the server.
        logger.warning("this worker's metrics are its own: %s: %s", error.strerror, folder)
        return None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
