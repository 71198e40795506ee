"""/metrics, in the form that Prometheus reads. Its library is loaded at the first scrape."""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

from doorward import __version__
from doorward.core import Core
from doorward.telemetry.meter import BOUNDS, Meter, Totals

# Reasons that have a name of their own among the metrics, because people are woken by them.
_ALARMING = {
    "refresh_token_reused": ("doorward_refresh_reuse", "Refresh tokens that came back after they had been replaced"),
    "too_many_attempts": ("doorward_throttled_attempts", "Sign-ins that were turned away as guessing"),
    "busy": ("doorward_busy_refusals", "Sign-ins that were turned away because the hashing queue was full"),
    "database_unavailable": ("doorward_database_refusals", "Requests that found no database"),
    "internal_error": ("doorward_internal_errors", "Requests that failed by a mistake of ours"),
}


async def render(core: Core, meter: Meter) -> tuple[bytes, bytes]:
    """The media type and the page."""
    meter.note(core.gauges())
    sessions = await core.live_sessions()
    return await asyncio.to_thread(_rendered, meter.totals(), sessions)


def _rendered(totals: Totals, sessions: int) -> tuple[bytes, bytes]:
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(totals, sessions))
    return CONTENT_TYPE_PLAIN_0_0_4.encode(), generate_latest(registry)


class _Collector:
    def __init__(self, totals: Totals, sessions: int) -> None:
        self._totals, self._sessions = totals, sessions

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("doorward", "The version that runs", value={"version": __version__})
        yield self._requests()
        yield self._durations()
        yield from self._refusals()
        yield from self._gauges()
        yield GaugeMetricFamily("doorward_sessions", "Sessions that live, on all nodes", value=self._sessions)

    def _requests(self) -> Any:
        from prometheus_client.core import CounterMetricFamily

        labels = ("method", "route", "status")
        family = CounterMetricFamily("doorward_requests", "Requests that were answered", labels=labels)
        for (method, route), status, count in self._totals.requests():
            family.add_metric((method, route, str(status)), count)
        return family

    def _durations(self) -> Any:
        from prometheus_client.core import HistogramMetricFamily

        text = "Seconds from the head of a request to its answer"
        family = HistogramMetricFamily("doorward_request_duration_seconds", text, labels=("method", "route"))
        names = [*map(str, BOUNDS), "+Inf"]
        for (method, route), buckets, seconds in self._totals.durations():
            upto = itertools.accumulate(buckets)
            family.add_metric((method, route), list(zip(names, upto, strict=True)), seconds)
        return family

    def _refusals(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily

        refusals = self._totals.refusals()
        family = CounterMetricFamily("doorward_refusals", "Answers other than success, by reason", labels=("reason",))
        for reason, count in refusals.items():
            family.add_metric((reason,), count)
        yield family
        for reason, (name, text) in _ALARMING.items():
            yield CounterMetricFamily(name, text, value=refusals[reason])

    def _gauges(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        gauges = self._totals.gauges()
        yield CounterMetricFamily("doorward_password_hashes", "Passwords hashed or checked", value=gauges["hashes"])
        yield CounterMetricFamily("doorward_password_hash_seconds", "Seconds of hashing", value=gauges["hash_seconds"])
        for key, name, text in (
            ("hash_pending", "doorward_hash_queue", "Passwords that are being hashed or wait for it"),
            ("hash_threads", "doorward_hash_threads", "Passwords that can be hashed at once"),
            ("hash_capacity", "doorward_hash_capacity_per_second", "Sign-ins a second that hashing allows"),
            ("connections", "doorward_database_connections", "Open connections to the database"),
            ("connections_idle", "doorward_database_connections_idle", "Of those, the ones that wait for work"),
            ("database_waiting", "doorward_database_waiting", "Work that waits for a connection, or for the writer"),
        ):
            yield GaugeMetricFamily(name, text, value=gauges[key])
