"""What keeping lists and search right costs those who write: create, rename and delete with the indexes and without.

    python -m bench.list_writes

As the service does it, with its checks and its audit trail, but without the hashing of passwords, beside which nothing
else would be seen; with `--bare` the rows alone. With the commits that production has. By one client after the other,
and by 32 at once, who would queue for a shared counter.
On SQLite those who changed are taken into the indexes later, together, by a job beside the requests: "later" is what
that costs for each change, and "of all" counts it in, as if it were part of the write.
"""

import argparse
import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg
from tests.support.databases import SECRET
from tests.support.postgres import postgres_server

from bench.ours.prehashed import Prehashed
from bench.seeding import fill
from doorward import app
from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.users import Profile
from doorward.store import users

_USERS: Final = 10_000
_COUNT: Final = 192
_ROUNDS: Final = 3
_MOST: Final = 1.5
_PASSWORD: Final = "a password that nobody hashes"
_HASH: Final = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43


class Writes:
    """What the service does."""

    def __init__(self, core: Core) -> None:
        self._users = core.users

    async def create(self, name: str) -> int:
        profile = Profile.parse(
            str,
            username=name,
            name=f"Anna {name} 王小明",
            email=f"{name}@example.com",
            password=_PASSWORD,
            roles=("user",),
        )
        return (await self._users.create(SYSTEM, profile)).id

    async def rename(self, user_id: int) -> None:
        await self._users.update(SYSTEM, user_id, Profile.parse(name=f"Bertha {user_id} 李"))

    async def delete(self, user_id: int) -> None:
        await self._users.delete(SYSTEM, user_id)


class Rows(Writes):
    """The rows alone."""

    async def create(self, name: str) -> int:
        return await self._users.database.write(partial(insert_row, name=name))

    async def rename(self, user_id: int) -> None:
        await self._users.database.write(partial(rename_row, user_id=user_id))

    async def delete(self, user_id: int) -> None:
        await self._users.database.write(partial(users.delete, user_id=user_id))


async def insert_row(tx: Transaction, *, name: str) -> int:
    profile = Profile.parse(username=name, name=f"Anna {name} 王小明", email=f"{name}@example.com")
    user_id = await users.insert(tx, profile, _HASH, 1)
    assert user_id is not None
    await users.set_roles(tx, user_id, [2])
    return user_id


async def rename_row(tx: Transaction, *, user_id: int) -> None:
    user = await users.find(tx, user_id)
    assert user is not None
    await users.update(tx, user, Profile.parse(name=f"Bertha {user_id} 李"), None, 2)


async def _reach(tx: Transaction, *, upto: int) -> None:
    await tx.execute("UPDATE list_index SET upto = $1", upto)


async def _each(works: list[Callable[[], Awaitable[Any]]], clients: int) -> tuple[Any, float]:
    """Runs all the work by so many clients; returns what came of it, and the milliseconds that one took."""
    gate = asyncio.Semaphore(clients)

    async def one(work: Callable[[], Awaitable[Any]]) -> Any:
        async with gate:
            return await work()

    start = time.perf_counter()
    outcomes = await asyncio.gather(*map(one, works))
    return outcomes, (time.perf_counter() - start) * 1000 / len(works)


class Cost(NamedTuple):
    """Milliseconds a write."""

    at_once: float
    later: float


class Round:
    def __init__(self, core: Core, writes: Writes, clients: int) -> None:
        self._core, self._writes, self._clients = core, writes, clients

    async def run(self, names: "itertools.count[int]") -> list[Cost]:
        writes = self._writes
        ids, created = await self._cost([partial(writes.create, f"writer{next(names)}") for _ in range(_COUNT)])
        _, renamed = await self._cost([partial(writes.rename, user_id) for user_id in ids])
        _, deleted = await self._cost([partial(writes.delete, user_id) for user_id in ids])
        return [created, renamed, deleted]

    async def _cost(self, works: list[Callable[[], Awaitable[Any]]]) -> tuple[Any, Cost]:
        outcomes, at_once = await _each(works, self._clients)
        start = time.perf_counter()
        while await self._core.users.directory.backend.catch_up(self._core.database):
            pass
        return outcomes, Cost(at_once, (time.perf_counter() - start) * 1000 / len(works))


async def measure(title: str, environ: dict[str, str], kind_of_writes: type[Writes]) -> None:
    settings = await fill(environ, _USERS, title)
    core = app.build(settings)
    database = core.database
    await database.open()
    await core.keys.ensure()
    names = itertools.count(1)
    for clients in (1, 32):
        costs: dict[str, list[list[Cost]]] = {"with": [], "without": []}
        work = Round(core, kind_of_writes(core), clients)
        for _ in range(_ROUNDS):
            # Turn by turn, so that whatever else the machine does falls on both.
            for kind, upto in (("with", 2**62), ("without", _USERS)):
                await database.write(partial(_reach, upto=upto))
                costs[kind].append(await work.run(names))
        for place, what in enumerate(("create", "rename", "delete")):
            kept, plain = (statistics.median(turn[place].at_once for turn in costs[kind]) for kind in costs)
            later = statistics.median(turn[place].later for turn in costs["with"])
            verdict = "met" if kept / plain <= _MOST else "NOT MET"
            figures = (f"{value:.2f}" for value in (plain, kept, kept / plain, later, (kept + later) / plain))
            print(title, clients, what, *figures, verdict, sep="\t")
    await core.close()


async def _measure_postgres(environ: dict[str, str], kind_of_writes: type[Writes]) -> None:
    with postgres_server(durable=True) as server:
        connection: Any = await asyncpg.connect(server.url())
        await connection.execute("CREATE DATABASE writes")
        await connection.close()
        await measure("PostgreSQL", environ | {"DOORWARD_DATABASE_URL": server.url("writes")}, kind_of_writes)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), help="only this one")
    parser.add_argument("--bare", action="store_true", help="rows alone, without checks and audit trail")
    options = parser.parse_args()
    only, kind_of_writes = options.database, Rows if options.bare else Writes
    setattr(app, "Hasher", Prehashed)  # noqa: B010  (in the composition root, where everybody gets theirs)
    print("database\tclients\twrite\tms without\tms with\tratio\tms later\tof all\ttarget")
    with tempfile.TemporaryDirectory() as folder:
        environ = {"DOORWARD_DATA_DIR": folder, "DOORWARD_SECRET": SECRET}
        if only != "PostgreSQL":
            url = f"sqlite:///{Path(folder, 'doorward.db')}"
            await measure("SQLite", environ | {"DOORWARD_DATABASE_URL": url}, kind_of_writes)
        if only != "SQLite":
            await _measure_postgres(environ, kind_of_writes)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
