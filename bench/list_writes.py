"""What keeping lists and search right costs those who write: create, rename and delete with the indexes and without.

    python -m bench.list_writes

In the store alone, where nothing hides it (over HTTP a create is mostly the hashing of its password), and with the
commits that production has. By one client after the other, and by 32 at once, who would queue for a shared counter.
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
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg
from tests.support.databases import SECRET
from tests.support.postgres import postgres_server

from bench.directory import fill
from doorward import app
from doorward.domain.users import Profile
from doorward.store import users
from doorward.store.database import Database, Transaction, Work
from doorward.store.list_index import Filling

_USERS: Final = 10_000
_COUNT: Final = 192
_ROUNDS: Final = 3
_MOST: Final = 1.5
_HASH: Final = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43


async def create(tx: Transaction, *, name: str) -> int:
    profile = Profile.parse(username=name, name=f"Anna {name} 王小明", email=f"{name}@example.com")
    user_id = await users.insert(tx, profile, _HASH, 1)
    assert user_id is not None
    await users.set_roles(tx, user_id, [2])
    return user_id


async def rename(tx: Transaction, *, user_id: int) -> None:
    user = await users.find(tx, user_id)
    assert user is not None
    await users.update(tx, user, Profile.parse(name=f"Bertha {user_id} 李"), None, 2)


async def _reach(tx: Transaction, *, upto: int) -> None:
    await tx.execute("UPDATE list_index SET upto = $1", upto)


async def _delete(tx: Transaction, *, user_id: int) -> None:
    await users.delete(tx, user_id)


async def _each(database: Database, works: list[Work[Any]], clients: int) -> tuple[Any, float]:
    """Runs all the work by so many clients; returns what came of it, and the milliseconds that one took."""
    gate = asyncio.Semaphore(clients)

    async def one(work: Work[Any]) -> Any:
        async with gate:
            return await database.write(work)

    start = time.perf_counter()
    outcomes = await asyncio.gather(*map(one, works))
    return outcomes, (time.perf_counter() - start) * 1000 / len(works)


class Cost(NamedTuple):
    """Milliseconds a write."""

    at_once: float
    later: float


class Round:
    def __init__(self, database: Database, plans: Filling, clients: int) -> None:
        self._database, self._plans, self._clients = database, plans, clients

    async def run(self, names: "itertools.count[int]") -> list[Cost]:
        creates = [partial(create, name=f"writer{next(names)}") for _ in range(_COUNT)]
        ids, created = await self._cost(list(creates))
        _, renamed = await self._cost([partial(rename, user_id=user_id) for user_id in ids])
        _, deleted = await self._cost([partial(_delete, user_id=user_id) for user_id in ids])
        return [created, renamed, deleted]

    async def _cost(self, works: list[Work[Any]]) -> tuple[Any, Cost]:
        outcomes, at_once = await _each(self._database, works, self._clients)
        start = time.perf_counter()
        while await self._plans.catch_up(self._database):
            pass
        return outcomes, Cost(at_once, (time.perf_counter() - start) * 1000 / len(works))


async def measure(title: str, environ: dict[str, str]) -> None:
    settings = await fill(environ, _USERS, title)
    core = app.build(settings)
    database = core.database
    await database.open()
    names = itertools.count(1)
    for clients in (1, 32):
        costs: dict[str, list[list[Cost]]] = {"with": [], "without": []}
        work = Round(database, core.users.lists.plans, clients)
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


async def _measure_postgres(environ: dict[str, str]) -> None:
    with postgres_server(durable=True) as server:
        connection: Any = await asyncpg.connect(server.url())
        await connection.execute("CREATE DATABASE writes")
        await connection.close()
        await measure("PostgreSQL", environ | {"DOORWARD_DATABASE_URL": server.url("writes")})


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), help="only this one")
    only = parser.parse_args().database
    print("database\tclients\twrite\tms without\tms with\tratio\tms later\tof all\ttarget")
    with tempfile.TemporaryDirectory() as folder:
        environ = {"DOORWARD_DATA_DIR": folder, "DOORWARD_SECRET": SECRET}
        if only != "PostgreSQL":
            await measure("SQLite", environ | {"DOORWARD_DATABASE_URL": f"sqlite:///{Path(folder, 'doorward.db')}"})
        if only != "SQLite":
            await _measure_postgres(environ)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
