"""Whether response times reveal which accounts exist: `python -m bench.timing [--pairs 2000]`.

Starts a service and sends requests about two kinds of accounts in pairs, in random order within each pair, so that
other load on the machine affects both: failed sign-ins, and requests for mails (bench/identifiers.py). Reports the
median difference with its 95 % confidence interval, and the AUC: at 0.5 the times reveal nothing, at 0 or 1 they tell
the two kinds apart.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from doorward import app, preparation
from doorward.crypto.passwords import argon2, foreign, hasher
from doorward.settings import Settings

WRONG = "not a password of any user"
_ADMIN = "correct horse battery staple"
_RESAMPLES = 1000
_LOCK_AT = 10
_POPULATION = 20
# How far an AUC may be from 0.5. Requests for mails write to the database, whose times vary more than those of a hash.
_SIGN_IN_MARGIN = 0.03
_MAIL_MARGIN = 0.05


class Comparison(NamedTuple):
    pairs: int
    median_ms: float
    low_ms: float
    high_ms: float
    auc: float


def compare(first: list[float], second: list[float]) -> Comparison:
    """Returns the median difference of the pairs, its bootstrap interval, and the AUC."""
    differences = [(a - b) * 1000 for a, b in zip(first, second, strict=True)]
    chance = random.Random(1)  # The same data gives the same interval.
    medians = sorted(statistics.median(chance.choices(differences, k=len(differences))) for _ in range(_RESAMPLES))
    low, high = medians[int(_RESAMPLES * 0.025)], medians[int(_RESAMPLES * 0.975)]
    return Comparison(len(differences), statistics.median(differences), low, high, auc(first, second))


def auc(first: list[float], second: list[float]) -> float:
    """The probability that a time of the first kind exceeds one of the second (Mann-Whitney)."""
    ordered = sorted([(took, 0) for took in first] + [(took, 1) for took in second])
    wins = 0.0
    faster = 0
    for _, group in ordered:
        if group == 1:
            faster += 1
        else:
            wins += faster
    return wins / (len(first) * len(second))


Attempt = Callable[[], Awaitable[int]]


async def interleave(first: Attempt, second: Attempt, pairs: int, expected: int) -> Comparison:
    chance = random.Random()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(pairs):
        for which in chance.sample((0, 1), 2):
            started = time.perf_counter()
            status = await (first, second)[which]()
            times[which].append(time.perf_counter() - started)
            if status != expected:
                raise SystemExit(f"expected {expected}, got {status}")
    return compare(*times)


class Target:
    """A service in this process, called through ASGI, so that no network adds noise."""

    def __init__(self, settings: Settings) -> None:
        # At the pool's low priority, other load on the machine would hide the difference.
        hasher._NICENESS = 0  # type: ignore[misc]
        self.core = app.build(settings)
        self._application = app.application(self.core, settings)

    async def login(self, username: str, address: str, password: str = WRONG) -> int:
        return await self.post("/api/auth/login", address, username=username, password=password)

    async def post(self, path: str, address: str, **fields: str) -> int:
        body = msgspec.json.encode(fields)
        status = 0

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: object) -> None:
            nonlocal status
            status = message.get("status", status)  # type: ignore[attr-defined]

        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": [],
                 "client": (address, 1), "scheme": "http"}  # fmt: skip
        await self._application(scope, receive, send)
        return status


async def measure_populations(settings: Settings, pairs: int) -> dict[str, Comparison]:
    """Unknown names against users whose hashes cost something else than the current setting asks for."""
    results = {}
    async with opened(dataclasses.replace(settings, password_memory=4 * settings.password_memory)) as target:
        names = [f"user{number}" for number in range(100, 100 + _POPULATION)]
        await create_users(target, [(name, 1) for name in names])
        for kind, stored in _hashes(settings.password_memory).items():
            await replace_hashes(target, stored)
            existing = _from_random_addresses(target, *names)
            unknown = _from_random_addresses(target, *(name.replace("user", "none") for name in names))
            await interleave(existing, unknown, min(10, pairs), 401)  # Warm up.
            results[f"unknown - {kind}"] = await interleave(unknown, existing, pairs, 401)
    return results


def _hashes(memory_kib: int) -> dict[str, str]:
    import bcrypt

    return {
        "a quarter of the memory": argon2.encode(bytes(16), bytes(32), 2, memory_kib),
        "imported bcrypt": bcrypt.hashpw(b"a password of no user", bcrypt.gensalt(8)).decode(),
        "imported pbkdf2": foreign.pbkdf2_text("sha256", 30_000, bytes(16), bytes(32)),
    }


async def replace_hashes(target: Target, stored: str) -> None:
    database = target.core.database
    await database.write(lambda tx: tx.execute("UPDATE users SET password_hash = $1", stored))
    await target.core.sign_in.stand_ins.load()


async def measure(settings: Settings, pairs: int) -> dict[str, Comparison]:
    async with opened(settings) as target:
        await create_users(target, [("ann", 1), ("bob", 1), ("off", 0)])
        # One cost for all: a single name may have the cost of any user (see `measure_populations`).
        await replace_hashes(target, target.core.hasher.unmatchable)
        # Names of equal length, so that only the kind of account differs.
        wrong, unknown, disabled = (_from_random_addresses(target, name) for name in ("ann", "zoe", "off"))
        await interleave(wrong, unknown, min(20, pairs), 401)  # Warm up.
        results = {
            "unknown - wrong": await interleave(unknown, wrong, pairs, 401),
            "disabled - wrong": await interleave(disabled, wrong, pairs, 401),
        }
    async with opened(dataclasses.replace(settings, login_account_failures=_LOCK_AT)) as target:
        for name in ("bob", "yan"):
            for _ in range(_LOCK_AT):
                await target.login(name, "203.0.113.1")
        known, unknown = (_from_one_address(target, name) for name in ("bob", "yan"))
        results["throttled: unknown - known"] = await interleave(unknown, known, pairs, 429)
    return results


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Target]:
    target = Target(settings)
    await target.core.open()
    try:
        yield target
    finally:
        await target.core.close()


def _from_random_addresses(target: Target, *usernames: str) -> Attempt:
    """Each attempt comes from another address, so that none is throttled."""
    chance = random.Random()

    return lambda: target.login(chance.choice(usernames), random_address(chance))


def random_address(chance: random.Random) -> str:
    return f"10.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)}"


def _from_one_address(target: Target, username: str) -> Attempt:
    return lambda: target.login(username, "203.0.113.1")


async def create_users(target: Target, users: list[tuple[str, int]]) -> None:
    """Users with a status, each with an address."""
    from doorward.domain.access import SYSTEM
    from doorward.domain.users import Profile

    for username, status in users:
        profile = Profile.parse(
            username=username, password="a long enough password", status=status, email=f"{username}@example.com"
        )
        await target.core.users.create(SYSTEM, profile)


def settings_for(folder: Path) -> Settings:
    environ = {"DOORWARD_DATA_DIR": str(folder), "DOORWARD_ADMIN_PASSWORD": _ADMIN}
    # Throttling is off, because it would affect the measurement.
    return preparation.prepare_files(
        app.load_settings(
            environ=environ,
            email_code=True,
            registration="open",
            mail_address_limit=0,
            mail_network_limit=0,
            login_failures=0,
            login_account_failures=0,
            login_network_failures=0,
            login_rate=0,
            access_log=False,
        )
    )


def main() -> None:
    from bench.identifiers import measure_following, measure_identifiers

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pairs", type=int, default=2000)
    pairs = options.parse_args().pairs
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder))
        asyncio.run(preparation.prepare_database(settings))
        sign_ins = asyncio.run(measure(settings, pairs)) | asyncio.run(measure_populations(settings, pairs))
        mails = asyncio.run(measure_identifiers(settings, pairs))
        # Each pair takes more than a second.
        mails |= asyncio.run(measure_following(settings, pairs // 10))
    within = True
    print(f"{'comparison':34} {'pairs':>6} {'median ms':>10} {'95 % interval':>18} {'AUC':>6}")
    for name, found in (sign_ins | mails).items():
        margin = _SIGN_IN_MARGIN if name in sign_ins else _MAIL_MARGIN
        interval = f"{found.low_ms:.3f} … {found.high_ms:.3f}"
        print(f"{name:34} {found.pairs:>6} {found.median_ms:>10.3f} {interval:>18} {found.auc:>6.3f}")
        within = within and abs(found.median_ms) <= 1 and abs(found.auc - 0.5) <= margin
    limits = f"0.5 ± {_SIGN_IN_MARGIN} for sign-ins and 0.5 ± {_MAIL_MARGIN} for mails"
    sys.exit(0 if within else f"a median difference above 1 ms, or an AUC outside {limits}")


if __name__ == "__main__":
    main()
