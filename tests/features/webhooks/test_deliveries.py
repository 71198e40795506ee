"""Deliveries to webhooks: from committed events, signed as Standard Webhooks describes it, each until it succeeds."""

import asyncio
import contextlib
import re
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from doorward.core.audit.events import KEPT_FOR
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from doorward.features.webhooks import delivery, fan_out, queries, queue_queries
from doorward.features.webhooks.delivery import MOST_ATTEMPTS, pause_after
from doorward.features.webhooks.jobs import give_up_unwanted, purge_finished
from tests.features.webhooks.support import create, deliver, deliveries
from tests.support.databases import settings_for
from tests.support.receiver import HANG, RESET, Receiver
from tests.support.service import Client, Clock, Service, running

pytestmark = [
    pytest.mark.settings(outbound_private="true", webhook_timeout="2"),
    pytest.mark.usefixtures("only_tests_deliver"),
]


async def test_a_committed_change_is_delivered_with_a_signature_that_the_reference_library_accepts(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    webhook = await create(admin, receiver.url)
    assert webhook["secret"].startswith("whsec_")
    user = await service.create(admin, "ann")
    await deliver(service)
    (got,) = receiver.received
    Webhook(webhook["secret"]).verify(got.body, got.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(webhook["secret"]).verify(got.body + b" ", got.headers)
    assert set(got.document) == {"type", "timestamp", "data"}
    assert (got.document["type"], got.document["data"]["target"]) == ("user.created", f"user:{user['id']}")
    assert got.document["data"]["id"] == got.id
    (delivery,) = await deliveries(admin, webhook)
    assert (delivery["state"], delivery["attempts"], delivery["eventId"]) == ("delivered", 1, got.id)


async def test_a_change_that_is_rolled_back_is_not_delivered(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await create(admin, receiver.url, "role.*")

    async def fail(tx: Transaction) -> None:
        await service.core.trail.record(tx, SYSTEM, "role.updated", Target("lost", "lost"))
        raise RuntimeError

    with contextlib.suppress(RuntimeError):
        await service.core.database.write(fail)
    await admin.post("/api/roles", {"name": "editor"})
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received] == ["editor"]


async def test_two_nodes_that_fan_out_at_the_same_time_queue_each_event_once(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    """Mutants: a fan-out without the lock; a cursor that is written in another transaction."""
    await create(admin, receiver.url, "role.*")
    for number in range(10):
        await admin.post("/api/roles", {"name": f"r{number}"})
    await asyncio.gather(*(deliver(service) for _ in range(4)))
    assert len(receiver.received) == 10
    assert receiver.most_at_once == 1
    numbers = [int(event.removeprefix("evt_")) for event in receiver.accepted()]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_an_event_that_is_numbered_while_a_node_finds_none_is_delivered(
    service: Service, admin: Client, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the last number is read behind the events. With four nodes and 80 events a second, one in seventeen was
    lost. SQLite reads both from one snapshot."""
    await create(admin, receiver.url, "role.*")
    await deliver(service)
    list_all = queries.list_all

    async def meanwhile(tx: Transaction) -> Any:
        monkeypatch.setattr(queries, "list_all", list_all)
        await admin.post("/api/roles", {"name": "editor"})
        await service.core.events.sequence()
        return await list_all(tx)

    monkeypatch.setattr(queries, "list_all", meanwhile)
    await service.core.database.write(lambda tx: fan_out._step(tx, service.clock()))
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received] == ["editor"]


@pytest.mark.parametrize("change", [None, {"enabled": False}, {"url": "http://127.0.0.1:{port}/moved"}])
async def test_a_change_of_a_webhook_counts_from_the_next_attempt_on(
    service: Service, admin: Client, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any] | None
) -> None:
    """Deleted, disabled, or moved during an attempt, which the former receiver then answers with 410. Mutants:
    the webhook is read once for all that is due; the 410 disables what has another address by now."""
    webhook = await create(admin, receiver.url, "role.*")
    for number in range(3):
        await admin.post("/api/roles", {"name": f"r{number}"})
    moved = bool(change and "url" in change)
    receiver.answer = lambda request: 410 if moved and request.path == "/events" else 200

    async def changed_meanwhile(*arguments: Any) -> Any:
        monkeypatch.undo()
        answer = await delivery.attempt(*arguments)
        place = f"/api/webhooks/{webhook['id']}"
        if change is None:
            await admin.delete(place)
        else:
            url = {"url": change["url"].format(port=receiver.port)} if moved else {}
            assert (await admin.put(place, change | url)).code == 200
        return answer

    monkeypatch.setattr(delivery, "attempt", changed_meanwhile)
    await deliver(service)
    assert [each.path for each in receiver.received] == ["/events"] + ["/moved"] * 2 * moved
    if moved:
        assert (await admin.get(f"/api/webhooks/{webhook['id']}")).data["enabled"]


@pytest.mark.settings(outbound_private="true", webhook_timeout="1")
async def test_a_node_whose_clock_is_ahead_waits_for_the_attempt_of_another(
    service: Service, admin: Client, receiver: Receiver, environ: dict[str, str]
) -> None:
    """Mutant: a claim that lasts some time limits of an attempt alone, which may be less than clocks differ by."""
    await create(admin, receiver.url)
    await service.create(admin, "ann")
    receiver.answer = lambda request: HANG
    clock = Clock()
    clock.advance(4.9)
    async with running(settings_for(environ, outbound_private="true", webhook_timeout="1"), clock) as other:
        await other.core.jobs.stop()
        sending = asyncio.create_task(deliver(service))
        await receiver.wait(1)
        await deliver(other)
        await sending
    assert (len(receiver.received), receiver.most_at_once) == (1, 1)


async def test_a_failed_attempt_is_repeated_later_with_the_same_id(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    answers = iter([500, 302, RESET, 204])
    receiver.answer = lambda request: next(answers)
    webhook = await create(admin, receiver.url)
    await service.create(admin, "ann")
    errors = []
    for attempt in range(4):
        await deliver(service)
        await deliver(service)  # Not due: sends nothing.
        assert len(receiver.received) == attempt + 1
        errors.append((await deliveries(admin, webhook))[0]["error"])
        service.clock.advance(pause_after(attempt + 1) / 1000 * 1.2)
    assert len({each.id for each in receiver.received}) == 1
    assert len({each.body for each in receiver.received}) == 1
    assert errors[0] == "answered 500"
    assert "redirects are not followed" in errors[1]
    assert errors[2].startswith("the connection failed")
    (delivery,) = await deliveries(admin, webhook)
    assert (delivery["state"], delivery["attempts"], delivery["error"]) == ("delivered", 4, "")
    read = await admin.get(f"/api/webhooks/{webhook['id']}")
    assert read.data["failingSince"] is None


def test_attempts_spread_over_a_day_with_growing_pauses() -> None:
    pauses = [pause_after(failures) for failures in range(1, MOST_ATTEMPTS)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 5_000
    assert 24 * 3_600_000 < sum(pauses) < 36 * 3_600_000


async def test_a_delivery_is_given_up_after_its_last_attempt_and_the_next_ones_go_on(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    """Mutant: attempts without an end."""
    webhook = await create(admin, receiver.url)
    first = await service.create(admin, "poison")
    target = f"user:{first['id']}"
    receiver.answer = lambda request: 500 if request.document["data"]["target"] == target else 200
    attempts = f"UPDATE outbox SET attempts = {MOST_ATTEMPTS - 2} WHERE topic = 'webhook'"
    await deliver(service)
    await service.core.database.write(lambda tx: tx.execute(attempts))
    states = []
    for _ in range(2):
        service.clock.advance(hours=3)
        await deliver(service)
        admin = await service.login()
        states.append((await deliveries(admin, webhook))[0]["state"])
    assert states == ["queued", "failed"]
    service.clock.advance(hours=3)
    admin = await service.login()
    await service.create(admin, "ann")
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received] == ["poison"] * 3 + ["ann"]
    assert (await admin.get(f"/api/webhooks/{webhook['id']}")).data["enabled"]


async def test_a_delivery_that_always_fails_delays_the_others_only_briefly(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await create(admin, receiver.url)
    first = await service.create(admin, "poison")
    await service.create(admin, "ann")
    target = f"user:{first['id']}"
    receiver.answer = lambda request: 500 if request.document["data"]["target"] == target else 200
    await deliver(service)
    assert len(receiver.received) == 1
    service.clock.advance(4.4)
    await deliver(service)
    assert len(receiver.received) == 1
    service.clock.advance(1.2)
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received][:2] == ["poison", "ann"]


async def test_a_test_a_repeated_delivery_and_a_new_address_end_the_pause_after_a_failure(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    """Mutants: each of the three that waits for the end of the pause; a test behind what waits; a `dueAt` that lies in
    the past meanwhile."""
    webhook = await create(admin, receiver.url)
    path = f"/api/webhooks/{webhook['id']}"
    service.clock.stop()
    receiver.answer = lambda request: 500
    for name in ("ann", "eve", "joe"):
        await service.create(admin, name)
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received] == ["ann"]
    assert all(each["dueAt"] > each["createdAt"] for each in await deliveries(admin, webhook))
    await admin.post(f"{path}/test")
    await deliver(service)
    assert [each.document["type"] for each in receiver.received] == ["user.created", "webhook.test"]
    joe = (await deliveries(admin, webhook))[1]
    await admin.post(f"{path}/deliveries/{joe['id']}/replay")
    await deliver(service)
    assert [each.document["data"].get("targetName") for each in receiver.received[2:]] == ["eve"]
    receiver.answer = lambda request: 200
    await admin.put(path, {"url": f"{receiver.url}/new"})
    await deliver(service)
    assert [each.document["data"]["targetName"] for each in receiver.received[3:]] == ["joe", "joe"]


async def test_old_events_and_deliveries_go(service: Service, admin: Client, receiver: Receiver) -> None:
    webhook = await create(admin, receiver.url)
    await service.create(admin, "ann")
    await service.create(admin, "eve")
    await deliver(service)
    (_, first) = await deliveries(admin, webhook)
    service.clock.advance(KEPT_FOR / 1000 + 1)
    admin = await service.login()
    await service.core.events.purge_old()
    gone = await admin.post(f"/api/webhooks/{webhook['id']}/deliveries/{first['id']}/replay")
    assert gone.reason == "event_gone"
    await purge_finished(service.core)
    assert await deliveries(admin, webhook) == []


async def test_a_long_queue_of_other_webhooks_is_not_read_for_what_is_to_be_given_up(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    """Mutant: each delivery that is queued is looked at."""
    wanted, deleted = [await create(admin, receiver.url, "role.*") for _ in range(2)]
    database, plans = service.core.database, list[str]()
    explain = "EXPLAIN QUERY PLAN" if service.settings.sqlite_path else "EXPLAIN"
    columns = "topic, kind, recipient, sealed, state, due_at, created_at"

    async def insert(tx: Transaction) -> None:
        rows = [
            ("webhook", "role.created", str(webhook["id"]), "", "queued", 1, 1)
            for webhook, count in ((wanted, 5000), (deleted, 700))
            for _ in range(count)
        ]
        await tx.insert_rows("outbox", columns, rows)
        await tx.execute("ANALYZE outbox")

    class Explaining:
        async def fetch(self, sql: str, *values: Any) -> list[Any]:
            plans.append(str([tuple(row) for row in await database.fetch(f"{explain} {sql}", *values)]))
            return []

    await database.write(insert)
    await queue_queries.unwanted(Explaining())  # type: ignore[arg-type]
    assert not re.search(r"SCAN outbox|Seq Scan on outbox", plans[0]), plans
    await admin.delete(f"/api/webhooks/{deleted['id']}")
    await give_up_unwanted(service.core)
    left = await database.fetch("SELECT recipient, count(*) FROM outbox WHERE state = 'queued' GROUP BY recipient")
    assert [tuple(row) for row in left] == [(str(wanted["id"]), 5000)]
