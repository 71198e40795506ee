"""The revocation feed: its document, differences, waiting and bounds."""

import asyncio
import contextlib
import random
import re
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from doorward.core.revocations import feed, waiting
from doorward.core.revocations.entries import Entries, stale_before
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from doorward.features.revocations import endpoints
from doorward.store import events, revocations
from doorward.store.revocations import Revocation
from tests.features.revocations.support import PATH, StillClock, claims_of, fetch, is_revoked, read
from tests.support.databases import settings_for
from tests.support.service import PASSWORD, Client, Clock, Service, running


@pytest.fixture
def clock() -> Clock:
    return StillClock()


async def ended_session(service: Service, clock: Clock) -> Client:
    client = await service.login()
    await client.post("/api/auth/logout")
    clock.advance(1)
    return client


async def test_the_document_is_signed_and_says_what_it_covers(service: Service, clock: Clock) -> None:
    before = clock() // 1000
    ended = await ended_session(service, clock)
    document = await read(service)
    assert document["iss"] == "doorward"
    assert document["sessions"] == [claims_of(ended.token)["sid"]]
    assert document["users"] == []
    assert before < document["until"] <= document["iat"] <= clock() // 1000
    # A token lifetime, and what clocks may differ by.
    assert document["until"] - document["from"] in (900 + 119, 900 + 120)


async def test_an_ended_session_stays_in_the_document_as_long_as_its_tokens_could_live(
    service: Service, clock: Clock
) -> None:
    """Mutant: a period without the lifetime of tokens; entries that are never forgotten."""
    ended = await ended_session(service, clock)
    clock.advance(900 + 60)
    assert is_revoked(await read(service), ended.token)
    clock.advance(50)
    assert is_revoked(await read(service), ended.token)
    clock.advance(20)
    assert (await read(service))["sessions"] == []
    clock.advance(minutes=30)  # Read anew, by the time of events.
    assert (await read(service))["sessions"] == []


async def test_another_process_tells_the_same(environ: dict[str, str], clock: Clock, anyio_backend: str) -> None:
    """Two nodes on one database, one of which starts later."""
    async with running(settings_for(environ), clock) as first:
        early = await ended_session(first, clock)
        async with running(settings_for(environ), clock) as second:
            assert is_revoked(await read(second), early.token)
            late = await ended_session(first, clock)
            assert is_revoked(await read(second), late.token)


async def test_it_is_read_once_a_second_at_most(service: Service, clock: Clock) -> None:
    """Mutant: a read for each request."""
    await read(service)
    ended = await service.login()
    await ended.post("/api/auth/logout")
    documents = await asyncio.gather(*(fetch(service) for _ in range(50)))
    assert len({each.text for each in documents}) == 1
    assert not is_revoked(claims_of(documents[0].text), ended.token)
    clock.advance(1)
    assert is_revoked(await read(service), ended.token)


async def test_it_is_read_by_indexes(service: Service, clock: Clock) -> None:
    """Mutant: `since` with an order by `seq`, for which SQLite reads all events."""
    core, plans = service.core, list[str]()
    explain = "EXPLAIN QUERY PLAN" if service.settings.sqlite_path else "EXPLAIN"

    async def insert(tx: Transaction) -> None:
        rows = [(clock() - 1000 * number, 0, 10**6 + number, "x", "") for number in range(3000)]
        await tx.insert_rows("events", "at, lane, entry, type, revokes", rows)
        await tx.execute("ANALYZE events")

    class Explaining:
        async def fetch(self, sql: str, *values: Any) -> list[Any]:
            plans.append(str([tuple(row) for row in await core.database.fetch(f"{explain} {sql}", *values)]))
            return []

        async def fetchrow(self, sql: str, *values: Any) -> None:
            await self.fetch(sql, *values)

    await core.database.write(insert)
    await core.events.sequence()
    reader: Any = Explaining()
    await revocations.since(reader, clock() - 60_000)
    await revocations.after(reader, 2_990)
    await events.last_seq(reader)
    assert "events_revoking" in plans[0]
    assert [plan for plan in plans if re.search("Seq Scan|SCAN", plan)] == []


