"""Cost of the indexes for lists and search on writes: create, rename and delete with the indexes and without.

    python -m bench.list_writes

Writes go through the service, with its checks and its audit trail but without hashing, which would hide the difference;
`--bare` writes only the rows. Commits are durable. Measured with one client, and with 32 concurrent clients, which
would queue for a shared counter.
On SQLite a job applies changed users to the indexes later, in batches: "ms deferred" is its cost for each change, and
"total" is the ratio with that cost included.
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
from bench.seeding import UNMATCHABLE, seed_and_migrate
from doorward import app
from doorward.core import Core
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.users import Profile
from doorward.store import users

_USERS: Final = 10_000
_COUNT: Final = 192
_ROUNDS: Final = 3
_MAX_RATIO: Final = 1.5
_PASSWORD: Final = "a password that is not hashed"

Operation = Callable[[], Awaitable[Any]]


class Writes:
    """Writes through the service."""

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


class BareWrites(Writes):
    """Writes only the rows, without checks and audit trail."""

    async def create(self, name: str) -> int:
        return await self._users.database.write(partial(insert_row, name=name))

    async def rename(self, user_id: int) -> None:
        await self._users.database.write(partial(rename_row, user_id=user_id))

    async def delete(self, user_id: int) -> None:
        await self._users.database.write(partial(users.delete, user_id=user_id))


async def insert_row(tx: Transaction, *, name: str) -> int:
    profile = Profile.parse(username=name, name=f"Anna {name} 王小明", email=f"{name}@example.com")
    user_id = await users.insert(tx, profile, UNMATCHABLE, 1)
    assert user_id is not None
    await users.set_roles(tx, user_id, [2])
    return user_id


async def rename_row(tx: Transaction, *, user_id: int) -> None:
    user = await users.find(tx, user_id)
    assert user is not None
    await users.update(tx, user, Profile.parse(name=f"Bertha {user_id} 李"), None, 2)


async def _index_up_to(tx: Transaction, *, upto: int) -> None:
    """Sets the highest user id that the indexes cover: writes of users above it leave the indexes alone."""
    await tx.execute("UPDATE list_index SET upto = $1", upto)


async def _run_all(operations: list[Operation], clients: int) -> tuple[Any, float]:
    """Runs the operations with that many concurrent clients; returns their results, and milliseconds per operation."""
    limit = asyncio.Semaphore(clients)

    async def run(operation: Operation) -> Any:
        async with limit:
            return await operation()

    start = time.perf_counter()
    results = await asyncio.gather(*map(run, operations))
    return results, (time.perf_counter() - start) * 1000 / len(operations)


class Cost(NamedTuple):
    """Milliseconds per write."""

    write: float
    deferred: float


class Round:
    def __init__(self, core: Core, writes: Writes, clients: int) -> None:
        self._core, self._writes, self._clients = core, writes, clients

    async def run(self, names: "itertools.count[int]") -> list[Cost]:
        writes = self._writes
        ids, created = await self._cost([partial(writes.create, f"writer{next(names)}") for _ in range(_COUNT)])
        _, renamed = await self._cost([partial(writes.rename, user_id) for user_id in ids])
        _, deleted = await self._cost([partial(writes.delete, user_id) for user_id in ids])
        return [created, renamed, deleted]

    async def _cost(self, operations: list[Operation]) -> tuple[Any, Cost]:
        results, write = await _run_all(operations, self._clients)
        start = time.perf_counter()
        await self._core.users.directory.fill(pause=0)
        return results, Cost(write, (time.perf_counter() - start) * 1000 / len(operations))


async def measure(title: str, environ: dict[str, str], writes: type[Writes]) -> None:
    settings = await seed_and_migrate(environ, _USERS, title)
    core = app.build(settings)
    database = core.database
    await database.open()
    await core.keys.ensure()
    names = itertools.count(1)
    for clients in (1, 32):
        costs: dict[str, list[list[Cost]]] = {"with": [], "without": []}
        round_of_writes = Round(core, writes(core), clients)
        for _ in range(_ROUNDS):
            # Alternating, so that other load on the machine affects both.
            for kind, upto in (("with", 2**62), ("without", _USERS)):
                await database.write(partial(_index_up_to, upto=upto))
                costs[kind].append(await round_of_writes.run(names))
        for index, name in enumerate(("create", "rename", "delete")):
            indexed, plain = (statistics.median(taken[index].write for taken in costs[kind]) for kind in costs)
            deferred = statistics.median(taken[index].deferred for taken in costs["with"])
            verdict = "met" if indexed / plain <= _MAX_RATIO else "NOT MET"
            values = (plain, indexed, indexed / plain, deferred, (indexed + deferred) / plain)
            print(title, clients, name, *(f"{value:.2f}" for value in values), verdict, sep="\t")
    await core.close()


async def _measure_postgres(environ: dict[str, str], writes: type[Writes]) -> None:
    with postgres_server(durable=True) as server:
        connection: Any = await asyncpg.connect(server.url())
        await connection.execute("CREATE DATABASE writes")
        await connection.close()
        await measure("PostgreSQL", environ | {"DOORWARD_DATABASE_URL": server.url("writes")}, writes)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), help="measure only this database")
    parser.add_argument("--bare", action="store_true", help="write only the rows, without checks and audit trail")
    options = parser.parse_args()
    only, writes = options.database, BareWrites if options.bare else Writes
    setattr(app, "Hasher", Prehashed)  # noqa: B010  (the composition root builds the hasher)
    print("database\tclients\twrite\tms without\tms with\tratio\tms deferred\ttotal\ttarget")
    with tempfile.TemporaryDirectory() as folder:
        environ = {"DOORWARD_DATA_DIR": folder, "DOORWARD_SECRET": SECRET}
        if only != "PostgreSQL":
            url = f"sqlite:///{Path(folder, 'doorward.db')}"
            await measure("SQLite", environ | {"DOORWARD_DATABASE_URL": url}, writes)
        if only != "SQLite":
            await _measure_postgres(environ, writes)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
