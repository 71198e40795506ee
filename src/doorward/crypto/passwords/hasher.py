"""Passwords as Argon2id, in a thread pool that is bounded by cores, by memory and in the length of its queue.

Hashes that cost more than the current setting, and those of other systems, are verified in threads of their own: so
expensive ones do not delay other sign-ins (decision 16).
"""

import asyncio
import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from doorward.crypto.passwords.argon2 import HASH_BYTES, SALT_BYTES, Argon2id, encode, fastest, prefix
from doorward.crypto.passwords.fair_queue import FairQueue
from doorward.domain.passwords import normalise

# Stored for users who can't sign in by password; it has the form of no hash.
NO_PASSWORD: Final = "!"  # noqa: S105  (no hash at all)
# The form of the hashes that this class makes. Other systems make Argon2id with more lanes, and hashes of other kinds.
_OURS: Final = re.compile(r"\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=1\$")
# Sign-ins that are counted, looked up and hashed at the same time: enough to keep a thread busy while others wait for
# the database. The rest waits in the fair queue, where a new source waits for at most these and one of each source.
_RUNNING_PER_THREAD: Final = 8
# One source may take half of them. At 20 to 30 ms a hash that is about two seconds of waiting.
_QUEUED_PER_THREAD: Final = 128
# What one foreign hash may take, beside 1.5 seconds (see `foreign_cost`).
_FOREIGN_MIB: Final = 256
_FOREIGN_RUNNING: Final = 2
_FOREIGN_QUEUED: Final = 32
# Below the event loop, so that token checks get the processor before sign-ins (decision 16).
_NICENESS: Final = 10
# The source of hashes that no sign-in asks for: of new users, and of commands.
_INTERNAL: Final = "internal"

_Result = TypeVar("_Result")


