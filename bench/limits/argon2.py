"""The machine's Argon2id rate: `python -m bench.limits.argon2 SECONDS`, as many threads as cores it may use.

The parameters are ours (19 MiB, t=2, p=1), and so is the library (libsodium).
"""

import os
import sys
import threading
import time

import nacl.pwhash.argon2id

_MEMORY = 19_456 * 1024
_PASSES = 2


def _hash_until(deadline: float, counts: list[int]) -> None:
    count = 0
    while time.perf_counter() < deadline:
        nacl.pwhash.argon2id.str(b"a long enough password", _PASSES, _MEMORY)
        count += 1
    counts.append(count)


def rate(seconds: float) -> float:
    counts: list[int] = []
    started = time.perf_counter()
    threads = [threading.Thread(target=_hash_until, args=(started + seconds, counts)) for _ in os.sched_getaffinity(0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)


if __name__ == "__main__":
    print(rate(float(sys.argv[1])))
