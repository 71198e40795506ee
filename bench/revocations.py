"""How soon a service that verifies tokens offline refuses those of an ended session: `python -m bench.revocations`.

    python -m bench.revocations [--database SQLite] [--trials 200] [--verifiers 1000] [--seconds 20]

SQLite with one node, PostgreSQL with two: sessions end at the first, and the verifier follows the feed of the last.
Reports the time from the answer of the logout to the first refusal, for verifiers that wait for news (`wait`) and for
some that ask every second; the size of the document when 10,000 sessions end at once; and the processor time that
verifiers cost which ask every second.
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
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import httpx
from tests.support.databases import Databases, SQLiteDatabases, postgres_databases, settings_for
from tests.support.process import Node, serving_many

from bench.processes import cpu_seconds_of, process_tree
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


async def _poll(url: str, until: float, start: float, counts: list[int]) -> None:
    """Asks every second over one connection, as cheaply as Python can: the load shares the machine."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    await asyncio.sleep(start)
    tag, seq = b"", b"0"
    while time.perf_counter() < until:
        due = time.perf_counter() + 1
        writer.write(b"GET %s?since=%s HTTP/1.1\r\nHost: x\r\n%s\r\n" % (_PATH.encode(), seq, tag))
        head = await reader.readuntil(b"\r\n\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(b": ") for line in head.split(b"\r\n")[1:])}
        if b"content-length" in fields:
            await reader.readexactly(int(fields[b"content-length"]))
        tag = b"If-None-Match: %s\r\n" % fields.get(b"etag", b"")
        seq = fields.get(b"etag", b"").strip(b'"').partition(b".")[0]
        counts[int(head[9:12]) == 304] += 1
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    writer.close()


async def _cost_of_polling(node: Node, verifiers: int, seconds: float) -> bool:
    def used() -> float:
        return sum(cpu_seconds_of(pid) for pid in process_tree(node.pid))

    before, begun = used(), time.perf_counter()
    await asyncio.sleep(5)
    idle = (used() - before) / (time.perf_counter() - begun)
    counts, until = [0, 0], time.perf_counter() + seconds + 2
    polls = [asyncio.create_task(_poll(node.url, until, number / verifiers, counts)) for number in range(verifiers)]
    await asyncio.sleep(2)
    before, asked, begun = used(), sum(counts), time.perf_counter()
    await asyncio.sleep(seconds - 1)
    elapsed = time.perf_counter() - begun
    cores, rate = (used() - before) / elapsed, (sum(counts) - asked) / elapsed
    await asyncio.gather(*polls)
    print(
        f"  {verifiers} verifiers, {rate:.0f} requests a second, {100 * counts[1] / sum(counts):.0f} % unchanged: ",
        end="",
    )
    print(f"{cores:.3f} cores, {idle:.3f} of them without load")
    return cores - idle <= _CORES


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
            good &= await _cost_of_polling(running[-1], options.verifiers, options.seconds)
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
