"""Events: consumers that read by `seq` see each committed event once, in one order, on both databases."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

from doorward.core.audit.events import KEPT_FOR
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from doorward.domain.events.types import matches
from doorward.store import events
from tests.support.databases import Databases
from tests.support.service import Client, Service


async def record(service: Service, name: str) -> None:
    await service.core.database.write(
        lambda tx: service.core.trail.record(tx, SYSTEM, "role.updated", Target(name, name))
    )


async def targets(service: Service, seq: int = 0) -> list[str]:
    await service.core.events.sequence()
    return [event.entry.target for event in await service.core.events.after(seq, 1000) if event.entry.actor == "system"]


async def test_events_carry_their_audit_entry_and_the_public_type(service: Service, admin: Client) -> None:
    core = service.core
    await core.events.sequence()
    start = await events.last_seq(core.database)
    await admin.post("/api/auth/logout")
    await core.events.sequence()
    (ended,) = await core.events.after(start, 10)
    assert (ended.seq, ended.type, ended.entry.action) == (start + 1, "session.ended", "auth.logout")
    assert await events.find(core.database, ended.seq) == ended
    assert await events.find(core.database, ended.seq + 1) is None
    document = ended.document()
    assert (document["type"], document["data"]["actorName"]) == ("session.ended", "admin")
    assert document["data"]["id"] == f"evt_{ended.seq}"


async def test_a_change_that_is_rolled_back_leaves_no_event(service: Service) -> None:
    before = await targets(service)

    async def work(tx: Transaction) -> None:
        await service.core.trail.record(tx, SYSTEM, "role.updated", Target("lost", "lost"))
        raise RuntimeError

    with contextlib.suppress(RuntimeError):
        await service.core.database.write(work)
    assert await targets(service) == before


async def test_an_event_that_commits_late_is_read_behind_those_that_were_read_already(
    postgres: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Mutant: reading by id, in which the late event is before the one that was read, misses it."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        written, finish = asyncio.Event(), asyncio.Event()

        async def late(tx: Transaction) -> None:
            await service.core.trail.record(tx, SYSTEM, "role.updated", Target("late", "late"))
            written.set()
            await finish.wait()

        slow = asyncio.create_task(service.core.database.write(late))
        await written.wait()
        try:
            await record(service, "early")
            assert (await targets(service))[-1:] == ["early"]
            last = await events.last_seq(service.core.database)
        finally:
            finish.set()
            await slow
        assert await targets(service, last) == ["late"]


async def test_a_sequencer_waits_for_another_one(postgres: Databases, tmp_path: Path, run_service: Any) -> None:
    """Mutant: without the lock, a second sequencer numbers events again that the first one has numbered."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        database = service.core.database
        await service.core.jobs.stop()
        await record(service, "first")
        numbered, finish = asyncio.Event(), asyncio.Event()

        async def hold(tx: Transaction) -> None:
            await events.sequence(tx, 100)
            numbered.set()
            await finish.wait()

        holding = asyncio.create_task(database.write(hold))
        await numbered.wait()
        waiting = asyncio.create_task(service.core.events.sequence())
        try:
            async with asyncio.timeout(5):
                while not await database.fetch("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
                    await asyncio.sleep(0.01)
        finally:
            finish.set()
            await asyncio.gather(holding, waiting)


async def test_concurrent_sequencers_number_without_gaps_and_never_twice(service: Service) -> None:
    core = service.core

    async def write_and_number(number: int) -> None:
        await record(service, f"r{number}")
        await core.events.sequence()

    await asyncio.gather(*(write_and_number(number) for number in range(24)))
    await core.events.sequence()
    found = await core.events.after(0, 1000)
    numbers = [event.seq for event in found]
    assert numbers == list(range(numbers[0], numbers[0] + len(found)))
    recorded = sorted(event.entry.target for event in found if event.type == "role.updated")
    assert recorded == sorted(f"r{number}" for number in range(24))


async def test_old_events_are_deleted_and_numbers_go_on(service: Service) -> None:
    """Mutant: a purge that removes the newest event too; PostgreSQL would count from 1 again, behind all cursors."""
    core = service.core
    for number in range(3):
        await record(service, f"old{number}")
    await core.events.sequence()
    last = await events.last_seq(core.database)
    service.clock.advance(KEPT_FOR // 1000 + 1)
    await core.events.purge_old()
    assert [event.seq for event in await core.events.after(0, 100)] == [last]
    await record(service, "new")
    assert await targets(service, last) == ["new"]
    assert await events.last_seq(core.database) == last + 1


async def test_events_from_the_future_do_not_keep_older_ones_behind_them(service: Service) -> None:
    """A clock was wrong for a while. Mutants: steps end at the first one that is not full; at one without old ones."""
    core, now = service.core, service.clock()
    await core.jobs.stop()

    async def insert(tx: Transaction) -> None:
        rows = [(now + 10**12, 0, 10**6 + number, "x", "") for number in range(1100)]
        rows += [(now, 0, 2 * 10**6 + number, "x", "") for number in range(600)]
        await tx.insert_rows("events", "at, lane, entry, type, revokes", rows)

    await core.database.write(insert)
    await core.events.sequence()
    service.clock.advance(KEPT_FOR // 1000 + 1)
    await record(service, "new")
    await core.events.sequence()
    await core.events.purge_old()
    assert [int(row[0]) for row in await core.database.fetch("SELECT count(*) FROM events WHERE at <= $1", now)] == [0]
    assert len(await core.database.fetch("SELECT 1 FROM events")) == 1101


def test_filters_name_types_groups_and_everything() -> None:
    assert matches(["user.*", "session.ended"], "user.created")
    assert matches(["user.*", "session.ended"], "session.ended")
    assert matches(["*"], "role.created")
    assert not matches(["user.*"], "users.created")
    assert not matches(["user.*"], "user")
    assert not matches([], "user.created")
