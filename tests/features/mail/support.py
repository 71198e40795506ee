"""Queues mails as a feature would, in a transaction of the service."""

from doorward.database.protocol import Transaction
from tests.support.service import Service


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
