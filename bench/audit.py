"""What the audit trail costs: the same work with it, without it, and with one chain for all writers instead of lanes.

    python -m bench.audit [--rounds 5] [--count 150] [--writers 16]

One process calls the core of the service, so that no HTTP client hides the difference. The three ways take turns within
each round on the same database, which is durable; figures are medians over the rounds.
"""

import argparse
import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tests.support.postgres import postgres_server

from doorward import app
from doorward.core import Core
from doorward.core.audit.trail import AuditTrail
from doorward.core.sign_in.service import Tokens
from doorward.crypto.passwords.hasher import Hasher
from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN, trusted
from doorward.domain.audit import LaneHead
from doorward.domain.users import Profile
from doorward.settings import load
from doorward.store import audit, sessions

PASSWORD = "a password for the bench"
ACTOR = trusted("cli:bench")
SECRET = "a secret that only this bench knows 0123456789"
Work = Callable[[Core], Awaitable[Any]]


class Silent(AuditTrail, frozen=True):
    """Records nothing."""

    async def record(self, tx: Transaction, *args: Any, **details: Any) -> None:
        return None


class Unhashed(Hasher):
    """Takes the time of hashing, which would hide everything else, out of the measurement."""

    async def hash(self, password: str) -> str:
        return self.unmatchable


def with_trail(core: Core, trail: AuditTrail) -> Core:
    return replace(core, auth=replace(core.auth, trail=trail), users=replace(core.users, trail=trail))


async def one_chain(tx: Transaction, hint: int) -> LaneHead:
    return await audit.lock_lane(tx, 0)


async def timed(core: Core, works: list[Work], writers: int) -> float:
    """Works a second, by so many writers at once."""
    pending = iter(works)

    async def writer() -> None:
        for work in pending:
            await work(core)

    started = time.perf_counter()
    await asyncio.gather(*(writer() for _ in range(writers)))
    return len(works) / (time.perf_counter() - started)


class Cases:
    def __init__(self, core: Core, settings: Any, count: int) -> None:
        self._core, self._count = core, count
        self._names = (f"bench{number}" for number in itertools.count())
        self._unhashed = Unhashed(settings.password_memory, settings.password_time, 512, core.auth.entropy)

    async def sessions(self) -> list[Tokens]:
        """Sessions of one user, opened without hashing for each of them."""
        auth, now = self._core.auth, self._core.auth.clock()
        ids = [auth._new_session_id() for _ in range(self._count)]

        async def open_all(tx: Transaction) -> None:
            for session_id in ids:
                await sessions.open_session(tx, session_id, 1, NO_ORIGIN, now, now + 10**9)

        await self._core.database.write(open_all)
        user = await self._core.users.read(ACTOR, 1)
        return [auth._tokens(user, session_id, 1, now) for session_id in ids]

    async def refresh(self) -> list[Work]:
        def work(core: Core, tokens: Tokens) -> Awaitable[Any]:
            return core.auth.refresh(tokens.refresh, NO_ORIGIN)

        return [partial(work, tokens=tokens) for tokens in await self.sessions()]

    async def logout(self) -> list[Work]:
        def work(core: Core, tokens: Tokens) -> Awaitable[Any]:
            return core.auth.logout(tokens.access, NO_ORIGIN)

        return [partial(work, tokens=tokens) for tokens in await self.sessions()]

    async def create(self) -> list[Work]:
        def work(core: Core, profile: Profile) -> Awaitable[Any]:
            return core.users.create(ACTOR, profile)

        return [partial(work, profile=self._profile()) for _ in range(max(4, self._count // 10))]

    async def create_unhashed(self) -> list[Work]:
        def work(core: Core, profile: Profile) -> Awaitable[Any]:
            return replace(core.users, hasher=self._unhashed).create(ACTOR, profile)

        return [partial(work, profile=self._profile()) for _ in range(self._count)]

    def _profile(self) -> Profile:
        return Profile.parse(username=next(self._names), password=PASSWORD)

    def __iter__(self) -> Iterator[tuple[str, Callable[[], Awaitable[list[Work]]]]]:
        yield "refresh", self.refresh
        yield "create", self.create
        yield "create, hashing left out", self.create_unhashed
        yield "logout", self.logout


async def compare(core: Core, make: Callable[[], Awaitable[list[Work]]], rounds: int, writers: int) -> list[float]:
    """Rates without the trail and with it, its cost, and the cost with one chain."""
    silent = with_trail(core, Silent(core.users.trail.chain, core.users.trail.clock))
    lanes = audit.claim_lane
    rates: list[tuple[float, float, float]] = []
    for _ in range(rounds + 1):
        without, with_lanes = await timed(silent, await make(), writers), await timed(core, await make(), writers)
        audit.claim_lane = one_chain
        rates.append((without, with_lanes, await timed(core, await make(), writers)))
        audit.claim_lane = lanes
    # The first round warms up. Costs are taken within each round: what else the machine does drifts between them.
    columns = list(zip(*rates[1:], strict=True))
    costs = [[(row[0] / row[way] - 1) * 100 for row in rates[1:]] for way in (1, 2)]
    return [statistics.median(each) for each in (columns[0], columns[1], *costs)]


async def measure(name: str, environ: dict[str, str], options: argparse.Namespace) -> None:
    settings = app.prepare_files(load(environ | {"DOORWARD_ADMIN_PASSWORD": PASSWORD}))
    await app.prepare_database(settings)
    core = app.build(settings)
    await core.open()
    try:
        for case, make in Cases(core, settings, options.count):
            without, lanes, cost, chained = await compare(core, make, options.rounds, options.writers)
            print(f"{name:<11}{case:<26}{without:>9.0f}{lanes:>9.0f}{cost:>+9.1f} %{chained:>+13.1f} %", flush=True)
    finally:
        await core.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--writers", type=int, default=16)
    options = parser.parse_args()
    print(f"{'':<11}{'a second':<26}{'without':>9}{'with':>9}{'cost':>11}{'one chain':>15}")
    with tempfile.TemporaryDirectory() as folder:
        common = {"DOORWARD_SECRET": SECRET, "DOORWARD_DATA_DIR": str(Path(folder) / "data")}
        asyncio.run(measure("SQLite", common, options))
        with postgres_server(durable=True) as server:
            asyncio.run(measure("PostgreSQL", common | {"DOORWARD_DATABASE_URL": server.url("postgres")}, options))


if __name__ == "__main__":
    main()
