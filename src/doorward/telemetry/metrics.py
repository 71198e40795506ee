"""/metrics, in the Prometheus text format. Its library is imported at the first scrape."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from doorward import __version__
from doorward.core import Core
from doorward.telemetry.meter import BOUNDS, Meter, Totals

# Reasons that have a metric of their own, for alerts.
_ALERTS: Final = {
    "refresh_token_reused": ("doorward_refresh_reuse", "Refresh tokens used again after their replacement"),
    "too_many_attempts": ("doorward_throttled_attempts", "Sign-ins rejected as password guessing"),
    "busy": ("doorward_busy_refusals", "Sign-ins rejected because the hashing queue was full"),
    "database_unavailable": ("doorward_database_refusals", "Requests that failed because the database was unavailable"),
    "internal_error": ("doorward_internal_errors", "Requests that failed with an internal error"),
}


_REPLICA: Final = (
    ("replica_usable", "doorward_replica_usable", "Whether lists are read from the replica: 1 or 0"),
    ("replica_lag", "doorward_replica_lag_seconds", "How far the replica is behind; infinite if it does not answer"),
)


class Metric(Struct, frozen=True):
    """The value of a gauge."""

    name: str
    help: str
    value: float


# Sampled at every scrape.
GaugeSource = Callable[[Core], Awaitable[Iterable[Metric]]]


async def render(core: Core, meter: Meter, sources: Iterable[GaugeSource] = ()) -> tuple[bytes, bytes]:
    """The media type and the page."""
    own = core.gauges()
    meter.set_gauges(own)
    gauges = [Metric("doorward_sessions", "Live sessions, on all nodes", await core.live_sessions())]
    # Of the worker that answers, and not a sum: all workers read the same replica.
    gauges += [Metric(name, text, own[key]) for key, name, text in _REPLICA if key in own]
    for source in sources:
        gauges += await source(core)
    return await asyncio.to_thread(_render, meter.totals(), gauges)


def _render(totals: Totals, gauges: list[Metric]) -> tuple[bytes, bytes]:
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(totals, gauges))
    return CONTENT_TYPE_PLAIN_0_0_4.encode(), generate_latest(registry)


class _Collector:
    def __init__(self, totals: Totals, gauges: list[Metric]) -> None:
        self._totals, self._gauges = totals, gauges

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("doorward", "The running version", value={"version": __version__})
        yield self._requests()
        yield self._durations()
        yield from self._faults()
        yield self._stalls()
        yield self._closed()
        yield from self._worker_gauges()
        for gauge in self._gauges:
            yield GaugeMetricFamily(gauge.name, gauge.help, value=gauge.value)

    def _requests(self) -> Any:
        from prometheus_client.core import CounterMetricFamily

        labels = ("method", "route", "status")
        family = CounterMetricFamily("doorward_requests", "Requests answered", labels=labels)
        for (method, route), status, count in self._totals.requests():
            family.add_metric((method, route, str(status)), count)
        return family

    def _durations(self) -> Any:
        from prometheus_client.core import HistogramMetricFamily

        text = "Seconds from the head of a request to the end of its response"
        family = HistogramMetricFamily("doorward_request_duration_seconds", text, labels=("method", "route"))
        names = [*map(str, BOUNDS), "+Inf"]
        for (method, route), buckets, seconds in self._totals.durations():
            upto = itertools.accumulate(buckets)
            family.add_metric((method, route), list(zip(names, upto, strict=True)), seconds)
        return family

    def _faults(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily

        faults = self._totals.faults()
        family = CounterMetricFamily("doorward_refusals", "Failed requests, by reason", labels=("reason",))
        for reason, count in faults.items():
            family.add_metric((reason,), count)
        yield family
        for reason, (name, text) in _ALERTS.items():
            yield CounterMetricFamily(name, text, value=faults[reason])

    def _stalls(self) -> Any:
        from prometheus_client.core import CounterMetricFamily

        text = "Callbacks that blocked the event loop for over 100 ms"
        family = CounterMetricFamily("doorward_loop_stalls", text, labels=("method", "route"))
        for names, count in self._totals.stalls():
            family.add_metric(names, count)
        return family

    def _closed(self) -> Any:
        from prometheus_client.core import CounterMetricFamily

        text = "Connections that the server closed: unread responses (slow), or beyond the limits (excess)"
        family = CounterMetricFamily("doorward_closed_connections", text, labels=("cause",))
        for cause, count in self._totals.closed().items():
            family.add_metric((cause,), count)
        return family

    def _worker_gauges(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        gauges = self._totals.gauges()
        for key, name, text in (
            ("hashes", "doorward_password_hashes", "Passwords hashed or verified"),
            ("hash_seconds", "doorward_password_hash_seconds", "Seconds of hashing"),
            ("mails_delivered", "doorward_mails_delivered", "Mails that the mail server accepted"),
            ("mails_failed", "doorward_mails_failed", "Mails given up: the mail server refused them, or too often"),
            ("mail_server_failures", "doorward_mail_server_failures", "Attempts that found the mail server unusable"),
        ):
            yield CounterMetricFamily(name, text, value=gauges[key])
        for key, name, text in (
            ("hash_pending", "doorward_hash_queue", "Passwords being hashed or queued"),
            ("hash_threads", "doorward_hash_threads", "Passwords that can be hashed concurrently"),
            ("hash_capacity", "doorward_hash_capacity_per_second", "Sign-ins per second that hashing allows"),
            ("connections", "doorward_database_connections", "Open database connections"),
            ("connections_idle", "doorward_database_connections_idle", "Idle database connections"),
            ("database_waiting", "doorward_database_waiting", "Work waiting for a connection or for the writer thread"),
        ):
            yield GaugeMetricFamily(name, text, value=gauges[key])
