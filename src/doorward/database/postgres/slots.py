"""Bounds how many connections one kind of work uses at once."""

import asyncio

from doorward.database.caller import CallerQueue, caller


class NoFreeSlot(Exception):
    """No connection became free in time."""


class Slots:
    def __init__(self, count: int, *, take_turns: bool = False) -> None:
        """`take_turns`: callers do, however much work each of them has."""
        self._free, self._take_turns = count, take_turns
        self._waiting: CallerQueue[asyncio.Future[None]] = CallerQueue()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def take(self, until: float) -> None:
        """Waits for a slot until that time of the event loop; then NoFreeSlot."""
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        slot: asyncio.Future[None] = loop.create_future()
        self._waiting.append(slot, caller.get() if self._take_turns else "")
        timer = loop.call_at(until, _reject, slot)
        try:
            await slot
        except asyncio.CancelledError:
            # Cancelled after the slot was handed over: it goes to the next in the queue.
            if slot.done() and not slot.cancelled() and slot.exception() is None:
                self.give_back()
            raise
        finally:
            timer.cancel()

    def give_back(self) -> None:
        while self._waiting:
            slot = self._waiting.popleft()
            if not slot.done():
                slot.set_result(None)
                return
        self._free += 1

    def reject_waiting(self) -> None:
        while self._waiting:
            _reject(self._waiting.popleft())


def _reject(slot: asyncio.Future[None]) -> None:
    if not slot.done():
        slot.set_exception(NoFreeSlot)