async def test_a_user_who_signs_in_again_in_the_same_moment_is_not_stale(
    service: Service, admin: Client, clock: Clock
) -> None:
    """Ended sessions are named one by one. Mutant: `user:ID` for them, as `iat` has whole seconds."""
    user = await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    assert (await ann.post("/api/auth/logout-all")).code == 200
    again = await service.login("ann", PASSWORD)
    assert (await admin.put(f"/api/users/{user['id']}", {"status": 0})).code == 200
    assert (await admin.put(f"/api/users/{user['id']}", {"status": 1})).code == 200
    newest = await service.login("ann", PASSWORD)
    clock.advance(2)
    document = await read(service)
    assert [is_revoked(document, each.token) for each in (ann, again, newest)] == [True, True, False]


async def test_a_reduction_of_rights_is_told_when_new_tokens_are_later_than_it(
    service: Service, admin: Client, clock: Clock
) -> None:
    """A token of the same second may be older than the change, so it is stale; and a client that is told so gets one
    that is not. Mutants: `before` rounded down; told at once."""
    await admin.post("/api/roles", {"name": "clerk", "permissions": ["orders:read"]})
    user = await service.create(admin, "ann", roles=["clerk"])
    await read(service)
    clock.advance(0.3)
    ann = await service.login("ann", PASSWORD)
    assert (await admin.put(f"/api/users/{user['id']}", {"roles": []})).code == 200
    changed_at = clock()
    service.core.revocations._read_at = 0
    early = await read(service)
    assert early["users"] == []
    assert early["until"] <= changed_at // 1000
    # Differences from it have what it left out.
    assert early["seq"] < (await service.core.database.fetch("SELECT max(seq) FROM events"))[0][0]
    clock.advance(2)
    later = await read(service, since=early["seq"])
    assert later["users"] == [{"sub": str(user["id"]), "before": changed_at // 1000 + 1}]
    assert is_revoked(later, ann.token)
    await ann.refresh()
    assert not is_revoked(later, ann.token)


async def test_a_change_that_is_committed_late_makes_the_tokens_of_the_meantime_stale(
    service: Service, admin: Client, clock: Clock
) -> None:
    """Mutant: the time at which the change was written counts, also when its commit took five seconds."""
    user = await service.create(admin, "ann")
    core, began = service.core, clock()
    clock.advance(5)
    await read(service)
    issued = clock() // 1000  # A token of this moment still has the former rights.
    trail = replace(core.trail, clock=lambda: began)
    target = Target(f"user:{user['id']}", "ann")
    await core.database.write(lambda tx: trail.record(tx, SYSTEM, "user.updated", target, target.ref))
    clock.advance(1)
    await read(service)
    clock.advance(2)
    (stale,) = (await read(service))["users"]
    assert stale["before"] > issued


def test_what_waits_for_its_second_to_pass_holds_back_the_number_of_the_document() -> None:
    entries = Entries()
    assert not entries.add([Revocation(5, 10_500, "user:1")], 10_600)
    assert entries.add([Revocation(6, 10_550, "session:7")], 10_700)
    assert entries.pending is not None
    assert entries.pending.seq == 5
    assert entries.claims(4)["sessions"] == ["7"]
    assert entries.add([], stale_before(10_500) * 1000)
    assert entries.claims(4)["users"] == [{"sub": "1", "before": 11}]
    assert entries.pending is None
    # Late in a second, a commit may be in the next one.
    assert stale_before(10_900) == 12


async def test_a_difference_has_what_came_after_it(service: Service, clock: Clock) -> None:
    first = await ended_session(service, clock)
    whole = await read(service)
    assert (await read(service, since=whole["seq"]))["sessions"] == []
    second = await ended_session(service, clock)
    difference = await read(service, since=whole["seq"])
    assert difference["sessions"] == [claims_of(second.token)["sid"]]
    assert difference["seq"] > whole["seq"]
    # Too old, or from a database that was restored: everything.
    for since in (0, 10**9):
        assert len((await read(service, since=since))["sessions"]) == 2
    assert is_revoked(await read(service), first.token)


async def test_made_up_numbers_do_not_cost_a_signature_each(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a document for each `since`."""
    for _ in range(30):
        client = await service.login()
        await client.post("/api/auth/logout")
    clock.advance(1)
    signed = 0
    sign = service.core.revocations._sign

    def counted(claims: dict[str, Any]) -> Any:
        nonlocal signed
        signed += 1
        return sign(claims)

    monkeypatch.setattr(service.core.revocations, "_sign", counted)
    last = (await read(service))["seq"]
    for since in range(1, last + 2):
        await read(service, since=since)
    assert signed <= feed._DIFFERENCES + 2


async def test_a_document_that_the_client_has_is_not_sent_again(service: Service, clock: Clock) -> None:
    await ended_session(service, clock)
    response = await fetch(service)
    tag = response.headers["etag"]
    assert response.headers["cache-control"] == "no-cache"
    same = await fetch(service, {"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    clock.advance(1)
    assert (await fetch(service, {"If-None-Match": tag})).status_code == 304
    clock.advance(3)  # Signed again, so that its reader can prove to be current.
    assert (await fetch(service, {"If-None-Match": tag})).status_code == 200


async def test_other_origins_may_read_it_as_they_may_read_the_keys(service: Service) -> None:
    for path in (PATH, "/.well-known/jwks.json"):
        answer = await service.http.get(path, headers={"Origin": "http://localhost:5173"})
        assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"


@pytest.mark.parametrize("query", ["since=x", "since=-1", "since=1.5", "wait=-1", "wait=x"])
async def test_wrong_parameters_are_named(service: Service, query: str) -> None:
    answer = await service.http.get(f"{PATH}?{query}")
    assert answer.status_code == 400
    assert answer.json()["data"]["fields"][0]["field"] == query.partition("=")[0]


async def test_no_token_is_valid_in_the_place_of_a_document_or_the_other_way_round(
    service: Service, admin: Client
) -> None:
    document = (await fetch(service)).text
    assert (await Client(service, {"token": document}).get("/api/auth/user")).reason == "invalid_token"


@contextlib.asynccontextmanager
async def waiting_for(service: Service, **params: int) -> AsyncIterator["asyncio.Task[httpx.Response]"]:
    """A request that waits."""
    task = asyncio.create_task(fetch(service, **params))
    async with asyncio.timeout(5):
        while not len(service.core.revocations.waiting):
            await asyncio.sleep(0.01)
    yield task
    if not task.done():
        task.cancel()


async def test_a_request_that_waits_is_answered_when_a_session_ends(service: Service, clock: Clock) -> None:
    """Mutant: waiting until the time is over."""
    have = (await read(service))["seq"]
    client = await service.login()
    async with waiting_for(service, since=have, wait=20) as request, asyncio.timeout(5):
        await client.post("/api/auth/logout")
        clock.advance(1)
        difference = claims_of((await request).text)
    assert difference["sessions"] == [claims_of(client.token)["sid"]]
    # By the tag of the document it has, as well.
    tag = (await fetch(service)).headers["etag"]
    assert (await fetch(service, {"If-None-Match": tag}, wait=1)).status_code in (200, 304)
    # What is new already is answered at once.
    async with asyncio.timeout(1):
        assert claims_of((await fetch(service, since=have, wait=20)).text)["sessions"] == difference["sessions"]


async def test_waiting_is_bounded_in_time_and_number(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: no longest wait; no limit of requests that wait."""
    monkeypatch.setattr(endpoints, "LONGEST_WAIT", 0.2)
    have = (await read(service))["seq"]
    async with asyncio.timeout(3):
        await fetch(service, since=have, wait=10**6)
    monkeypatch.setattr(endpoints, "LONGEST_WAIT", 20)
    monkeypatch.setattr(waiting, "MOST_WAITING", 1)
    async with waiting_for(service, since=have, wait=20), asyncio.timeout(1):
        assert (await fetch(service, since=have, wait=20)).status_code == 200


async def test_requests_that_wait_are_answered_when_the_service_stops(
    environ: dict[str, str], clock: Clock, anyio_backend: str
) -> None:
    """Mutant: `Core.close` that leaves them waiting."""
    async with running(settings_for(environ), clock) as service:
        have = (await read(service))["seq"]
        async with waiting_for(service, since=have, wait=20) as request, asyncio.timeout(3):
            service.application.drain()
            clock.advance(1)
            assert (await request).status_code == 200
    service = Service(settings_for(environ), clock)
    await service.core.open()
    have = (await read(service))["seq"]
    async with waiting_for(service, since=have, wait=20) as request, asyncio.timeout(3):
        await service.core.close()
        assert (await request).status_code == 200


async def test_a_client_that_went_away_waits_no_longer(service: Service) -> None:
    have = (await read(service))["seq"]
    async with waiting_for(service, since=have, wait=20) as request:
        request.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await request
        assert len(service.core.revocations.waiting) == 0


async def test_without_the_database_the_last_state_is_served_and_tells_its_age(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verifier decides whether that is too old. Mutant: a new `until` after a read that failed."""
    ended = await ended_session(service, clock)
    document = await read(service)

    async def away(*arguments: Any) -> Any:
        raise OSError

    monkeypatch.setattr(revocations, "after", away)
    clock.advance(30)
    later = await read(service)
    assert is_revoked(later, ended.token)
    assert later["until"] == document["until"]
    monkeypatch.undo()
    clock.advance(1)
    assert (await read(service))["until"] > document["until"]


async def test_without_the_database_it_is_tried_once_a_second_at_most(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: only reads that succeed are remembered, and each request tries again; a failure is remembered after a
    read that succeeds."""
    have, tries, after, away = (await read(service))["seq"], list[int](), revocations.after, True

    async def count(*arguments: Any) -> Any:
        tries.append(clock())
        if away:
            raise OSError
        return await after(*arguments)

    monkeypatch.setattr(revocations, "after", count)
    clock.advance(2)
    for _ in range(10):
        await read(service)
    async with asyncio.timeout(5):
        await fetch(service, since=have, wait=1)
    assert len(tries) == 1
    away = False
    clock.advance(1)
    for _ in range(3):
        await read(service)
    assert len(tries) == 2


async def test_lists_that_take_long_do_not_delay_it(service: Service, clock: Clock) -> None:
    """Mutant: reads in the lane of lists."""
    database, go = service.core.database, threading.Event()
    await read(service)

    async def occupy(reader: Reader) -> None:
        if service.settings.sqlite_path:
            go.wait(30)  # On the thread of the read.
        else:
            await asyncio.to_thread(go.wait, 30)

    lists = [asyncio.create_task(database.read_in_background(occupy, user_id)) for user_id in range(1, 9)]
    try:
        async with asyncio.timeout(3):
            ended = await ended_session(service, clock)
            assert is_revoked(await read(service), ended.token)
    finally:
        go.set()
        await asyncio.gather(*lists)


async def test_ten_thousand_sessions_that_end_at_once_give_a_small_document(service: Service, clock: Clock) -> None:
    async def work(tx: Transaction) -> None:
        values, chance = "($1, 0, $2, 'session.ended', $3)", random.Random(1)
        for number in range(100):
            names = " ".join(f"session:{chance.getrandbits(53)}" for _ in range(100))
            await tx.execute(
                f"INSERT INTO events (at, lane, entry, type, revokes) VALUES {values}", clock(), 10**6 + number, names
            )

    await service.core.database.write(work)
    clock.advance(1)
    response = await service.http.get(PATH, headers={"Accept-Encoding": "gzip"})
    assert len(claims_of(response.text)["sessions"]) == 10_000
    assert response.headers["content-encoding"] == "gzip"
    assert response.num_bytes_downloaded < 200_000


def test_requests_for_the_feed_are_handled_in_groups(service: Service) -> None:
    assert service.application.grouped == (b"GET /.well-known/revocations",)
