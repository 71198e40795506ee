"""A bounded queue in which sources take turns, so that one source cannot keep the others from being served."""

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

from doorward.errors import Busy


class FairQueue:
    """Lets `running` holders in at once and `places` more wait, in one queue for each source.

    A source may occupy as many places as it leaves free: alone half of them, two sources a third each. So a place is
    free for a source that has not waited before, and it is served after at most one holder of every other source.
    """

    def __init__(self, running: int, places: int) -> None:
        self._size = running + places
        self._free_turns, self._free_places = running, places
        # The source whose turn comes next is first.
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def pending(self) -> int:
        """How many run or wait."""
        return self._size - self._free_turns - self._free_places

    @contextlib.asynccontextmanager
    async def turn(self, source: str) -> AsyncIterator[None]:
        """Busy if the source may not wait."""
        if self._free_turns:  # Then none is waiting.
            self._free_turns -= 1
        else:
            await self._wait(source)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, source: str) -> None:
        queue = self._queues.get(source, deque())
        if len(queue) >= self._free_places:
            raise Busy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._queues[source] = queue
        self._free_places -= 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(source, turn)
            else:  # The turn had been given just before.
                self._pass_on()
            raise

    def _leave(self, source: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues[source]
        queue.remove(turn)
        self._free_places += 1
        if not queue:
            del self._queues[source]

    def _pass_on(self) -> None:
        """Gives a turn that has ended to the next source."""
        for source, queue in self._queues.items():
            turn = next((turn for turn in queue if not turn.done()), None)
            if turn is None:  # All of them are being cancelled.
                continue
            queue.remove(turn)
            self._free_places += 1
            if queue:
                self._queues.move_to_end(source)
            else:
                del self._queues[source]
            turn.set_result(None)
            return
        self._free_turns += 1
