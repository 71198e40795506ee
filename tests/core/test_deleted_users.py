"""Requests of a user who is being deleted at the same moment. On SQLite transactions run one after the other."""

import asyncio
from typing import Any

import pytest

from doorward.database.protocol import Transaction
from doorward.store import users
from doorward.store.sign_in import sessions
from tests.support.service import PASSWORD, Client, Service

pytestmark = pytest.mark.parametrize("databases", ["postgres"], indirect=True)
_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.mark.parametrize(
    ("path", "body"), [("/api/auth/tokens", {"name": "nightly"}), ("/api/auth/passkeys/options", None)]
)
async def test_a_request_that_waited_for_the_deletion_of_its_user_is_refused_like_a_later_one(
    service: Service, admin: Client, path: str, body: dict[str, Any] | None
) -> None:
    """Mutants: 404 for the own user; a row that names a user who is gone is an internal error."""
    await service.create(admin, "ann")
    ann = await service.login("ann", PASSWORD)
    reached, go = asyncio.Event(), asyncio.Event()

    async def delete(tx: Transaction) -> None:
        await users.lock_row(tx, ann.id)
        await sessions.end_all(tx, ann.id)
        await users.delete(tx, ann.id)
        reached.set()
        await go.wait()

    deleting = asyncio.create_task(service.core.database.write(delete))
    await reached.wait()
    asking = asyncio.create_task(ann.post(path, body))
    async with asyncio.timeout(20):
        while not (await service.core.database.fetch(_WAITING))[0][0]:
            await asyncio.sleep(0.01)
    go.set()
    await deleting
    answer = await asking
    assert (answer.code, answer.reason) == (401, "session_ended"), answer.body
