"""What docs/webhooks.md says: its receiver verifies real deliveries, and no event carries a secret."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from doorward.features.webhooks.delivery import Deliveries
from tests.support.receiver import receiving
from tests.support.service import PASSWORD, Service

_PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"

pytestmark = pytest.mark.settings(outbound_private="true")


def receiver_of_the_page() -> Any:
    source, _ = re.findall(r"```python\n(.*?)```", _PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(source, names)
    return names["verify"]


async def test_the_receiver_of_the_page_verifies_deliveries_and_refuses_others(service: Service) -> None:
    verify, admin = receiver_of_the_page(), await service.login()
    async with receiving() as receiver:
        webhook = (await admin.post("/api/webhooks", {"url": receiver.url, "events": ["user.*"]})).data
        await service.create(admin, "ann")
        await receiver.wait(1)
        (got,) = receiver.received
    assert verify(webhook["secret"], got.headers, got.body)["type"] == "user.created"
    with pytest.raises(ValueError, match="signature"):
        verify(webhook["secret"], got.headers, got.body.replace(b"ann", b"eve"))
    with pytest.raises(ValueError, match="old"):
        verify(webhook["secret"], got.headers | {"webhook-timestamp": "1700000000"}, got.body)
    for missing in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        with pytest.raises(ValueError, match="sign"):
            verify(webhook["secret"], {name: each for name, each in got.headers.items() if name != missing}, got.body)


async def test_no_event_carries_a_password_a_token_a_secret_or_a_hash(service: Service) -> None:
    """Walks through the ways in which secrets enter the service, and searches what webhooks would send for them."""
    core, admin = service.core, await service.login()
    await admin.put("/api/users/1", {"email": "admin@example.com"})
    webhook = (await admin.post("/api/webhooks", {"url": "https://example.com/s3cret", "events": ["*"]})).data
    rotated = (await admin.post(f"/api/webhooks/{webhook['id']}/rotate-secret")).data
    user = await service.create(admin, "ann", email="ann@example.com")
    ann = await service.login("ann", PASSWORD)
    await service.anonymous.post("/api/auth/login", {"username": "ann", "password": "a wrong password"})
    changed = {"currentPassword": PASSWORD, "newPassword": "another good password"}
    await ann.put("/api/auth/password", changed)
    again = await service.login("ann", "another good password")
    await again.refresh()
    await service.anonymous.post("/api/auth/password/forgot", {"username": "ann"})
    invited = (await admin.post("/api/invitations", {"email": "bob@example.com"})).data
    await admin.put(f"/api/users/{user['id']}", {"password": "yet another password"})
    await service.carry_out_deferred()
    await core.events.sequence()
    found = await core.events.after(0, 1000)
    sent = json.dumps([event.document() for event in found])
    assert len(found) >= 10
    secrets = [webhook["secret"], rotated["secret"], "s3cret", PASSWORD, "a wrong password", "another good password"]
    secrets += ["yet another password", invited["link"].rpartition("=")[2], ann.token, ann.refresh_token, again.token]
    secrets += ["$argon2", "whsec_", "dwl_"]
    assert [secret for secret in secrets if secret in sent] == []


def test_no_recorded_detail_has_a_name_that_secrets_have() -> None:
    """Every call of `record` in the sources: what it is given becomes part of an event."""
    sources = Path(__file__).parents[3] / "src" / "doorward"
    named = set[str]()
    for file in sources.rglob("*.py"):
        for call in re.findall(
            r"trail\.record\((.*?)\n\s*(?:async def|def|return|\w+ =|if |class )", file.read_text("utf-8"), re.DOTALL
        ):
            named |= set(re.findall(r"(\w+)=", call))
    assert "changes" in named
    # `key` is the id of an API key.
    assert named & {"password", "token", "secret", "hash", "code", "link", "sealed", "password_hash"} == set()


async def test_a_delivery_after_a_kill_is_made_from_what_was_committed(service: Service) -> None:
    """The job of another process finds what this one left: here, the events of a service whose jobs never ran."""
    admin = await service.login()
    await service.core.jobs.stop()
    async with receiving() as receiver:
        await admin.post("/api/webhooks", {"url": receiver.url, "events": ["user.created"]})
        await service.create(admin, "ann")
        assert receiver.received == []
        await Deliveries(service.core).work()
        assert [each.document["data"]["targetName"] for each in receiver.received] == ["ann"]
