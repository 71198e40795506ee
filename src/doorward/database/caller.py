"""For whom the database works, and a queue in which callers take turns."""

from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Final, Generic, TypeVar

T = TypeVar("T")

# A user, or the network of a client that has not signed in; empty for the service itself. A context variable: each
# request is a task with a context of its own, and units of work know nothing of requests.
caller: Final[ContextVar[str]] = ContextVar("caller", default="")


class CallerQueue(Generic[T]):
    """Each caller's items in their order; the first items of all callers before the second of any."""

    def __init__(self) -> None:
        # The caller whose turn comes next is first.
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, item: T, source: str) -> None:
        self._length += 1
        if source in self._queues:
            self._queues[source].append(item)
        else:
            self._queues[source] = deque((item,))

    def popleft(self) -> T:
        self._length -= 1
        source, queue = self._queues.popitem(last=False)
        item = queue.popleft()
        if queue:
            self._queues[source] = queue  # Behind the other callers.
        return item
