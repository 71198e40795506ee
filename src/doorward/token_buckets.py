"""Token buckets: a limit on the average rate of something, with a burst above it, for each of many keys."""

from collections import OrderedDict
from typing import Final

# Bounds the memory. An evicted bucket starts full again: against so many keys a limit for each does not help.
_MAX_BUCKETS: Final = 65_536


class TokenBuckets:
    def __init__(self, size: int, window: int) -> None:
        """`size` tokens at most; an empty bucket is full again after `window` milliseconds."""
        self._size, self._per_ms = size, size / window
        # Key to the remaining tokens and the time of that count; least recently used first.
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, key: str, now: int) -> int:
        """Takes a token and returns 0, or returns for how many milliseconds there will be none."""
        tokens, counted_at = self._buckets.pop(key, (float(self._size), now))
        tokens = min(self._size, tokens + max(0, now - counted_at) * self._per_ms)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return 0 if allowed else max(1, round((1 - tokens) / self._per_ms))

    def give_back(self, key: str) -> None:
        """Returns a token that was taken and not needed."""
        if key in self._buckets:
            tokens, counted_at = self._buckets[key]
            self._buckets[key] = (min(self._size, tokens + 1), counted_at)
