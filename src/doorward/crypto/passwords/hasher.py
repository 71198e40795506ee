"""Passwords as Argon2id, in a pool that is bounded by cores, by memory and in the length of its queue."""

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from doorward.crypto.passwords.argon2 import b64, fastest, go_last, prefix
from doorward.domain.passwords import normalise
from doorward.errors import Busy

# Stored for users who can't sign in by password; no hash looks like it.
NO_PASSWORD: Final = "!"  # noqa: S105  (no hash at all)
# As we make them. Others make Argon2id with more lanes, and hashes of other kinds.
_OURS: Final = re.compile(r"\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$")
_B64_SALT: Final = 16
_B64_HASH: Final = 32
# At 20 to 30 ms a hash this is about two seconds of waiting; who would wait longer is better told at once.
_QUEUED_PER_THREAD: Final = 64
# So many seconds after the last hash, its memory is given back.
_MEMORY_KEPT: Final = 2.0
# To give way costs 3 to 5 % of a hash. Where nobody but those who sign in came for so many seconds, it is for nothing.
_ONLOOKER_REMEMBERED: Final = 1.0

_argon2id: Final = fastest()


class Hasher:
    def __init__(self, memory_kib: int, passes: int, pool_memory_mib: int, entropy: Callable[[int], bytes]) -> None:
        self._memory = memory_kib
        self._passes = passes
        self.threads = max(1, min(os.cpu_count() or 1, pool_memory_mib * 1024 // memory_kib))
        self._room = self._most = self.threads * (1 + _QUEUED_PER_THREAD)
        self._tally = Tally()
        # How many came who are not here to hash, and should not have to wait for those who are.
        self.onlookers = 0
        self._onlookers_seen, self._onlooker_until = 0, 0.0
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="argon2", initializer=_argon2id.prepare_thread)
        self._resting: asyncio.TimerHandle | None = None
        self._closed = False
        self._prefix = prefix(passes, memory_kib)
        # Verifying against it costs what a real one costs, and nothing ever matches it.
        self.unmatchable = self._prefix + "$".join(b64(entropy(size)) for size in (_B64_SALT, _B64_HASH))

    @contextlib.contextmanager
    def room(self) -> Iterator["Room"]:
        """A place in the queue, for those who have to do something else between asking for it and hashing."""
        if self._room <= 0:
            raise Busy
        loop = asyncio.get_running_loop()
        self._room -= 1
        self._stop_resting()
        try:
            yield Room(self._run, self._passes, self._memory, self.unmatchable)
        finally:
            self._room += 1
            if self._room == self._most and not self._closed and not loop.is_closed():
                self._resting = loop.call_later(_MEMORY_KEPT, self._pool.submit, _argon2id.give_memory_back)

    async def hash(self, password: str) -> str:
        with self.room() as room:
            return await room.hash(password)

    async def verify(self, password: str, stored: str) -> bool:
        with self.room() as room:
            return await room.verify(password, stored)

    def is_outdated(self, stored: str) -> bool:
        return not stored.startswith(self._prefix)

    def gauges(self) -> dict[str, float]:
        tally = self._tally
        return {
            "hashes": tally.count,
            "hash_seconds": tally.seconds,
            "hash_pending": self._most - self._room,
            "hash_threads": self.threads,
            "hash_capacity": self.threads / tally.usual if tally.usual else 0.0,
        }

    def warm_up(self) -> None:
        _argon2id.load(self.threads * self._memory * 1024)

    def close(self) -> None:
        self._closed = True
        self._stop_resting()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[..., Any], *args: Any) -> Any:
        outcome, seconds = await asyncio.get_running_loop().run_in_executor(self._pool, self._timed, work, *args)
        self._tally.add(seconds)
        return outcome

    def _timed(self, work: Callable[..., Any], *args: Any) -> tuple[Any, float]:
        begun = time.perf_counter()
        return work(*args, give_way=self._others_are_about()), time.perf_counter() - begun

    def _others_are_about(self) -> bool:
        now = time.monotonic()
        if self.onlookers != self._onlookers_seen:
            self._onlookers_seen, self._onlooker_until = self.onlookers, now + _ONLOOKER_REMEMBERED
        return now < self._onlooker_until

    def _stop_resting(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None


class Tally:
    """How much was hashed, and how long one takes these days."""

    def __init__(self) -> None:
        self.count, self.seconds, self.usual = 0, 0.0, 0.0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
        self.usual = 0.9 * self.usual + 0.1 * seconds if self.usual else seconds


class Room:
    def __init__(self, run: Callable[..., Awaitable[Any]], passes: int, memory_kib: int, unmatchable: str) -> None:
        self._run, self._passes, self._memory, self._unmatchable = run, passes, memory_kib, unmatchable

    async def hash(self, password: str) -> str:
        hashed: str = await self._run(_hash, password, self._passes, self._memory)
        return hashed

    async def verify(self, password: str, stored: str) -> bool:
        # Somebody without a password is refused like somebody with a wrong one, and no faster.
        stored = self._unmatchable if stored == NO_PASSWORD else stored
        matches: bool = await self._run(_verify, password, stored)
        return matches


def _hash(password: str, passes: int, memory_kib: int, *, give_way: bool) -> str:
    return _argon2id.hash(_encode(password), passes, memory_kib, give_way=give_way)


def _verify(password: str, stored: str, *, give_way: bool) -> bool:
    if not _OURS.match(stored):
        from doorward.crypto.passwords import foreign

        # It may take seconds. A thread of its own, as nobody may raise a priority again.
        with ThreadPoolExecutor(1, "foreign-hash", initializer=go_last) as thread:
            return thread.submit(foreign.verify, password, stored).result()
    return _argon2id.verify(_encode(password), stored, give_way=give_way)


def _encode(password: str) -> bytes:
    return normalise(password).encode()
