"""Concurrent requests share a lookup of sessions; each gets the current state of its own session."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from doorward.database.protocol import Database, Row, Transaction
from doorward.store.sign_in import identity_cache
from doorward.store.sign_in.session_lookup import SessionLookup
from tests.support.service import PASSWORD, Client, Service


class CountingDatabase:
    """Counts the reads of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reads = 0
        self.before_reading: Callable[[], object] = lambda: None

    async def fetch(self, *args: Any) -> Sequence[Row]:
        self.reads += 1
        return await self._database.fetch(*args)

    async def fetch_each(self, *args: Any) -> Sequence[Row]:
        self.reads += 1
        self.before_reading()
        await asyncio.sleep(0)
        return await self._database.fetch_each(*args)


class Lookups:
    """Opens sessions of the administrator and looks them up."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.database = CountingDatabase(service.core.database)
        self._sessions = SessionLookup(self.database, "u.username, r.name")  # type: ignore[arg-type]

    async def open(self, count: int) -> list[int]:
        clients = [await self._service.login() for _ in range(count)]
        listed = (await clients[0].get("/api/auth/sessions")).data["list"]
        assert len(listed) >= count
        return [int(session["id"]) for session in listed][:count]

    async def find(self, session_id: int) -> Sequence[Row]:
        async with asyncio.timeout(20):
            return await self._sessions.find(session_id, self._service.clock())

    def cancel_reads(self) -> None:
        for task in self._sessions._tasks:
            task.cancel()

    async def find_together(self, session_ids: list[int]) -> list[Any]:
        return await asyncio.gather(*map(self.find, session_ids), return_exceptions=True)


@pytest.fixture
def lookups(service: Service) -> Lookups:
    return Lookups(service)


async def test_concurrent_requests_get_their_own_user(service: Service, admin: Client) -> None:
    """Mutants: results assigned in the order of the sessions; all that was found given to each."""
    for name, roles in (("ann", ["user"]), ("bob", []), ("cid", ["user", "admin"])):
        await service.create(admin, name, roles=roles)
    clients = [admin, *[await service.login(name, PASSWORD) for name in ("ann", "bob", "cid")]]
    requests = clients * 40
    random.Random(4).shuffle(requests)
    answers = await asyncio.gather(*(client.get("/api/auth/user") for client in requests))
    assert [answer.data["id"] for answer in answers] == [client.id for client in requests]
    assert {(answer.data["username"], *answer.data["roles"]) for answer in answers} == {
        ("admin", "admin"),
        ("ann", "user"),
        ("bob",),
        ("cid", "admin", "user"),
    }


async def test_ended_sessions_are_rejected_among_concurrent_requests_of_live_ones(
    service: Service, admin: Client
) -> None:
    """Mutants: the statement without `u.status = 1`; without `s.expires_at`; one session found, all accepted."""
    names = ("ann", "bob", "cid")
    for name in names:
        await service.create(admin, name)
    disabled, left, expired = clients = [await service.login(name, PASSWORD) for name in names]
    assert [(await client.get("/api/auth/user")).code for client in clients] == [200, 200, 200]
    now = service.clock()

    async def disable_and_expire(tx: Transaction) -> None:
        # In SQL, because the service itself ends the sessions of a user that it disables.
        await tx.execute("UPDATE users SET status = 0 WHERE id = $1", disabled.id)
        await tx.execute("UPDATE sessions SET expires_at = $1 WHERE user_id = $2", now, expired.id)

    await service.core.database.write(disable_and_expire)
    assert (await left.post("/api/auth/logout")).code == 200
    requests = [admin, disabled, left, expired] * 20
    answers = await asyncio.gather(*(client.get("/api/auth/user") for client in requests))
    assert [answer.reason for answer in answers] == [None, *["session_ended"] * 3] * 20


async def test_a_request_sees_what_was_written_before_it_among_concurrent_requests(
    service: Service, admin: Client
) -> None:
    """Mutant: a lookup that arrives while a statement runs gets the result of that statement."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    done = asyncio.Event()

    async def keep_requesting() -> None:
        while not done.is_set():
            assert (await ann.get("/api/auth/user")).code == 200
            await asyncio.sleep(0)  # On SQLite a request may complete without yielding to the event loop.

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(keep_requesting())
        for number in range(30):
            assert (await admin.put(f"/api/users/{ann.id}", {"name": f"Ann {number}"})).code == 200
            assert (await ann.get("/api/auth/user")).data["name"] == f"Ann {number}"
        done.set()