class Hasher:
    def __init__(
        self,
        memory_kib: int,
        passes: int,
        pool_memory_mib: int,
        entropy: Callable[[int], bytes],
        argon2id: Argon2id | None = None,
    ) -> None:
        self._memory = memory_kib
        self._passes = passes
        self._entropy = entropy
        self._argon2id = argon2id or fastest()
        self.threads = max(1, min(os.cpu_count() or 1, pool_memory_mib * 1024 // memory_kib))
        self._ours = _Lane("argon2", self.threads, _RUNNING_PER_THREAD, _QUEUED_PER_THREAD)
        foreign_threads = max(1, min(self.threads // 2, pool_memory_mib // _FOREIGN_MIB))
        self._foreign = _Lane("foreign", foreign_threads, _FOREIGN_RUNNING, _FOREIGN_QUEUED)
        self._tally = Tally()
        self._prefix = prefix(passes, memory_kib)
        # Verifying against it costs what a real one costs, and no password matches it.
        self.unmatchable = encode(entropy(SALT_BYTES), entropy(HASH_BYTES), passes, memory_kib)

    @contextlib.asynccontextmanager
    async def slot(self, source: str = _INTERNAL, stored: str = "") -> AsyncIterator["HashSlot"]:
        """Waits for a turn to hash, for callers that do something else before they hash. Busy if too many wait.

        Sources take turns. `stored` is the hash to verify, if there is one: it decides which threads are needed.
        """
        lane = self._ours if self._is_cheap(stored) else self._foreign
        async with lane.queue.turn(source):
            yield HashSlot(self._hash, self._verify)

    async def hash(self, password: str) -> str:
        async with self.slot() as slot:
            return await slot.hash(password)

    async def verify(self, password: str, stored: str) -> bool:
        async with self.slot(stored=stored) as slot:
            return await slot.verify(password, stored)

    def is_outdated(self, stored: str) -> bool:
        return not stored.startswith(self._prefix)

    def gauges(self) -> dict[str, float]:
        tally = self._tally
        return {
            "hashes": tally.count,
            "hash_seconds": tally.seconds,
            "hash_pending": self._ours.queue.pending + self._foreign.queue.pending,
            "hash_threads": self.threads,
            "hash_capacity": self.threads / tally.usual if tally.usual else 0.0,
        }

    def warm_up(self) -> None:
        self._argon2id.load()

    def close(self) -> None:
        for lane in (self._ours, self._foreign):
            lane.close()

    async def _hash(self, password: str) -> str:
        salt = self._entropy(SALT_BYTES)
        return await self._run(
            self._ours, lambda: self._argon2id.hash(_encoded(password), salt, self._passes, self._memory)
        )

    async def _verify(self, password: str, stored: str) -> bool:
        # A user without a password is refused like one with a wrong password, and no faster.
        stored = self.unmatchable if stored == NO_PASSWORD else stored
        lane = self._ours if self._is_cheap(stored) else self._foreign
        if _OURS.match(stored):
            return await self._run(lane, lambda: self._argon2id.verify(_encoded(password), stored))
        return await self._run(lane, lambda: _verify_foreign(password, stored))

    def _is_cheap(self, stored: str) -> bool:
        """Whether verifying costs no more than a new hash."""
        match = _OURS.match(stored)
        if match is None:
            return stored in ("", NO_PASSWORD)
        memory, passes = int(match[1]), int(match[2])
        return memory <= self._memory and memory * passes <= self._memory * self._passes

    async def _run(self, lane: "_Lane", work: Callable[[], _Result]) -> _Result:
        result, seconds = await lane.run(work)
        self._tally.add(seconds, usual=lane is self._ours)
        return result


class _Lane:
    """Threads, and the queue of the callers that use them.

    While many wait, callers are resumed in groups. A hash evicts everything else from the processor's caches, so what
    follows it costs the first of a group twice as much as the others (decision 16).
    """

    def __init__(self, name: str, threads: int, running: int, queued: int) -> None:
        self.queue = FairQueue(threads * running, threads * queued)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=lower_priority)
        self._size = threads
        self._lock = threading.Lock()
        self._unfinished = 0
        self._group: list[asyncio.Future[None]] = []

    async def run(self, work: Callable[[], _Result]) -> tuple[_Result, float]:
        loop = asyncio.get_running_loop()
        finished: asyncio.Future[None] = loop.create_future()
        with self._lock:
            self._unfinished += 1
        job = self._threads.submit(_timed, work)
        job.add_done_callback(lambda _: self._finish(finished, loop))
        try:
            await finished
        except asyncio.CancelledError:
            job.cancel()
            raise
        if job.cancelled():  # The pool was closed.
            raise asyncio.CancelledError
        return job.result()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _finish(self, finished: "asyncio.Future[None]", loop: asyncio.AbstractEventLoop) -> None:
        """Called in the thread that ended the job. Callers are held back only while jobs follow that end later, twice
        as many as callers: so they wait for a third of the queue at most."""
        with self._lock:
            self._unfinished -= 1
            self._group.append(finished)
            if self._unfinished - self._size > 2 * len(self._group):
                return
            group, self._group = self._group, []
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resume, group)


class Tally:
    """How much was hashed, and the moving average of how long a hash of the current cost takes."""

    def __init__(self) -> None:
        self.count, self.seconds, self.usual = 0, 0.0, 0.0

    def add(self, seconds: float, *, usual: bool) -> None:
        self.count += 1
        self.seconds += seconds
        if usual:
            self.usual = 0.9 * self.usual + 0.1 * seconds if self.usual else seconds


class HashSlot:
    """A reserved place in the queue. One request at a time hashes or verifies with it, as often as it needs."""

    def __init__(self, hash_: Callable[[str], Awaitable[str]], verify: Callable[[str, str], Awaitable[bool]]) -> None:
        self._hash, self._verify = hash_, verify

    async def hash(self, password: str) -> str:
        return await self._hash(password)

    async def verify(self, password: str, stored: str) -> bool:
        return await self._verify(password, stored)


def lower_priority() -> None:
    """Lowers the priority of the calling thread. Without effect where the system has no such thing, or refuses."""
    if sys.platform != "linux":  # Elsewhere the priority belongs to the process.
        return
    with contextlib.suppress(OSError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(os.getpriority(os.PRIO_PROCESS, thread), _NICENESS))


def _resume(group: "list[asyncio.Future[None]]") -> None:
    for finished in group:
        if not finished.done():  # Otherwise its request was cancelled.
            finished.set_result(None)


def _timed(work: Callable[[], _Result]) -> tuple[_Result, float]:
    started = time.perf_counter()
    return work(), time.perf_counter() - started


def _verify_foreign(password: str, stored: str) -> bool:
    from doorward.crypto.passwords import foreign

    return foreign.verify(password, stored)


def _encoded(password: str) -> bytes:
    return normalise(password).encode()
