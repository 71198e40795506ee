"""Passwords as Argon2id, in a thread pool that is bounded by cores, by memory and in the length of its queue."""

import asyncio
import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from doorward.crypto.passwords.argon2 import HASH_BYTES, SALT_BYTES, Argon2id, encode, fastest, prefix
from doorward.domain.passwords import normalise
from doorward.errors import Busy

# Stored for users who can't sign in by password; it has the form of no hash.
NO_PASSWORD: Final = "!"  # noqa: S105  (no hash at all)
# The form of the hashes that this class makes. Other systems make Argon2id with more lanes, and hashes of other kinds.
_OURS: Final = re.compile(r"\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$")
# At 20 to 30 ms a hash this is about two seconds of waiting; a request beyond that is rejected at once.
_QUEUED_PER_THREAD: Final = 64
# Below the event loop, so that token checks get the processor before sign-ins (decision 16).
_NICENESS: Final = 10

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
        self._free_slots = self._slots = self.threads * (1 + _QUEUED_PER_THREAD)
        self._tally = Tally()
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="argon2", initializer=lower_priority)
        self._prefix = prefix(passes, memory_kib)
        # Verifying against it costs what a real one costs, and no password matches it.
        self.unmatchable = encode(entropy(SALT_BYTES), entropy(HASH_BYTES), passes, memory_kib)

    @contextlib.contextmanager
    def slot(self) -> Iterator["HashSlot"]:
        """Reserves a place in the queue, for callers that do something else before they hash. Busy if there is none."""
        if self._free_slots <= 0:
            raise Busy
        self._free_slots -= 1
        try:
            yield HashSlot(self._hash, self._verify)
        finally:
            self._free_slots += 1

    async def hash(self, password: str) -> str:
        with self.slot() as slot:
            return await slot.hash(password)

    async def verify(self, password: str, stored: str) -> bool:
        with self.slot() as slot:
            return await slot.verify(password, stored)

    def is_outdated(self, stored: str) -> bool:
        return not stored.startswith(self._prefix)

    def gauges(self) -> dict[str, float]:
        tally = self._tally
        return {
            "hashes": tally.count,
            "hash_seconds": tally.seconds,
            "hash_pending": self._slots - self._free_slots,
            "hash_threads": self.threads,
            "hash_capacity": self.threads / tally.usual if tally.usual else 0.0,
        }

    def warm_up(self) -> None:
        self._argon2id.load()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hash(self, password: str) -> str:
        salt = self._entropy(SALT_BYTES)
        return await self._run(lambda: self._argon2id.hash(_encoded(password), salt, self._passes, self._memory))

    async def _verify(self, password: str, stored: str) -> bool:
        # A user without a password is refused like one with a wrong password, and no faster.
        stored = self.unmatchable if stored == NO_PASSWORD else stored
        if _OURS.match(stored):
            return await self._run(lambda: self._argon2id.verify(_encoded(password), stored))
        return await self._run(lambda: _verify_foreign(password, stored))

    async def _run(self, work: Callable[[], _Result]) -> _Result:
        result, seconds = await asyncio.get_running_loop().run_in_executor(self._pool, _timed, work)
        self._tally.add(seconds)
        return result


class Tally:
    """How much was hashed, and the moving average of how long a hash takes."""

    def __init__(self) -> None:
        self.count, self.seconds, self.usual = 0, 0.0, 0.0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
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


def _timed(work: Callable[[], _Result]) -> tuple[_Result, float]:
    started = time.perf_counter()
    return work(), time.perf_counter() - started


def _verify_foreign(password: str, stored: str) -> bool:
    from doorward.crypto.passwords import foreign

    return foreign.verify(password, stored)


def _encoded(password: str) -> bytes:
    return normalise(password).encode()
