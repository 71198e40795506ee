"""Cost of the audit trail: operations with it, without it, and with one chain for all writers instead of lanes.

    python -m bench.audit [--rounds 5] [--count 150] [--writers 16]

One process calls the core of the service directly, so that no HTTP client hides the difference. The three variants
alternate within each round on the same durable database; the table shows medians over the rounds.
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

from bench.ours.prehashed import Prehashed
from doorward import app, preparation
from doorward.core import Core
from doorward.core.audit.trail import AuditTrail
from doorward.core.sign_in.tokens import Tokens, issue
from doorward.database.protocol import Transaction
from doorward.domain.access import NO_ORIGIN, trusted
from doorward.domain.audit import LaneHead
from doorward.domain.sign_in.auth_context import BY_PASSWORD, AuthContext
from doorward.domain.users import Profile
from doorward.settings import load
from doorward.store import audit
from doorward.store.sign_in import sessions

PASSWORD = "a password for the bench"
ACTOR = trusted("cli:bench")
SECRET = "a secret for the bench only 0123456789abcdef"
Operation = Callable[[Core], Awaitable[Any]]


class NoTrail(AuditTrail, frozen=True):
    """Records nothing."""

    async def record(self, tx: Transaction, /, *args: Any, **details: Any) -> None:
        return None


def with_trail(core: Core, trail: AuditTrail) -> Core:
    return replace(
        core,
        refresh=replace(core.refresh, trail=trail),
        authentication=replace(core.authentication, trail=trail),
        users=replace(core.users, trail=trail),
    )


async def claim_single_lane(tx: Transaction, hint: int) -> LaneHead:
    return await audit.lock_lane(tx, 0)


async def rate(core: Core, operations: list[Operation], writers: int) -> float:
    """Operations per second, with that many concurrent writers."""
    pending = iter(operations)

    async def writer() -> None:
        for operation in pending:
            await operation(core)

    started = time.perf_counter()
    await asyncio.gather(*(writer() for _ in range(writers)))
    return len(operations) / (time.perf_counter() - started)


class Cases:
    def __init__(self, core: Core, settings: Any, count: int) -> None:
        self._core, self._count = core, count
        self._names = (f"bench{number}" for number in itertools.count())
        self._prehashed = Prehashed(settings.password_memory, settings.password_time, 512, core.entropy)

    async def sessions(self) -> list[Tokens]:
        """Opens sessions of one user directly, without hashing for each of them."""
        opener, now = self._core.sign_in.flow.opener, self._core.clock()
        context = AuthContext(BY_PASSWORD, now)
        ids = [opener.new_session_id() for _ in range(self._count)]

        async def open_all(tx: Transaction) -> None:
            for session_id in ids:
                await sessions.open_session(tx, session_id, 1, NO_ORIGIN, context, now + 10**9)

        await self._core.database.write(open_all)
        user = await self._core.users.read(ACTOR, 1)
        return [issue(opener.keys, user, session_id, 1, context, now) for session_id in ids]

    async def refresh(self) -> list[Operation]:
        def run(core: Core, tokens: Tokens) -> Awaitable[Any]:
            return core.refresh.refresh(tokens.refresh, NO_ORIGIN)

        return [partial(run, tokens=tokens) for tokens in await self.sessions()]

    async def logout(self) -> list[Operation]:
        def run(core: Core, tokens: Tokens) -> Awaitable[Any]:
            return core.authentication.logout(tokens.access, NO_ORIGIN)

        return [partial(run, tokens=tokens) for tokens in await self.sessions()]

    async def create(self) -> list[Operation]:
        def run(core: Core, profile: Profile) -> Awaitable[Any]:
            return core.users.create(ACTOR, profile)

        return [partial(run, profile=self._profile()) for _ in range(max(4, self._count // 10))]

    async def create_without_hashing(self) -> list[Operation]:
        def run(core: Core, profile: Profile) -> Awaitable[Any]:
            return replace(core.users, hasher=self._prehashed).create(ACTOR, profile)

        return [partial(run, profile=self._profile()) for _ in range(self._count)]

    def _profile(self) -> Profile:
        return Profile.parse(username=next(self._names), password=PASSWORD)

    def __iter__(self) -> Iterator[tuple[str, Callable[[], Awaitable[list[Operation]]]]]:
        yield "refresh", self.refresh
        yield "create", self.create
        yield "create without hashing", self.create_without_hashing
        yield "logout", self.logout


async def compare(core: Core, make: Callable[[], Awaitable[list[Operation]]], rounds: int, writers: int) -> list[float]:
    """Returns the rates without the trail and with it, its cost in percent, and the cost with one chain."""
    untracked = with_trail(core, NoTrail(core.trail.chain, core.trail.clock, core.trail.actions))
    lanes = audit.claim_lane
    rates: list[tuple[float, float, float]] = []
    for _ in range(rounds + 1):
        without, with_lanes = await rate(untracked, await make(), writers), await rate(core, await make(), writers)
        audit.claim_lane = claim_single_lane
        rates.append((without, with_lanes, await rate(core, await make(), writers)))
        audit.claim_lane = lanes
    # The first round warms up. Costs are computed within each round, because the machine's speed drifts between rounds.
    columns = list(zip(*rates[1:], strict=True))
    costs = [[(row[0] / row[variant] - 1) * 100 for row in rates[1:]] for variant in (1, 2)]
    return [statistics.median(values) for values in (columns[0], columns[1], *costs)]


async def measure(name: str, environ: dict[str, str], options: argparse.Namespace) -> None:
    settings = preparation.prepare_files(load(environ | {"DOORWARD_ADMIN_PASSWORD": PASSWORD}))
    await preparation.prepare_database(settings)
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
    print(f"{'':<11}{'operations per second':<26}{'without':>9}{'with':>9}{'cost':>11}{'one chain':>15}")
    with tempfile.TemporaryDirectory() as folder:
        common = {"DOORWARD_SECRET": SECRET, "DOORWARD_DATA_DIR": str(Path(folder) / "data")}
        asyncio.run(measure("SQLite", common, options))
        with postgres_server(durable=True) as server:
            asyncio.run(measure("PostgreSQL", common | {"DOORWARD_DATABASE_URL": server.url("postgres")}, options))


if __name__ == "__main__":
    main()
