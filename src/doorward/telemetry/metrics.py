"""/metrics, in the Prometheus text format. Its library is imported at the first scrape."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from doorward import __version__
from doorward.core import Core
from doorward.errors import Fault
from doorward.telemetry.meter import BOUNDS, COUNTED, LIVE, Meter, Totals

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
    # Of the worker that answers, and not a sum: all workers read the same replica.
    gauges = [Metric(name, text, own[key]) for key, name, text in _REPLICA if key in own]
    try:
        gauges.append(Metric("doorward_sessions", "Live sessions, on all nodes", await core.live_sessions()))
        for source in sources:
            gauges += await source(core)
    except Fault as fault:  # The database is away or busy, which the counters must tell: the rest is left out.
        meter.count_fault(fault.reason)
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
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        totals, faults, sampled = self._totals, self._totals.faults(), self._totals.gauges()
        yield InfoMetricFamily("doorward", "The running version", value={"version": __version__})
        requests = [((*route, str(status)), count) for route, status, count in totals.requests()]
        yield _counters("doorward_requests", "Requests answered", ("method", "route", "status"), requests)
        yield _durations(totals)
        reasons = [((reason,), count) for reason, count in faults.items()]
        yield _counters("doorward_refusals", "Failed requests, by reason", ("reason",), reasons)
        for reason, (name, text) in _ALERTS.items():
            yield CounterMetricFamily(name, text, value=faults[reason])
        text = "Callbacks that blocked the event loop for over 100 ms"
        yield _counters("doorward_loop_stalls", text, ("method", "route"), totals.stalls())
        text = "Connections that the server closed: unread responses (slow), or beyond the limits (excess)"
        causes = [((cause,), count) for cause, count in totals.closed().items()]
        yield _counters("doorward_closed_connections", text, ("cause",), causes)
        for key, (name, text) in COUNTED.items():
            yield CounterMetricFamily(name, text, value=sampled[key])
        for key, (name, text) in LIVE.items():
            yield GaugeMetricFamily(name, text, value=sampled[key])
        for gauge in self._gauges:
            yield GaugeMetricFamily(gauge.name, gauge.help, value=gauge.value)


def _counters(name: str, text: str, labels: tuple[str, ...], counts: Iterable[tuple[tuple[str, ...], float]]) -> Any:
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(name, text, labels=labels)
    for values, count in counts:
        family.add_metric(values, count)
    return family


def _durations(totals: Totals) -> Any:
    from prometheus_client.core import HistogramMetricFamily

    text = "Seconds from the head of a request to the end of its response"
    family = HistogramMetricFamily("doorward_request_duration_seconds", text, labels=("method", "route"))
    names = [*map(str, BOUNDS), "+Inf"]
    for route, buckets, seconds in totals.durations():
        upto = itertools.accumulate(buckets)
        family.add_metric(route, list(zip(names, upto, strict=True)), seconds)
    return family
