"""Requests that wait for news of the revocation feed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

# Requests that wait in one process. Further ones are answered at once.
MOST_WAITING: Final = 2_000
# Answered between two turns of the event loop, so that other requests are not delayed by all of them.
_AT_ONCE: Final = 50


class _Waiter(Struct, eq=False):
    answered: asyncio.Future[None]
    is_done: Callable[[], bool]


class Waiting:
    """One task reads for all of them, and only while there are any."""

    def __init__(self, read: Callable[[], Awaitable[None]], pause: Callable[[], float]) -> None:
        """`pause`: seconds until the next read."""
        self._read, self._pause = read, pause
        self._waiters: set[_Waiter] = set()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiters)

    async def wait(self, seconds: float, is_done: Callable[[], bool]) -> None:
        """Returns when a read finds that `is_done`, or after about the given time."""
        if is_done() or seconds <= 0 or len(self._waiters) >= MOST_WAITING:
            return
        loop = asyncio.get_running_loop()
        waiter = _Waiter(loop.create_future(), is_done)
        self._waiters.add(waiter)
        if self._task is None:
            self._task = loop.create_task(self._serve())
        timer = loop.call_later(seconds, _answer, waiter)
        try:
            await waiter.answered
        finally:
            timer.cancel()
            self._waiters.discard(waiter)

    async def _serve(self) -> None:
        try:
            while self._waiters:
                await asyncio.sleep(max(0.01, self._pause()))
                if self._pause() <= 0:
                    await self._read()
                await self._answer_those_done()
        finally:
            self._task = None
            self.end()

    async def _answer_those_done(self) -> None:
        for number, waiter in enumerate([each for each in self._waiters if each.is_done()], 1):
            _answer(waiter)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    def end(self) -> None:
        """Answers all of them: the service stops."""
        for waiter in self._waiters:
            _answer(waiter)


def _answer(waiter: _Waiter) -> None:
    if not waiter.answered.done():
        waiter.answered.set_result(None)
