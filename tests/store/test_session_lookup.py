"""Who asks at the same time shares a look into the database; each is told of their own session, as it is now."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from doorward.database.protocol import Database, Row, Transaction
from doorward.store.identity_cache import STATE_OF_ENABLED
from doorward.store.session_lookup import SessionLookup
from tests.support.service import PASSWORD, Client, Service


class Watched:
    """A database whose reads are counted."""

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


class Asking:
    """Sessions of the administrator, and somebody who asks for them."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.database = Watched(service.core.database)
        self._sessions = SessionLookup(self.database, "u.username, r.name")  # type: ignore[arg-type]

    async def open(self, count: int) -> list[int]:
        clients = [await self._service.login() for _ in range(count)]
        listed = (await clients[0].get("/api/auth/sessions")).data["list"]
        assert len(listed) >= count
        return [int(session["id"]) for session in listed][:count]

    async def ask(self, session_id: int) -> Sequence[Row]:
        async with asyncio.timeout(20):
            return await self._sessions.ask(session_id, self._service.clock())

    def end_all_reading(self) -> None:
        for task in self._sessions._tasks:
            task.cancel()

    async def ask_together(self, session_ids: list[int]) -> list[Any]:
        return await asyncio.gather(*map(self.ask, session_ids), return_exceptions=True)


@pytest.fixture
def asking(service: Service) -> Asking:
    return Asking(service)


async def test_everybody_who_asks_together_is_told_who_they_are(service: Service, admin: Client) -> None:
    """Mutants: answers given in the order of the sessions; whatever was found given to all."""
    for name, roles in (("ann", ["user"]), ("bob", []), ("cid", ["user", "admin"])):
        await service.create(admin, name, roles=roles)
    clients = [admin, *[await service.login(name, PASSWORD) for name in ("ann", "bob", "cid")]]
    asked = clients * 40
    random.Random(4).shuffle(asked)
    answers = await asyncio.gather(*(client.get("/api/auth/user") for client in asked))
    assert [answer.data["id"] for answer in answers] == [client.id for client in asked]
    assert {(answer.data["username"], *answer.data["roles"]) for answer in answers} == {
        ("admin", "admin"),
        ("ann", "user"),
        ("bob",),
        ("cid", "admin", "user"),
    }


async def test_whoever_is_out_is_out_though_others_ask_with_them(service: Service, admin: Client) -> None:
    """Mutants: the statement without `u.status = 1`; without `s.expires_at`; one session found, all let in."""
    names = ("ann", "bob", "cid")
    for name in names:
        await service.create(admin, name)
    disabled, left, expired = clients = [await service.login(name, PASSWORD) for name in names]
    assert [(await client.get("/api/auth/user")).code for client in clients] == [200, 200, 200]
    now = service.clock()

    async def disable_and_expire(tx: Transaction) -> None:
        # By hand, as the service itself would end the sessions of whoever it disables.
        await tx.execute("UPDATE users SET status = 0 WHERE id = $1", disabled.id)
        await tx.execute("UPDATE sessions SET expires_at = $1 WHERE user_id = $2", now, expired.id)

    await service.core.database.write(disable_and_expire)
    assert (await left.post("/api/auth/logout")).code == 200
    asked = [admin, disabled, left, expired] * 20
    answers = await asyncio.gather(*(client.get("/api/auth/user") for client in asked))
    assert [answer.reason for answer in answers] == [None, *["session_ended"] * 3] * 20


async def test_what_was_written_before_somebody_asked_is_seen_among_many_who_ask(
    service: Service, admin: Client
) -> None:
    """Mutant: who comes while a statement is under way is answered with what it finds."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    done = asyncio.Event()

    async def keep_asking() -> None:
        while not done.is_set():
            assert (await ann.get("/api/auth/user")).code == 200
            await asyncio.sleep(0)  # On SQLite an answer may come without a turn for anybody else.

    async with asyncio.timeout(60), asyncio.TaskGroup() as crowd:
        for _ in range(20):
            crowd.create_task(keep_asking())
        for number in range(30):
            assert (await admin.put(f"/api/users/{ann.id}", {"name": f"Ann {number}"})).code == 200
            assert (await ann.get("/api/auth/user")).data["name"] == f"Ann {number}"
        done.set()


async def test_those_who_ask_together_share_a_statement(asking: Asking) -> None:
    """Mutants: a statement for each; all in one, however many they are."""
    sessions = await asking.open(3)
    answers = await asking.ask_together(sessions * 33)
    assert asking.database.reads == 2  # Of 99, 64 in one.
    assert {tuple(map(tuple, answer)) for answer in answers} == {(("admin", "admin"),)}


async def test_who_asks_alone_is_not_made_to_wait_for_others(asking: Asking) -> None:
    """Mutant: everybody waits for the end of the event loop's turn. And the other way round: nobody ever does again."""
    (session,) = await asking.open(1)
    await asking.ask(session)  # Finds that there is nobody else.
    question = asyncio.create_task(asking.ask(session))
    await asyncio.sleep(0)
    assert asking.database.reads == 2
    await question
    before = asking.database.reads
    await asking.ask_together([session] * 40)
    assert asking.database.reads - before == 15  # Fourteen at once, and the others together.
    before = asking.database.reads
    await asking.ask_together([session] * 40)
    assert asking.database.reads - before == 1


async def test_who_goes_away_takes_nobody_along(asking: Asking) -> None:
    """Mutant: an answer to somebody who is gone is an error, and those after them wait for ever."""
    sessions = await asking.open(3)
    questions = [asyncio.create_task(asking.ask(session)) for session in sessions]
    await asyncio.sleep(0)
    questions[0].cancel()
    outcomes: list[Any] = await asyncio.gather(*questions, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError)
    assert [len(answer) for answer in outcomes[1:]] == [1, 1]
    assert asking.database.reads == 1


async def test_a_failed_statement_is_told_to_all_who_share_it_and_to_nobody_else(
    service: Service, asking: Asking
) -> None:
    """Mutants: only the first is told, and the others wait for ever; what failed is asked again with the next."""
    (session,) = await asking.open(1)
    write = service.core.database.write
    await write(lambda tx: tx.execute("ALTER TABLE sessions RENAME TO elsewhere"))
    outcomes = await asking.ask_together([session] * 3)
    assert all(isinstance(outcome, Exception) for outcome in outcomes)
    assert not any(isinstance(outcome, TimeoutError) for outcome in outcomes)
    await write(lambda tx: tx.execute("ALTER TABLE elsewhere RENAME TO sessions"))
    assert [len(answer) for answer in await asking.ask_together([session] * 3)] == [1, 1, 1]


async def test_nobody_waits_for_an_answer_that_will_not_come(asking: Asking) -> None:
    """Mutant: whoever ends the task that reads for all leaves them waiting for ever."""
    (session,) = await asking.open(1)
    questions = [asyncio.create_task(asking.ask(session)) for _ in range(3)]
    asking.database.before_reading = asking.end_all_reading
    outcomes = await asyncio.gather(*questions, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)


async def test_a_user_is_known_in_whatever_order_their_roles_come(service: Service, admin: Client) -> None:
    """Mutant: the order of the rows counts, and on PostgreSQL, which may read for many in another than for one, a user
    with two roles is read anew with every request."""
    await service.create(admin, "ann", roles=["user", "admin"])
    ann = await service.login("ann", PASSWORD)
    assert (await ann.get("/api/auth/user")).code == 200
    known = service.core.authentication.identities
    state = await service.core.database.fetch(STATE_OF_ENABLED, ann.id)
    assert len(state) == 2
    assert await known.in_state(state) is await known.in_state(state[::-1])
