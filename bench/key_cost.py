"""What a request by an API key costs, against one by an access token: `python -m bench.key_cost [--rounds 20]`.

Reads the current user through ASGI in this process, by tokens and by keys of the same users, side by side in one run:
32 at once, which share lookups, and one at a time, where the hash of the key and its row weigh more. Reports processor
time, the median of the rounds; the target is for 32. A server adds its own time to both, so that its ratio is lower. On
SQLite, or on the database of `--database-url` (a new one).
"""

import argparse
import asyncio
import dataclasses
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.timing import create_users, opened, settings_for
from doorward import app, preparation
from doorward.domain.access import SYSTEM
from doorward.domain.api_keys import KeyDraft
from doorward.domain.sign_in.strength import Strength
from doorward.store import users

_USERS: Final = 100
_REQUESTS: Final = 3_200
AT_ONCE: Final = 32
_MOST: Final = 1.1
_TARGET: Final = f"{AT_ONCE} at once"


async def _get(application: Any, bearer: str) -> int:
    status = 0

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http", "method": "GET", "path": "/api/auth/user", "query_string": b"", "client": ("192.0.2.1", 1),
        "headers": [(b"authorization", f"Bearer {bearer}".encode())], "scheme": "http",
    }  # fmt: skip
    await application(scope, receive, send)
    return status


async def processor_time(application: Any, bearers: Sequence[str], at_once: int) -> float:
    """Processor time of a request, in microseconds."""
    started = time.process_time()
    for start in range(0, _REQUESTS, at_once):
        batch = [bearers[number % len(bearers)] for number in range(start, start + at_once)]
        if at_once == 1:
            statuses = [await _get(application, batch[0])]
        else:
            statuses = await asyncio.gather(*(_get(application, bearer) for bearer in batch))
        if set(statuses) != {200}:
            raise SystemExit(f"expected 200, got {statuses}")
    return (time.process_time() - started) * 1e6 / _REQUESTS


async def measure(folder: Path, database_url: str, rounds: int) -> dict[str, list[float]]:
    """By case: microseconds of a request by a token and by a key."""
    settings = settings_for(folder)
    if database_url:
        settings = dataclasses.replace(settings, database_url=database_url, secret="bench-only 5aRt0wq9LxYv2mJd8KcZ7n")
    settings = dataclasses.replace(settings, access_log=False)
    await preparation.prepare_database(settings)
    results: dict[str, list[float]] = {}
    async with opened(settings) as target:
        await target.core.jobs.stop()
        await create_users(target, [(f"known{number:03}", 1) for number in range(_USERS)])
        tokens, keys = [], []
        for user_id in range(2, _USERS + 2):
            tokens.append((await target.core.sign_in.mint(SYSTEM, user_id)).access)
            keys.append(await _new_key(target.core, user_id))
        application = app.application(target.core, settings)
        for name, at_once in ((_TARGET, AT_ONCE), ("one at a time", 1)):
            times: dict[int, list[float]] = {0: [], 1: []}
            for which in (0, 1):
                await processor_time(application, (tokens, keys)[which], at_once)  # Warm up.
            for which in [0, 1, 1, 0] * max(1, rounds // 2):
                times[which].append(await processor_time(application, (tokens, keys)[which], at_once))
            results[name] = [statistics.median(times[which]) for which in (0, 1)]
    return results


async def _new_key(core: Any, user_id: int) -> str:
    async def work(tx: Any) -> str:
        owner = await users.find(tx, user_id)
        draft = KeyDraft("bench", permissions=("orders:read",))
        created = await core.api_keys.create(tx, SYSTEM, owner, draft, Strength.PASSWORD, "en")
        return str(created.text)

    return str(await core.database.write(work))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--database-url", default="")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(measure(Path(folder), given.database_url, given.rounds))
    print(f"{'processor, µs a request':24} {'token':>8} {'key':>8} {'ratio':>6}")
    for name, (token, key) in results.items():
        print(f"{name:24} {token:>8.1f} {key:>8.1f} {key / token:>6.3f}")
    token, key = results[_TARGET]
    sys.exit(0 if key / token <= _MOST else f"a request by a key costs more than {_MOST} of one by a token")


if __name__ == "__main__":
    main()
