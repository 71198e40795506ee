"""A cache of bounded size."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FifoCache(dict[K, V]):
    """Bounded dict that evicts the oldest insertion."""

    def __init__(self, capacity: int) -> None:
        super().__init__()
        self._capacity = capacity

    def put(self, key: K, value: V) -> None:
        if len(self) >= self._capacity and key not in self:
            del self[next(iter(self))]
        self[key] = value
