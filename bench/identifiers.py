"""Part of bench/timing.py: whether requests that name a username or an address reveal by their time, or by the time of
the requests after them, whether there is such a user."""

import asyncio
import itertools
import random
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from bench.timing import Comparison, Target, compare, create_users, interleave, opened, random_address, replace_hashes
from doorward.settings import Settings

_KNOWN: Final = 50
# Jobs run at least every half second.
_JOB_SECONDS: Final = 0.6
_PROBE_SECONDS: Final = 0.004

Send = Callable[[str], Awaitable[int]]


async def measure_identifiers(settings: Settings, pairs: int) -> dict[str, Comparison]:
    results: dict[str, Comparison] = {}
    async with opened(settings) as target:
        await create_users(target, [(f"known{number:02}", 1) for number in range(_KNOWN)])
        # One cost for all, see `timing.measure`.
        await replace_hashes(target, target.core.hasher.unmatchable)
        for name, (send, expected) in _requests(target).items():
            known, unknown = (_naming(send, kind) for kind in ("known", "other"))
            await interleave(known, unknown, min(20, pairs), expected)  # Warm up.
            results[f"{name}: unknown - known"] = await interleave(unknown, known, pairs, expected)
    return results


async def measure_following(settings: Settings, pairs: int) -> dict[str, Comparison]:
    """The same for the requests that follow one of these."""
    results: dict[str, Comparison] = {}
    async with opened(settings) as target:
        for name in ("forgot", "e-mail code"):
            compared = await _follow(target, _requests(target)[name][0], pairs)
            results |= {f"after {name}, {what}": found for what, found in compared.items()}
    return results


def _requests(target: Target) -> dict[str, tuple[Send, int]]:
    """The requests by name, each with its status. An address for each, so that none is limited."""
    chance, names = random.Random(), itertools.count()

    def post(path: str, **fields: str) -> Awaitable[int]:
        return target.post(path, random_address(chance), **fields)

    def register(email: str) -> Awaitable[int]:
        return post("/api/auth/register", username=f"new{next(names)}", email=email, password="a long enough password")

    return {
        "login by e-mail": (lambda name: target.login(name, random_address(chance)), 401),
        "forgot": (lambda name: post("/api/auth/password/forgot", identifier=name), 200),
        "register": (register, 200),
        "e-mail code": (lambda name: post("/api/auth/email-code", identifier=name), 200),
    }


def _naming(send: Send, kind: str) -> Callable[[], Awaitable[int]]:
    """Addresses of equal length, so that only the kind differs."""
    chance = random.Random()
    return lambda: send(f"{kind}{chance.randrange(_KNOWN):02}@example.com")


async def _follow(target: Target, send: Send, pairs: int) -> dict[str, Comparison]:
    """A client that sends another request again and again until the job has run, which writes more for a known user.

    Of each series it takes the slowest, and the sum: the job delays at least one, by little.
    """
    chance = random.Random()
    series: dict[str, list[list[float]]] = {"known": [], "other": []}
    for _ in range(pairs):
        for kind in chance.sample(("known", "other"), 2):
            await _naming(send, kind)()
            series[kind].append([took async for took in _probe(target, chance)])
    first, second = series["other"], series["known"]
    length = min(len(times) for times in itertools.chain(first, second))
    return {
        "slowest": compare([max(times) for times in first], [max(times) for times in second]),
        "mean": compare(
            [statistics.mean(times[:length]) for times in first], [statistics.mean(times[:length]) for times in second]
        ),
    }


async def _probe(target: Target, chance: random.Random) -> AsyncIterator[float]:
    """A code without its flow: a write that changes nothing, so it waits for the writes of the job."""
    ends = time.perf_counter() + _JOB_SECONDS
    while time.perf_counter() < ends:
        started = time.perf_counter()
        await target.post("/api/auth/email-code/verify", random_address(chance), flow="dwf_none", code="000000")
        yield time.perf_counter() - started
        await asyncio.sleep(_PROBE_SECONDS)
