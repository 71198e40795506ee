"""The general rate limit: one token bucket for each source network, in the memory of the worker."""

from collections import OrderedDict
from typing import Final

from doorward.domain.throttle import network_of
from doorward.errors import TooManyRequests

# Bounds the memory. An evicted bucket starts full again: against so many sources a limit for each does not help.
_MAX_BUCKETS: Final = 65_536


class RateLimit:
    def __init__(self, per_second: int, burst: int) -> None:
        self._per_second, self._burst = per_second, burst
        # Network to the remaining tokens and the time of that count; least recently used first.
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, address: str, now: int) -> None:
        network = network_of(address)
        tokens, counted_at = self._buckets.pop(network, (float(self._burst), now))
        earned = max(0, now - counted_at) * self._per_second / 1000
        tokens = min(self._burst, tokens + earned)
        allowed = tokens >= 1
        self._buckets[network] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if not allowed:
            window = -(-self._burst // self._per_second)
            raise TooManyRequests("requests", self._burst, window, 1)
