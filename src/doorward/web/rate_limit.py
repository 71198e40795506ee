"""The general rate limit: one token bucket for each source network, in the memory of the worker."""

from doorward.domain.sign_in.throttle import WIDER, networks_of
from doorward.errors import TooManyRequests
from doorward.token_buckets import TokenBuckets


class RateLimit:
    def __init__(self, per_second: int, burst: int) -> None:
        self._burst, self._window = burst, -(-burst // per_second)
        window = burst * 1000 // per_second
        # One set of buckets for each width: the wider an IPv6 network, the larger its limit.
        self._widths = [TokenBuckets(burst * factor, window) for factor in WIDER]

    def take(self, address: str, now: int) -> None:
        for network, buckets in zip(networks_of(address), self._widths, strict=False):
            if buckets.take(network, now):
                raise TooManyRequests("requests", self._burst, self._window, 1)