async def test_concurrent_lookups_share_a_statement(lookups: Lookups) -> None:
    """Mutants: a statement for each; one statement for any number of lookups."""
    sessions = await lookups.open(3)
    answers = await lookups.find_together(sessions * 33)
    assert lookups.database.reads == 4  # Of 99, 32 in one.
    assert {tuple(map(tuple, answer)) for answer in answers} == {(("admin", "admin"),)}


async def test_a_lone_lookup_does_not_wait_for_others(lookups: Lookups) -> None:
    """Mutants: each lookup waits for the next tick of the event loop; after a lone one, none ever does again."""
    (session,) = await lookups.open(1)
    await lookups.find(session)  # A batch of one.
    task = asyncio.create_task(lookups.find(session))
    await asyncio.sleep(0)
    assert lookups.database.reads == 2
    await task
    before = lookups.database.reads
    await lookups.find_together([session] * 40)
    assert lookups.database.reads - before == 15  # Fourteen unbatched, and the others together.
    before = lookups.database.reads
    await lookups.find_together([session] * 30)
    assert lookups.database.reads - before == 1


async def test_a_cancelled_lookup_does_not_affect_the_others(lookups: Lookups) -> None:
    """Mutant: setting the result of a cancelled lookup fails, and the lookups after it wait for ever."""
    sessions = await lookups.open(3)
    tasks = [asyncio.create_task(lookups.find(session)) for session in sessions]
    await asyncio.sleep(0)
    tasks[0].cancel()
    outcomes: list[Any] = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError)
    assert [len(answer) for answer in outcomes[1:]] == [1, 1]
    assert lookups.database.reads == 1


async def test_a_failed_statement_fails_exactly_the_lookups_that_share_it(service: Service, lookups: Lookups) -> None:
    """Mutants: only the first lookup fails, and the others wait for ever; failed lookups stay in the next batch."""
    (session,) = await lookups.open(1)
    write = service.core.database.write
    await write(lambda tx: tx.execute("ALTER TABLE sessions RENAME TO elsewhere"))
    outcomes = await lookups.find_together([session] * 3)
    assert all(isinstance(outcome, Exception) for outcome in outcomes)
    assert not any(isinstance(outcome, TimeoutError) for outcome in outcomes)
    await write(lambda tx: tx.execute("ALTER TABLE elsewhere RENAME TO sessions"))
    assert [len(answer) for answer in await lookups.find_together([session] * 3)] == [1, 1, 1]


async def test_lookups_end_when_the_task_that_reads_for_them_is_cancelled(lookups: Lookups) -> None:
    """Mutant: without the `cancel` in `finally` they wait for ever."""
    (session,) = await lookups.open(1)
    tasks = [asyncio.create_task(lookups.find(session)) for _ in range(3)]
    lookups.database.before_reading = lookups.cancel_reads
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)


async def test_a_cached_user_is_found_in_any_order_of_the_roles(service: Service, admin: Client) -> None:
    """Mutant: without `_ordered` a user with two roles is read again with every request on PostgreSQL, which may return
    the rows for many keys in another order than for one."""
    await service.create(admin, "ann", roles=["user", "admin"])
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get("/api/auth/user")).code == 200
    identities = service.core.authentication.identities
    state = await identity_cache.read_state(service.core.database, ann.id)
    assert len(state) == 2
    assert await identities.find_by_state(state) is await identities.find_by_state(state[::-1])
