"""Requests that a job carries out: each once, also when a process dies in the middle, and a bad one delays no other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
from msgspec import Struct

from doorward.database.protocol import Transaction
from doorward.store import outbox
from tests.support.service import Clock, Service

_TOPIC = "test"


class Wish(Struct, frozen=True):
    name: str


async def put(service: Service, *names: str) -> None:
    async def work(tx: Transaction) -> None:
        for name in names:
            await service.core.deferred.put(tx, _TOPIC, Wish(name))

    await service.core.database.write(work)


def recorder(done: list[str]) -> Callable[[Transaction, Wish], Awaitable[None]]:
    async def carry_out(tx: Transaction, wish: Wish) -> None:
        done.append(wish.name)

    return carry_out


async def left(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM outbox")
    assert row is not None
    return int(row[0])


async def test_each_request_is_carried_out_once_by_jobs_that_run_together(service: Service) -> None:
    """Mutant: rows that are read without a claim."""
    names = [f"w{number}" for number in range(120)]
    await put(service, *names)
    done: list[str] = []
    work = service.core.deferred.work
    await asyncio.gather(*(work(_TOPIC, Wish, recorder(done)) for _ in range(4)))
    assert sorted(done) == sorted(names)
    assert await left(service) == 0


async def test_what_a_dead_process_had_claimed_is_carried_out_after_its_time(service: Service, clock: Clock) -> None:
    """Mutant: a claim that removes the rows, which loses them when the process dies before the work."""
    await put(service, "a", "b")
    now, done = clock(), list[str]()
    await service.core.database.write(lambda tx: outbox.claim(tx, _TOPIC, "dead", now, now + 60_000, 50))
    await service.core.deferred.work(_TOPIC, Wish, recorder(done))
    assert done == []
    clock.advance(61)
    await service.core.deferred.work(_TOPIC, Wish, recorder(done))
    assert (done, await left(service)) == (["a", "b"], 0)


async def test_work_that_breaks_off_leaves_neither_half_of_it(service: Service, clock: Clock) -> None:
    """Mutant: a row that is removed in a transaction of its own, before or after the work."""
    await put(service, "a")

    async def breaks_off(tx: Transaction, wish: Wish) -> None:
        await service.core.deferred.put(tx, "effect", wish)
        raise ValueError

    await service.core.deferred.work(_TOPIC, Wish, breaks_off)
    assert not await outbox.any_due(service.core.database, "effect", clock())
    clock.advance(61)
    done: list[str] = []
    await service.core.deferred.work(_TOPIC, Wish, recorder(done))
    assert (done, await left(service)) == (["a"], 0)


async def test_a_request_that_fails_delays_no_other_and_is_given_up(
    service: Service, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Mutant: an exception that ends the job, which then begins with the same request each time."""
    await put(service, "a secret", "b", "c")
    await service.core.database.write(lambda tx: tx.execute("UPDATE outbox SET sealed = 'AAAA' || sealed WHERE id = 2"))
    done: list[str] = []
    attempts = 0

    async def carry_out(tx: Transaction, wish: Wish) -> None:
        nonlocal attempts
        if wish.name == "a secret":
            attempts += 1
            raise ValueError("the cause")
        done.append(wish.name)

    with caplog.at_level(logging.ERROR, "doorward"):
        for _ in range(8):
            await service.core.deferred.work(_TOPIC, Wish, carry_out)
            clock.advance(600)
    assert (done, attempts, await left(service)) == (["c"], 5, 0)
    assert "attempt 5 of 5" in caplog.text
    assert "a secret" not in caplog.text


async def test_a_row_shows_nothing_of_the_request_and_opens_under_its_own_topic_only(service: Service) -> None:
    await put(service, "canary@example.com")
    rows = await service.core.database.fetch("SELECT * FROM outbox")
    assert "canary" not in str([tuple(row) for row in rows])
    await service.core.database.write(lambda tx: tx.execute("UPDATE outbox SET topic = 'reset'"))
    done: list[str] = []
    await service.core.deferred.work("reset", Wish, recorder(done))
    assert done == []
