"""The machine's Argon2id rate: `python -m bench.limits.argon2 SECONDS`, with one thread per available core.

Doorward's parameters (19 MiB, t=2, p=1), with both libraries; the faster one counts, even if Doorward uses the other.
"""

import os
import sys
import threading
import time
from collections.abc import Callable

import nacl.pwhash.argon2id
from argon2.low_level import Type, hash_secret

_PASSWORD = b"a long enough password"
_MEMORY_KIB = 19_456
_PASSES = 2
_LIBRARIES: list[Callable[[], object]] = [
    lambda: nacl.pwhash.argon2id.str(_PASSWORD, _PASSES, _MEMORY_KIB * 1024),
    lambda: hash_secret(_PASSWORD, bytes(16), _PASSES, _MEMORY_KIB, 1, 32, Type.ID),
]


def _hash_until(deadline: float, hash_once: Callable[[], object], counts: list[int]) -> None:
    count = 0
    while time.perf_counter() < deadline:
        hash_once()
        count += 1
    counts.append(count)


def rate(seconds: float, hash_once: Callable[[], object]) -> float:
    counts: list[int] = []
    started = time.perf_counter()
    work = (started + seconds, hash_once, counts)
    threads = [threading.Thread(target=_hash_until, args=work) for _ in os.sched_getaffinity(0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)


if __name__ == "__main__":
    print(max(rate(float(sys.argv[1]), library) for library in _LIBRARIES))
