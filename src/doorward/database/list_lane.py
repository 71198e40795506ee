"""The lane of lists: which background read runs next, how many wait, and for how long (docs/decisions/0020).

Lists and searches take milliseconds, and the worst ones seconds. They have connections of their own, so that token
checks and writes never wait for them. This module shares these connections among users: one user never has all of them,
and when one becomes free, the user who has used the lane least lately is next.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from doorward.errors import ListsBusy, SearchTimeout, TooManyLists

T = TypeVar("T")

# Reads of one user that run or wait. Fairness protects other users already: this bounds the memory.
USER_LIMIT: Final = 100
QUEUE_LIMIT: Final = 400
# Above this many, users who have no read and no time to make up for are forgotten.
_REMEMBERED_USERS: Final = 256


class _User:
    """The reads of one user: how many run, and those that wait, oldest first."""

    __slots__ = ("next_turn", "running", "waiting")

    def __init__(self) -> None:
        self.running = 0
        self.waiting: deque[asyncio.Future[None]] = deque()
        # When the time that the user has used is made up for. Users with an earlier one are served first.
        self.next_turn = 0.0


class ListLane:
    def __init__(self, slots: int, seconds: float) -> None:
        """`slots`: reads that run at once. `seconds`: how long a read waits at most, and how long it runs."""
        self._free, self._seconds = slots, seconds
        self._slots_of_user = max(1, slots - 1)
        self._users: dict[int, _User] = {}
        self.waiting = 0

    async def run(self, user_id: int | None, read: Callable[[], Awaitable[T]]) -> T:
        """Runs the read when it is its turn. `user_id` is None for reads of the service itself."""
        user = self._users.setdefault(user_id or 0, _User())
        # While a connection is free, no other user's read waits: each is at the user's own limit.
        if self._free and user.running < self._slots_of_user:
            self._start(user)
        else:
            await self._turn(user)
        began = _now()
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                return await read()
        except TimeoutError:
            if not limit.expired():
                raise
            raise SearchTimeout from None
        finally:
            self._finish(user, began)

    async def _turn(self, user: _User) -> None:
        """Waits until a read of this user is started."""
        if user.running + len(user.waiting) >= USER_LIMIT:
            raise TooManyLists
        if self.waiting >= QUEUE_LIMIT:
            self._make_room(user)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        user.waiting.append(turn)
        self.waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._wait(user, turn)
        except TimeoutError:
            raise ListsBusy from None

    async def _wait(self, user: _User, turn: asyncio.Future[None]) -> None:
        try:
            await turn
        except asyncio.CancelledError:
            if turn in user.waiting:
                user.waiting.remove(turn)
                self.waiting -= 1
            elif not turn.cancelled() and turn.exception() is None:
                self._finish(user, _now())  # Cancelled after its turn had come: the next one gets it.
            raise

    def _start(self, user: _User) -> None:
        self._free -= 1
        user.running += 1

    def _finish(self, user: _User, began: float) -> None:
        now = _now()
        self._free += 1
        user.running -= 1
        user.next_turn = max(user.next_turn, began) + now - began
        while self.waiting and self._free and self._start_next():
            pass
        if len(self._users) > _REMEMBERED_USERS:
            self._forget(now)

    def _start_next(self) -> bool:
        ready = [each for each in self._users.values() if each.waiting and each.running < self._slots_of_user]
        if not ready:
            return False
        # Reads that run have not been counted yet. The time is not the later of that and now: users who are served
        # again and again would be as early as one who waits.
        chosen = min(ready, key=lambda each: (each.running, each.next_turn))
        turn = chosen.waiting.popleft()
        self.waiting -= 1
        if not turn.done():  # Else it was cancelled, and its task has not run since.
            self._start(chosen)
            turn.set_result(None)
        return True

    def _make_room(self, user: _User) -> None:
        """Rejects the newest read of the user with the most waiting ones, or the present one if that is this user."""
        longest = max(self._users.values(), key=lambda each: len(each.waiting))
        if len(longest.waiting) <= len(user.waiting) + 1:
            raise ListsBusy
        newest = longest.waiting.pop()
        self.waiting -= 1
        if not newest.done():  # Else it was cancelled, and its task has not run since.
            newest.set_exception(ListsBusy())

    def _forget(self, now: float) -> None:
        for user_id, user in list(self._users.items()):
            if not user.running and not user.waiting and user.next_turn <= now:
                del self._users[user_id]


def _now() -> float:
    return asyncio.get_running_loop().time()
