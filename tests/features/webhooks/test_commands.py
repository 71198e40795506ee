"""doorward webhooks: the use cases of /api/webhooks by the same rules."""

import pytest
from standardwebhooks import Webhook

from tests.support.cli import doorward
from tests.support.receiver import receiving
from tests.support.service import Client, Service


@pytest.mark.settings(outbound_private="true")
async def test_webhooks_are_made_tried_listed_and_deleted(
    environ: dict[str, str], service: Service, admin: Client
) -> None:
    environ["DOORWARD_OUTBOUND_PRIVATE"] = "true"
    async with receiving() as receiver:
        made = await doorward(environ, "webhooks", "create", receiver.url, "--event", "user.*", "--json")
        assert made.code == 0, made.err
        number = str(made.json["id"])
        tried = await doorward(environ, "webhooks", "test", number, "--json")
        assert (tried.code, tried.json["status"]) == (0, 200)
        (got,) = receiver.received
        assert Webhook(made.json["secret"]).verify(got.body, got.headers)["type"] == "webhook.test"
        receiver.answer = lambda request: 410
        await service.create(admin, "ann")
        await receiver.wait(2)
        failed = await doorward(environ, "webhooks", "test", number)
        assert (failed.code, "answered 410" in failed.err) == (1, True)
    listed = await doorward(environ, "webhooks", "deliveries", number, "--json")
    assert [each["type"] for each in listed.json["list"]] == ["user.created"]
    assert "secret" not in (await doorward(environ, "webhooks", "list", "--json")).json["list"][0]
    doctor = await doorward(environ, "doctor", "--json")
    found = [each["finding"] for each in doctor.json["list"] if each["subject"] == "webhooks"]
    assert len(found) == 1
    assert found[0].endswith("is disabled: the receiver answered 410 Gone")
    assert (await doorward(environ, "webhooks", "delete", number)).code == 0
    wrong = await doorward(environ, "webhooks", "create", "https://10.0.0.1:22/", "--event", "*")
    assert wrong.code == 3
