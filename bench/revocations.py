"""How soon a service that verifies tokens offline refuses those of an ended session: `python -m bench.revocations`.

    python -m bench.revocations [--database SQLite] [--trials 200] [--verifiers 1000] [--seconds 20]

SQLite with one node, PostgreSQL with two: sessions end at the first, and the verifier follows the feed of the last.
Reports the time from the answer of the logout to the first refusal, for verifiers that wait for news (`wait`) and for
some that ask every second; the size of the document when 10,000 sessions end at once; and the processor time that many
verifiers cost.
"""

import argparse
import asyncio
import base64
import contextlib
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import httpx
from tests.support.databases import Databases, SQLiteDatabases, postgres_databases, settings_for
from tests.support.process import Node, serving_many

from bench import polling
from doorward import app
from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN, SYSTEM
from doorward.domain.sign_in.auth_context import AuthContext
from doorward.domain.users import Profile
from doorward.store.sign_in import sessions

_PATH: Final = "/.well-known/revocations"
_LOOK_SECONDS: Final = 0.005
_MEDIAN, _P99, _BYTES, _CORES = 1.0, 2.5, 200_000, 0.1
_ENDED: Final = 10_000
_OWNERS: Final = 100
_AT_ONCE: Final = 4  # Transactions.
_LIBRARY_WAIT: Final = 10


class Verifier(Protocol):
    """What verifies tokens offline. Another one can take the place of `FeedReader`."""

    async def follow(self) -> None: ...

    def accepts(self, claims: dict[str, Any]) -> bool: ...


class FeedReader:
    """Follows the feed, and leaves out what every verifier does for a token besides: its signature and expiry."""

    def __init__(self, url: str, *, wait: int) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=40, trust_env=False)
        self._wait, self._seq = wait, 0
        self.ended: set[str] = set()

    async def follow(self) -> None:
        while True:
            params = {"since": self._seq, "wait": self._wait}
            document = _claims((await self._http.get(_PATH, params=params)).text)
            self.ended.update(document["sessions"])
            self._seq = document["seq"]
            if not self._wait:
                await asyncio.sleep(1)

    def accepts(self, claims: dict[str, Any]) -> bool:
        return claims["sid"] not in self.ended


