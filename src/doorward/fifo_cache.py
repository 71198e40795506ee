"""What was worked out before, and how much of it is kept."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FifoCache(dict[K, V]):
    """Holds the latest so many, and forgets what came first."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> None:
        if len(self) >= self._most and key not in self:
            del self[next(iter(self))]
        self[key] = value
