"""A service that sends mails, and mails that are queued as a feature would, in a transaction of the service."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from doorward.database.protocol import Transaction
from tests.support.databases import settings_for
from tests.support.service import Clock, Service, running

PUBLIC = "https://login.example.com"


@contextlib.asynccontextmanager
async def sending_by(environ: dict[str, str], clock: Clock, url: str, **more: Any) -> AsyncIterator[Service]:
    options: dict[str, Any] = {"smtp_url": url, "public_url": PUBLIC, "smtp_timeout": 2} | more
    async with running(settings_for(environ, **options), clock) as service:
        yield service


async def queue(
    service: Service,
    recipient: str = "ann@example.com",
    name: str = "Ann",
    *,
    language: str = "en",
    user_id: int | None = None,
    role_ids: tuple[int, ...] = (),
) -> int:
    async def work(tx: Transaction) -> int:
        return await service.core.mailbox.queue(
            tx, "test", recipient, language, user_id=user_id, role_ids=role_ids, name=name
        )

    return await service.core.database.write(work)
