"""The queue for hashing: sources take turns, and none of them can fill it."""

import asyncio

import pytest

from doorward.crypto.passwords.fair_queue import FairQueue
from doorward.errors import Busy


class Users:
    """Tasks that take a turn and keep it until they are told to end."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue, self.served = queue, list[str]()
        self._next = asyncio.Semaphore(0)
        self._tasks: set[asyncio.Task[None]] = set()

    async def arrive(self, source: str, count: int = 1) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self._take(source)) for _ in range(count)]
        self._tasks.update(tasks)
        await asyncio.sleep(0)
        return tasks

    async def _take(self, source: str) -> None:
        async with self.queue.turn(source):
            self.served.append(source)
            await self._next.acquire()

    async def end(self, count: int = 1) -> None:
        for _ in range(count):
            self._next.release()
            for _ in range(4):
                await asyncio.sleep(0)

    def refused(self) -> int:
        return sum(task.done() and isinstance(task.exception(), Busy) for task in self._tasks if not task.cancelled())


@pytest.fixture
def users(anyio_backend: str) -> Users:
    return Users(FairQueue(2, 12))


async def test_sources_take_turns(users: Users) -> None:
    """Mutant: one queue for all serves the flood first."""
    await users.arrive("flood", 7)
    await users.arrive("ann")
    await users.arrive("bob")
    await users.end(6)
    assert users.served == ["flood", "flood", "flood", "ann", "bob", "flood", "flood", "flood"]


async def test_one_source_gets_half_of_the_places_and_leaves_the_rest_to_others(users: Users) -> None:
    """Mutant: a source may take all places that are free."""
    await users.arrive("flood", 20)
    assert (users.queue.pending, users.refused()) == (8, 12)
    await users.arrive("ann", 3)
    assert (users.queue.pending, users.refused()) == (11, 12)
    await users.end(11)
    assert users.served.count("ann") == 3
    assert users.queue.pending == 0


async def test_a_waiting_task_that_is_cancelled_leaves_its_place(users: Users) -> None:
    """Mutants: the place is not given back; a cancelled task is given the turn, and the queue stands still."""
    await users.arrive("flood", 8)
    (ann,) = await users.arrive("ann")
    ann.cancel()
    users._next.release()  # A turn ends in the same tick.
    await asyncio.sleep(0)
    await users.end(8)
    assert users.served == ["flood"] * 8
    assert users.queue.pending == 0


async def test_a_task_that_is_cancelled_as_its_turn_comes_passes_the_turn_on(users: Users) -> None:
    """Mutant: the turn is lost, and the queue has one less from then on."""
    await users.arrive("flood", 2)
    (ann,) = await users.arrive("ann")
    await users.arrive("bob")
    users.queue._pass_on()  # As at the end of a holder; Ann's task has not run yet.
    ann.cancel()
    for _ in range(4):
        await asyncio.sleep(0)
    assert users.served == ["flood", "flood", "bob"]
