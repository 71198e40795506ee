"""The lane of lists: which background read runs next, how many wait, and for how long (docs/decisions/0020).

Lists and searches take milliseconds, and the worst ones seconds. They have connections of their own, so that token
checks and writes never wait for them. This module shares these connections among users: one user never has all of them,
and when one becomes free, the user who has used the lane least lately is next.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar

from doorward.errors import ListsBusy, SearchTimeout, TooManyLists

T = TypeVar("T")

# Reads of one user that run or wait. Fairness protects other users already: this bounds the memory.
USER_LIMIT: Final = 100
QUEUE_LIMIT: Final = 400
# Above this many, users who have no read and no time to make up for are forgotten.
_REMEMBERED_USERS: Final = 256
# How late a time limit may take effect. One check of all reads costs less than a timer for each.
_CHECK_SECONDS: Final = 0.1


class _User:
    """The reads of one user: how many run, and those that wait, oldest first."""

    __slots__ = ("next_turn", "running", "waiting")

    def __init__(self) -> None:
        self.running = 0
        self.waiting: deque[LaneRead[Any]] = deque()
        # When the time that the user has used is made up for. Users with an earlier one are served first.
        self.next_turn = 0.0


class LaneRead(Generic[T]):
    """One read. The lane sets an exception on the future of a read that it rejects, or whose time is up."""

    user: _User
    since: float  # When it began to wait, then when it started.

    def __init__(self) -> None:
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()


class ListLane:
    """`enter` and `withdraw` belong to the event loop. `finish` may be called on any thread."""

    def __init__(self, slots: int, seconds: float) -> None:
        """`slots`: reads that run at once. `seconds`: how long a read waits at most, and how long it runs."""
        self._free, self._seconds = slots, seconds
        self._slots_of_user = max(1, slots - 1)
        self._lock = threading.Lock()
        self._users: dict[int, _User] = {}
        self._running: set[LaneRead[Any]] = set()
        self._checking = False
        self.waiting = 0

    async def run(self, user_id: int | None, work: Callable[[], Awaitable[T]]) -> T:
        """Runs work on the event loop when it is its turn. `user_id` is None for reads of the service itself."""
        read: LaneRead[None] = LaneRead()
        if self.enter(user_id, read):
            read.future.set_result(None)
        await self._turn(read)
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                return await work()
        except TimeoutError:
            if not limit.expired():
                raise
            raise SearchTimeout from None
        finally:
            self._pass_on(read)

    async def _turn(self, read: LaneRead[None]) -> None:
        try:
            await read.future
        except asyncio.CancelledError:
            if read in self._running:
                self._pass_on(read)  # Cancelled after its turn had come.
            else:
                self.withdraw(read)
            raise

    def _pass_on(self, read: LaneRead[None]) -> None:
        following = self.finish(read)
        if following is not None and not following.future.done():  # Else it was cancelled, and passes its turn on.
            following.future.set_result(None)

    def enter(self, user_id: int | None, read: LaneRead[Any]) -> bool:
        """Returns whether the read starts now. Otherwise it waits until `finish` returns it."""
        now = _now()
        with self._lock:
            user = self._users.get(user_id or 0)
            if user is None:
                user = self._users[user_id or 0] = _User()
            read.user, read.since = user, now
            # While a slot is free, no other user's read waits: each is at the user's own limit.
            starts = self._free > 0 and user.running < self._slots_of_user
            if starts:
                self._free -= 1
                self._start(read, now)
            else:
                self._queue(read)
        if not self._checking:
            self._checking = True
            self._check_later()
        return starts

    def finish(self, read: LaneRead[Any]) -> LaneRead[Any] | None:
        """Gives the slot of a read that has ended to the next one, and returns that."""
        now = _now()
        with self._lock:
            self._running.discard(read)
            user = read.user
            user.running -= 1
            user.next_turn = max(user.next_turn, read.since) + now - read.since
            if len(self._users) > _REMEMBERED_USERS:
                self._forget(now)
            # A single one: the slot and the place of this user are all that has become free.
            following = self._next()
            if following is None:
                self._free += 1
            else:
                self._start(following, now)
            return following

    def withdraw(self, read: LaneRead[Any]) -> bool:
        """Takes a read that waits out of the queue. Returns False if it runs, or has run."""
        with self._lock:
            if read not in read.user.waiting:
                return False
            read.user.waiting.remove(read)
            self.waiting -= 1
            return True

    def _queue(self, read: LaneRead[Any]) -> None:
        user = read.user
        if user.running + len(user.waiting) >= USER_LIMIT:
            raise TooManyLists
        if self.waiting >= QUEUE_LIMIT:
            self._make_room(user)
        user.waiting.append(read)
        self.waiting += 1

    def _start(self, read: LaneRead[Any], now: float) -> None:
        read.since = now
        read.user.running += 1
        self._running.add(read)

    def _next(self) -> LaneRead[Any] | None:
        if not self.waiting:
            return None
        ready = [each for each in self._users.values() if each.waiting and each.running < self._slots_of_user]
        if not ready:
            return None
        self.waiting -= 1
        # Reads that run have not been counted yet. The time is not the later of that and now: users who are served
        # again and again would be as early as one who waits.
        return min(ready, key=lambda each: (each.running, each.next_turn)).waiting.popleft()

    def _make_room(self, user: _User) -> None:
        """Rejects the newest read of the user with the most waiting ones, or the present one if that is this user."""
        longest = max(self._users.values(), key=lambda each: len(each.waiting))
        if len(longest.waiting) <= len(user.waiting) + 1:
            raise ListsBusy
        self.waiting -= 1
        _fail(longest.waiting.pop(), ListsBusy())

    def _check_later(self) -> None:
        asyncio.get_running_loop().call_later(_CHECK_SECONDS, self._check)

    def _check(self) -> None:
        """Fails the reads that have waited or run for too long."""
        begun_by = _now() - self._seconds
        with self._lock:
            for user in self._users.values():
                while user.waiting and user.waiting[0].since <= begun_by:
                    self.waiting -= 1
                    _fail(user.waiting.popleft(), ListsBusy())
            for read in self._running:
                if read.since <= begun_by:
                    _fail(read, SearchTimeout())
            self._checking = bool(self.waiting or self._running)
        if self._checking:
            self._check_later()

    def _forget(self, now: float) -> None:
        for user_id, user in list(self._users.items()):
            if not user.running and not user.waiting and user.next_turn <= now:
                del self._users[user_id]


def _fail(read: LaneRead[Any], error: Exception) -> None:
    if not read.future.done():  # Else it was cancelled, and its task has not run since.
        read.future.set_exception(error)
        read.future.exception()  # A task that is cancelled now does not retrieve it, and asyncio would log that.


def _now() -> float:
    return time.monotonic()
