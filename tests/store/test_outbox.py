"""The outbox: each row is claimed by one holder at a time, and outlives a holder that dies."""

import asyncio
import re
from pathlib import Path
from typing import Any

from doorward.database.protocol import Transaction
from doorward.domain.events.outbox import OutboxItem, OutboxState
from doorward.features.mail import queries as mail_queries
from doorward.features.webhooks import queue_queries
from doorward.store import outbox
from tests.support.databases import Databases
from tests.support.service import Service

_MINUTE = 60_000


async def fill(service: Service, count: int, *, topic: str = "test", state: OutboxState = OutboxState.QUEUED) -> None:
    async def work(tx: Transaction) -> None:
        for number in range(count):
            await outbox.insert(tx, topic, "kind", f"{number}@example.com", None, "sealed", state, 1000)

    await service.core.database.write(work)


async def claim(service: Service, holder: str, now: int, most: int = 100) -> list[OutboxItem]:
    return await service.core.database.write(lambda tx: outbox.claim(tx, "test", holder, now, now + _MINUTE, most))


async def test_concurrent_claims_share_the_rows_out_and_no_row_goes_to_two(service: Service) -> None:
    """Mutants: a claim that leaves the rows due; a limit that PostgreSQL exceeds."""
    await fill(service, 60)
    shares = await asyncio.gather(*(claim(service, f"holder {number}", 1000, 7) for number in range(12)))
    # On PostgreSQL, a claim may have skipped locked rows.
    shares += [await claim(service, "the last", 1000, 7) for _ in range(9)]
    ids = [item.id for share in shares for item in share]
    assert len(ids) == len(set(ids)) == 60
    assert max(map(len, shares)) == 7


async def test_a_claim_that_is_not_committed_yet_keeps_no_other_waiting(
    postgres: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Mutant: without SKIP LOCKED the second claim waits for the first, or both get the same rows."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        await fill(service, 4)
        claimed, committed = asyncio.Event(), asyncio.Event()
        first: list[OutboxItem] = []

        async def hold(tx: Transaction) -> None:
            first.extend(await outbox.claim(tx, "test", "first", 1000, 1000 + _MINUTE, 2))
            claimed.set()
            await committed.wait()

        holding = asyncio.create_task(service.core.database.write(hold))
        await claimed.wait()
        try:
            async with asyncio.timeout(5):
                second = await claim(service, "second", 1000)
        finally:
            committed.set()
            await holding
        assert ([item.id for item in first], [item.id for item in second]) == ([1, 2], [3, 4])


async def test_rows_of_a_holder_that_died_are_claimed_again_after_their_time_and_its_claim_is_void(
    service: Service,
) -> None:
    """Mutant: an end that does not name its claim, so that a holder that was too slow ends the work of the next one."""
    await fill(service, 1)
    (item,) = await claim(service, "dead", 1000)
    assert await claim(service, "other", 1000 + _MINUTE - 1) == []
    (again,) = await claim(service, "other", 1000 + _MINUTE)
    assert (again.id, item.attempts, again.attempts) == (item.id, 1, 2)
    database = service.core.database
    late = await database.write(lambda tx: outbox.finish(tx, item.id, "dead", OutboxState.DELIVERED, "", 5000))
    moved = await database.write(lambda tx: outbox.postpone(tx, item.id, "dead", "late", 0))
    gone = await database.write(lambda tx: outbox.delete_claimed(tx, item.id, "dead"))
    assert (late, moved, gone) == (False, False, False)
    assert await database.write(lambda tx: outbox.finish(tx, item.id, "other", OutboxState.DELIVERED, "", 9000))
    row = await database.fetchrow("SELECT state, sealed, claim, finished_at FROM outbox")
    assert row is not None
    assert tuple(row) == ("delivered", "", "", 9000)
    assert await claim(service, "third", 10 * _MINUTE) == []


async def test_the_oldest_come_first_and_held_finished_later_and_other_rows_do_not(service: Service) -> None:
    await fill(service, 3)
    await fill(service, 1, topic="other")
    await fill(service, 1, state=OutboxState.HELD)
    database = service.core.database
    assert await outbox.any_due(database, "test", 1000)
    assert not await outbox.any_due(database, "test", 999)
    (first,) = await claim(service, "one", 1000, 1)
    assert await database.write(lambda tx: outbox.postpone(tx, first.id, "one", "451", 2000))
    assert [item.id for item in await claim(service, "two", 1999)] == [2, 3]
    (again,) = await claim(service, "three", 2000)
    assert (again.id, again.error) == (1, "451")
    assert not await outbox.any_due(database, "test", 2000)


async def test_what_is_finished_is_not_read_for_what_is_due(service: Service) -> None:
    """Mutant: a condition on the state from which SQLite does not see that the index on what is not finished serves:
    with 300,000 mails of the last month, a worker stood still for 0.3 s twice a second."""
    database, plans = service.core.database, list[str]()
    explain = "EXPLAIN QUERY PLAN" if service.settings.sqlite_path else "EXPLAIN"
    columns = "topic, kind, recipient, sealed, state, due_at, created_at, finished_at"

    async def insert(tx: Transaction) -> None:
        for topic in ("mail", "webhook"):
            done = [(topic, "kind", str(number), "", "delivered", number, 1, number) for number in range(5000)]
            await tx.insert_rows("outbox", columns, done)
        if service.settings.sqlite_path is None:
            await tx.execute("ANALYZE outbox")

    class Explaining:
        skip_locked = " FOR UPDATE SKIP LOCKED" * (service.settings.sqlite_path is None)

        async def fetch(self, sql: str, *values: Any) -> list[Any]:
            plans.append(str([tuple(row) for row in await database.fetch(f"{explain} {sql}", *values)]))
            return []

        async def fetchrow(self, sql: str, *values: Any) -> None:
            await self.fetch(sql, *values)

    await database.write(insert)
    explaining: Any = Explaining()
    await outbox.any_due(explaining, "mail", 9)
    await outbox.claim(explaining, "mail", "holder", 9, 9, 8)
    await outbox.give_up_held(explaining, "mail", 9, "", 9, 500)
    await outbox.queue_length(explaining, "mail", 9)
    await mail_queries.queue_held(explaining, 9, 500)
    await queue_queries.state(explaining, 9)
    for plan in plans:
        assert "outbox_due" in plan
        assert not re.search(r"outbox_topic|SCAN outbox|Seq Scan on outbox", plan)
