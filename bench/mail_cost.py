"""What queueing a mail adds to a request that causes one: `python -m bench.mail_cost [--rounds 12]`.

Asks for new passwords, for accounts and for codes, and carries the requests out as the jobs do, with the outbox and,
side by side in one run, without the row of the mail. Reports processor and elapsed time, medians of the rounds.
Passwords are not hashed: a hash costs a hundred times the database work.
"""

import argparse
import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.timing import Target, create_users, opened, settings_for
from doorward import preparation
from doorward.core.mail.mailbox import Mailbox
from doorward.crypto.passwords.hasher import HashSlot
from doorward.features.email_code.service import EmailCodes
from doorward.features.recovery.service import Recovery
from doorward.features.registration.service import Registration

_USERS: Final = 50
_REQUESTS: Final = 100
_MOST: Final = 1.3
_ADDRESS: Final = "192.0.2.1"


class Case(NamedTuple):
    send: Callable[[int], Awaitable[int]]
    carry_out: Callable[[], Awaitable[None]]


def _cases(target: Target) -> dict[str, Case]:
    names = itertools.count()

    def known(number: int) -> str:
        return f"known{number % _USERS:02}"

    def register(number: int) -> Awaitable[int]:
        name = f"new{next(names)}"
        fields = {"username": name, "email": f"{name}@example.com", "password": "a long enough password"}
        return target.post("/api/auth/register", _ADDRESS, **fields)

    def ask(path: str) -> Callable[[int], Awaitable[int]]:
        return lambda number: target.post(path, _ADDRESS, identifier=known(number))

    return {
        "forgot": Case(ask("/api/auth/password/forgot"), Recovery(target.core).carry_out_requests),
        "register": Case(register, Registration(target.core).mail_due),
        "e-mail code": Case(ask("/api/auth/email-code"), EmailCodes(target.core).carry_out_requests),
    }


async def _run(case: Case) -> tuple[float, float]:
    """Processor and elapsed time of some requests and of their jobs, in milliseconds for each request."""
    processor, elapsed = time.process_time(), time.perf_counter()
    for number in range(_REQUESTS):
        status = await case.send(number)
        if status != 200:
            raise SystemExit(f"expected 200, got {status}")
    await case.carry_out()
    return (
        (time.process_time() - processor) * 1000 / _REQUESTS,
        (time.perf_counter() - elapsed) * 1000 / _REQUESTS,
    )


async def _no_mail(self: Mailbox, *args: Any, **values: Any) -> int:
    return 0


async def _no_hash(self: HashSlot, password: str) -> str:
    return "!"


async def measure(folder: Path, rounds: int) -> dict[str, list[float]]:
    """By case: processor time with and without mail, elapsed time with and without, in milliseconds."""
    settings = settings_for(folder)
    await preparation.prepare_database(settings)
    results: dict[str, list[float]] = {}
    async with opened(settings) as target:
        await target.core.jobs.stop()  # They would carry out some of the requests, in their own time.
        await create_users(target, [(f"known{number:02}", 1) for number in range(_USERS)])
        queue, hashed = Mailbox.queue, HashSlot.hash
        HashSlot.hash = _no_hash  # type: ignore[method-assign]
        for name, case in _cases(target).items():
            await _run(case)  # Warm up.
            times: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
            for mailing in [True, False, False, True] * (rounds // 2):
                Mailbox.queue = queue if mailing else _no_mail  # type: ignore[method-assign]
                times[mailing].append(await _run(case))
            Mailbox.queue = queue  # type: ignore[method-assign]
            results[name] = [
                statistics.median(each[which] for each in times[mailing])
                for which in (0, 1)
                for mailing in (True, False)
            ]
        HashSlot.hash = hashed  # type: ignore[method-assign]
    return results


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=12)
    rounds = options.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(measure(Path(folder), rounds))
    print(
        f"{'ms for each request':20} {'processor':>10} {'without':>8} {'ratio':>6} {'elapsed':>8} {'without':>8} ratio"
    )
    within = True
    for name, (processor, bare, elapsed, bare_elapsed) in results.items():
        print(
            f"{name:20} {processor:>10.3f} {bare:>8.3f} {processor / bare:>6.2f}"
            f" {elapsed:>8.3f} {bare_elapsed:>8.3f} {elapsed / bare_elapsed:>5.2f}"
        )
        within = within and processor / bare <= _MOST
    sys.exit(0 if within else f"queueing a mail costs more than {_MOST} times the request without it")


if __name__ == "__main__":
    main()
