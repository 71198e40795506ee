"""Webhooks: managed over HTTP, tried, disabled, and their secrets."""

from typing import Any

import pytest
from standardwebhooks import Webhook

from doorward.features.webhooks.delivery import FAILING_FOR
from doorward.features.webhooks.jobs import give_up_unwanted
from doorward.features.webhooks.model import MOST_WEBHOOKS
from tests.features.webhooks.support import create, deliver, deliveries
from tests.support.receiver import Receiver
from tests.support.service import PASSWORD, Answer, Client, Service

pytestmark = [
    pytest.mark.settings(outbound_private="true", webhook_timeout="2"),
    pytest.mark.usefixtures("only_tests_deliver"),
]


async def test_only_events_that_the_filter_names_are_delivered(
    service: Service, admin: Client, receiver: Receiver
) -> None:
    await create(admin, receiver.url, "session.ended")
    await service.create(admin, "ann")
    client = await service.login("ann", PASSWORD)
    await client.post("/api/auth/logout")
    await deliver(service)
    assert [each.document["type"] for each in receiver.received] == ["session.ended"]


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
