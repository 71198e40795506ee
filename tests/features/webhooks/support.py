"""Webhooks that a test makes, and their deliveries."""

from typing import Any

from doorward.features.webhooks.delivery import Deliveries
from tests.support.service import Client, Service


async def create(admin: Client, url: str, *events: str, **more: Any) -> dict[str, Any]:
    answer = await admin.post("/api/webhooks", {"url": url, "events": events or ["user.*", "session.ended"], **more})
    assert answer.code == 200, answer.body
    return dict(answer.data)


async def deliver(service: Service) -> None:
    await Deliveries(service.core).work()


async def deliveries(admin: Client, webhook: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
    return list((await admin.get(f"/api/webhooks/{webhook['id']}/deliveries{query}")).data["list"])