def _claims(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims


async def _latencies(node: Node, verifier: Verifier, trials: int) -> list[float]:
    """Seconds from the answer of a logout to the first refusal."""
    tokens = [(await node.tokens())["token"] for _ in range(trials)]
    chance = random.Random(1)
    spread = trials / 10

    async def trial(token: str) -> float:
        await asyncio.sleep(chance.random() * spread)
        claims = _claims(token)
        assert verifier.accepts(claims)
        answer = await node.http.post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        answered = time.perf_counter()
        while verifier.accepts(claims):
            await asyncio.sleep(_LOOK_SECONDS)
        return time.perf_counter() - answered

    return sorted(await asyncio.gather(*map(trial, tokens)))


@contextlib.asynccontextmanager
async def _following(verifier: Verifier) -> AsyncIterator[None]:
    task = asyncio.create_task(verifier.follow())
    await asyncio.sleep(1.5)
    try:
        yield
    finally:
        task.cancel()


@contextlib.asynccontextmanager
async def _core(environ: dict[str, str]) -> AsyncIterator[Core]:
    core = app.build(settings_for(environ, sessions_per_user=1000))
    await core.open()
    try:
        yield core
    finally:
        await core.close()


async def _end_many(environ: dict[str, str]) -> float:
    """Opens 10,000 sessions and ends them, as another node would; returns how long the end of all took."""
    async with _core(environ) as core:
        owners = [
            (await core.users.create(SYSTEM, Profile(username=f"owner{number}", password="a long enough one"))).id
            for number in range(_OWNERS)
        ]
        chance = random.Random(2)

        async def open_all(tx: Transaction) -> None:
            now = core.clock()
            for owner in itertools.islice(itertools.cycle(owners), _ENDED):
                context = AuthContext("pwd", now)
                await sessions.open_session(tx, chance.getrandbits(53), owner, NO_ORIGIN, context, now + 10**9)

        await core.database.write(open_all)
        begun = time.perf_counter()
        for few in range(0, _OWNERS, _AT_ONCE):
            await asyncio.gather(*(core.sessions.end_of_user(SYSTEM, owner) for owner in owners[few : few + _AT_ONCE]))
        return time.perf_counter() - begun


async def _ended_at_once(environ: dict[str, str], node: Node, reader: FeedReader) -> bool:
    before = len(reader.ended)
    took = await _end_many(environ)
    begun = time.perf_counter()
    while len(reader.ended) < before + _ENDED:
        await asyncio.sleep(_LOOK_SECONDS)
    known = time.perf_counter() - begun
    answer = await node.http.get(_PATH, headers={"Accept-Encoding": "gzip"})
    plain, sent = len(answer.content), answer.num_bytes_downloaded
    print(f"  {_ENDED} sessions ended within {took:.2f} s, known {known:.2f} s after the last: ", end="")
    print(f"{sent / 1000:.0f} KB sent, {plain / 1000:.0f} KB unpacked")
    return sent < _BYTES


async def _cost(running: Sequence[Node], options: argparse.Namespace) -> bool:
    """Of verifiers that ask every second, beside an empty application; and of some that wait for news as the libraries
    do, while a session ends every second."""
    node, count, seconds = running[-1], options.verifiers, options.seconds
    with polling.empty_application() as (url, pid):
        alone = await polling.cost(url, pid, "", count, seconds)
    asking = [
        await polling.cost(node.url, node.pid, _PATH, count, seconds, on_time=on_time) for on_time in (False, True)
    ]
    print(
        f"  {count} verifiers that ask a second after each answer, {100 * asking[0].unchanged:.0f} % unchanged: ",
        end="",
    )
    print(f"{asking[0].cores:.3f} cores; an empty application takes {alone.cores:.3f}")
    print(f"  {count} verifiers that ask every second, each at a moment of its own: {asking[1].cores:.3f} cores")
    for ending, name in ((False, "without news"), (True, "with a session that ends every second")):
        ends = asyncio.create_task(_end_every_second(running[0])) if ending else None
        waiting = await polling.cost(node.url, node.pid, _PATH, count, seconds, wait=_LIBRARY_WAIT)
        if ends is not None:
            ends.cancel()
        print(f"  {count} verifiers that wait, {name}: {waiting.rate:.0f} answers a second, {waiting.cores:.3f} cores")
    return max(each.cores for each in asking) <= _CORES


async def _end_every_second(node: Node) -> None:
    while True:
        token = (await node.tokens())["token"]
        await node.http.post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
        await asyncio.sleep(1)


async def _run(databases: Databases, folder: Path, nodes: int, options: argparse.Namespace) -> bool:
    good = True
    async with databases.new(folder) as environ:
        # Signing in is not what is measured: the cheapest hash that the settings accept, and no limits.
        more = {"DOORWARD_SESSIONS_PER_USER": "10000", "DOORWARD_ACCESS_LOG": "false", "DOORWARD_RATE_LIMIT": "0"}
        async with serving_many(nodes, environ | more) as running:
            for wait, name in ((20, "waits for news"), (0, "asks every second")):
                reader = FeedReader(running[-1].url, wait=wait)
                async with _following(reader):
                    found = await _latencies(running[0], reader, options.trials)
                    median, p99 = statistics.median(found), found[int(0.99 * len(found))]
                    print(f"  a verifier that {name}: median {median:.2f} s, p99 {p99:.2f} s, {len(found)} sessions")
                    good &= median <= _MEDIAN and p99 <= _P99
                    if wait:
                        good &= await _ended_at_once(environ, running[-1], reader)
            good &= await _cost(running, options)
    return good


def _databases(wanted: str) -> Iterator[tuple[str, int, contextlib.AbstractContextManager[Databases]]]:
    if wanted in ("", "SQLite"):
        folder = tempfile.mkdtemp(prefix="revocations-")
        yield "SQLite", 1, contextlib.nullcontext(SQLiteDatabases(Path(folder)))
    if wanted in ("", "PostgreSQL"):
        yield "PostgreSQL, two nodes", 2, postgres_databases()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), default="")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--verifiers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    good = True
    for name, nodes, opened in _databases(options.database):
        print(name)
        with opened as databases, tempfile.TemporaryDirectory() as folder:
            good &= asyncio.run(_run(databases, Path(folder), nodes, options))
    print("within the targets" if good else "beyond the targets")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
