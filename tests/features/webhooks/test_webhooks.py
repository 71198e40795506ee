"""Webhooks: managed over HTTP, signed as Standard Webhooks describes it, delivered from committed events."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from doorward.core.audit.events import KEPT_FOR
from doorward.database.protocol import Transaction
from doorward.domain.access import SYSTEM
from doorward.domain.audit import Target
from doorward.features.webhooks import delivery, fan_out, queries
from doorward.features.webhooks.delivery import FAILING_FOR, MOST_ATTEMPTS, Deliveries, pause_after
from doorward.features.webhooks.jobs import give_up_unwanted, purge_finished
from doorward.features.webhooks.model import MOST_WEBHOOKS
from tests.support.databases import settings_for
from tests.support.receiver import HANG, RESET, Receiver, receiving
from tests.support.service import PASSWORD, Answer, Client, Clock, Service, running

pytestmark = pytest.mark.settings(outbound_private="true", webhook_timeout="2")


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture
async def admin(service: Service) -> Client:
    # Nothing but the test delivers.
    await service.core.jobs.stop()
    return await service.login()


async def create(admin: Client, url: str, *events: str, **more: Any) -> dict[str, Any]:
    answer = await admin.post("/api/webhooks", {"url": url, "events": events or ["user.*", "session.ended"], **more})
    assert answer.code == 200, answer.body
    return dict(answer.data)


async def deliver(service: Service) -> None:
    await Deliveries(service.core).work()


async def deliveries(admin: Client, webhook: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
    return list((await admin.get(f"/api/webhooks/{webhook['id']}/deliveries{query}")).data["list"])


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


async def test_only_events_that_the_filter_names_are_delivered(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await create(admin, receiver.url, "session.ended")
    await service.create(admin, "ann")
    client = await service.login("ann", PASSWORD)
    await client.post("/api/auth/logout")
    await deliver(service)
    assert [each.document["type"] for each in receiver.received] == ["session.ended"]


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


async def test_a_test_after_one_that_failed_is_sent_at_once(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    """Mutant: a test before the next attempt of the other, which lies ahead."""
    webhook = await create(admin, receiver.url)
    service.clock.stop()
    receiver.answer = lambda request: 500
    for _ in range(2):
        await admin.post(f"/api/webhooks/{webhook['id']}/test")
        await deliver(service)
    assert len({each.id for each in receiver.received}) == 2


async def test_an_endpoint_that_answers_410_is_disabled_with_a_mail_and_an_event(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await admin.put("/api/users/1", {"email": "admin@example.com"})
    webhook = await create(admin, receiver.url)
    receiver.answer = lambda request: 410
    await service.create(admin, "ann")
    await service.create(admin, "eve")
    await deliver(service)
    assert len(receiver.received) == 1
    read = (await admin.get(f"/api/webhooks/{webhook['id']}")).data
    assert (read["enabled"], read["disabledReason"]) == (False, "receiver_gone")
    assert read["disabledMessage"] == "the receiver answered 410 Gone"
    mails = (await admin.get("/api/mail?kind=webhook_disabled")).data["list"]
    assert [mail["recipient"] for mail in mails] == ["admin@example.com"]
    audit = (await admin.get("/api/audit?action=webhook.disabled")).data["list"]
    assert audit[0]["details"]["reason"] == "receiver_gone"
    await give_up_unwanted(service.core)
    assert [each["state"] for each in await deliveries(admin, webhook)] == ["failed", "failed"]


async def test_an_endpoint_that_fails_for_days_is_disabled_and_can_be_enabled_again(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await admin.put("/api/users/1", {"email": "admin@example.com"})
    webhook = await create(admin, receiver.url)
    receiver.answer = lambda request: 503
    await service.create(admin, "ann")
    await deliver(service)
    service.clock.advance(FAILING_FOR / 1000 - 60)
    admin = await service.login()
    await deliver(service)
    assert (await admin.get(f"/api/webhooks/{webhook['id']}")).data["enabled"]
    service.clock.advance(3 * 3600)
    admin = await service.login()
    await deliver(service)
    read = (await admin.get(f"/api/webhooks/{webhook['id']}")).data
    assert (read["enabled"], read["disabledReason"]) == (False, "failing")
    mails = (await admin.get("/api/mail?kind=webhook_disabled")).data["list"]
    assert [mail["recipient"] for mail in mails] == ["admin@example.com"]
    audit = (await admin.get("/api/audit?action=webhook.disabled")).data["list"]
    assert [entry["details"]["reason"] for entry in audit] == ["failing"]
    # As versions stored it that had no codes.
    former = "UPDATE webhooks SET disabled_reason = 'no delivery succeeded for three days'"
    await service.core.database.write(lambda tx: tx.execute(former))
    assert (await admin.get(f"/api/webhooks/{webhook['id']}")).data == read
    receiver.answer = lambda request: 200
    await service.create(admin, "missed")
    enabled = await admin.put(f"/api/webhooks/{webhook['id']}", {"enabled": True})
    assert (enabled.data["enabled"], enabled.data["failingSince"]) == (True, None)
    await service.create(admin, "eve")
    await deliver(service)
    names = [each.document["data"]["targetName"] for each in receiver.received if each.answer == 200]
    assert "eve" in names
    assert "missed" not in names


async def test_while_a_secret_is_rotated_both_secrets_verify(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    webhook = await create(admin, receiver.url)
    rotated = (await admin.post(f"/api/webhooks/{webhook['id']}/rotate-secret")).data
    assert rotated["secret"] != webhook["secret"]
    await service.create(admin, "ann")
    await deliver(service)
    for secret in (webhook["secret"], rotated["secret"]):
        Webhook(secret).verify(receiver.received[0].body, receiver.received[0].headers)
    assert len(receiver.received[0].headers["webhook-signature"].split(" ")) == 2
    service.clock.advance(days=1, seconds=1)
    admin = await service.login()
    await service.create(admin, "eve")
    await deliver(service)
    assert len(receiver.received[1].headers["webhook-signature"].split(" ")) == 1


async def test_a_test_event_is_delivered_whatever_the_filter(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    webhook = await create(admin, receiver.url, "role.deleted")
    queued = (await admin.post(f"/api/webhooks/{webhook['id']}/test")).data
    await deliver(service)
    assert receiver.received[0].document["type"] == "webhook.test"
    assert receiver.received[0].id == queued["eventId"]
    Webhook(webhook["secret"]).verify(receiver.received[0].body, receiver.received[0].headers)


async def test_a_test_event_has_the_members_of_any_event(service: Service, admin: Client, receiver: Receiver) -> None:
    webhook = await create(admin, receiver.url, "user.created")
    await admin.post(f"/api/webhooks/{webhook['id']}/test")
    await service.create(admin, "ann")
    await deliver(service)
    test, real = (got.document for got in receiver.received)
    assert (test["type"], real["type"]) == ("webhook.test", "user.created")
    assert {name: type(value) for name, value in test["data"].items()} == {
        name: type(value) for name, value in real["data"].items()
    }


async def test_a_replayed_delivery_has_the_same_id_and_content(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    webhook = await create(admin, receiver.url)
    await service.create(admin, "ann")
    await deliver(service)
    (first,) = await deliveries(admin, webhook, "?state=delivered")
    path = f"/api/webhooks/{webhook['id']}/deliveries"
    again = (await admin.post(f"{path}/{first['id']}/replay")).data
    assert (again["eventId"], again["state"]) == (first["eventId"], "queued")
    await deliver(service)
    assert receiver.received[0].id == receiver.received[1].id
    assert receiver.received[0].body == receiver.received[1].body
    assert (await admin.post(f"{path}/999999/replay")).reason == "delivery_not_found"
    assert await deliveries(admin, webhook, "?state=failed") == []


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


async def test_webhooks_are_listed_changed_and_deleted_and_never_show_their_secret(
    service: Service, admin: Client
) -> None:
    webhook = await create(admin, "http://127.0.0.1:9999/a?token=hidden", description="CRM")
    path = f"/api/webhooks/{webhook['id']}"
    listed = (await admin.get("/api/webhooks")).data
    assert listed["total"] == 1
    assert "secret" not in listed["list"][0]
    read = await admin.get(path)
    assert (read.data["description"], read.data["events"]) == ("CRM", ["session.ended", "user.*"])
    stale = await admin.put(path, {"events": ["*"]}, headers={"If-Match": '"99"'})
    assert stale.reason == "precondition_failed"
    changed = await admin.put(path, {"events": ["*"], "enabled": False}, headers={"If-Match": read.headers["etag"]})
    assert (changed.data["events"], changed.data["enabled"]) == (["*"], False)
    assert (await admin.post(f"{path}/test")).reason == "webhook_disabled"
    assert (await admin.delete(path)).code == 200
    assert (await admin.delete(path)).reason == "webhook_not_found"
    assert (await admin.get(f"{path}/deliveries")).reason == "webhook_not_found"
    entries = (await admin.get("/api/audit?action=webhook.*")).response.text
    assert "hidden" not in entries
    assert "whsec_" not in entries


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"url": "https://example.com/", "events": []}, "events"),
        ({"url": "https://example.com/", "events": ["user.unheard_of"]}, "events"),
        ({"url": "https://example.com/", "events": ["nothing.*"]}, "events"),
        ({"url": "ftp://example.com/", "events": ["*"]}, "url"),
        ({"url": "https://ann:secret@example.com/", "events": ["*"]}, "url"),
        ({"url": "https://example.com/ü", "events": ["*"]}, "url"),
        ({"url": "https://example.com:25/", "events": ["*"]}, "url"),
    ],
)
async def test_an_invalid_webhook_is_refused_by_field(service: Service, body: dict[str, Any], field: str) -> None:
    admin = await service.login()
    answer = await admin.post("/api/webhooks", body)
    assert (answer.code, list(answer.fields)) == (400, [field])


async def test_a_caller_without_the_audit_trail_cannot_have_it_sent_elsewhere(service: Service, admin: Client) -> None:
    await admin.post("/api/roles", {"name": "hooks", "permissions": ["webhooks:*"]})
    await service.create(admin, "ann", roles=["hooks"])
    ann = await service.login("ann", PASSWORD)
    refused = await ann.post("/api/webhooks", {"url": "https://example.com/", "events": ["*"]})
    assert (refused.code, refused.data["required"]) == (403, "audit:read")
    webhook = await create(admin, "http://127.0.0.1:9999/")
    assert (await ann.put(f"/api/webhooks/{webhook['id']}", {"url": "https://example.com/"})).code == 403
    assert (await ann.get("/api/webhooks")).code == 200


async def test_the_number_of_webhooks_is_bounded(service: Service, admin: Client) -> None:
    answers: list[Answer] = []
    for _ in range(MOST_WEBHOOKS + 1):
        answers.append(await admin.post("/api/webhooks", {"url": "https://example.com/", "events": ["role.*"]}))
    assert [each.code for each in answers] == [200] * MOST_WEBHOOKS + [409]
    assert (answers[-1].reason, answers[-1].data["limit"]) == ("too_many_webhooks", MOST_WEBHOOKS)


async def test_a_request_that_is_repeated_makes_one_webhook_and_shows_the_same_secret(
    service: Service, admin: Client
) -> None:
    body, key = {"url": "https://example.com/", "events": ["*"]}, {"Idempotency-Key": "once"}
    first = await admin.post("/api/webhooks", body, headers=key)
    again = await admin.post("/api/webhooks", body, headers=key)
    assert first.data == again.data
    assert (await admin.get("/api/webhooks")).data["total"] == 1
