"""The bitmaps of attributes on SQLite: which writes they notice, and that lists are right while they are filled."""

from typing import Any

import pytest

from doorward.database.protocol import Transaction
from doorward.search.sqlite import bitmaps, pending_changes
from tests.support.service import PASSWORD, Client, Service

pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)


async def total(admin: Client, **query: Any) -> int:
    return int((await admin.get("/api/users", params=query)).data["total"])


async def changes(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM user_attribute_changes")
    assert row is not None
    return int(row[0])


async def test_a_sign_in_is_a_change_of_attributes_only_if_it_is_the_users_first(
    service: Service, admin: Client
) -> None:
    """Mutant: the trigger without its condition, so that every sign-in writes another row."""
    await service.core.jobs.stop()
    await service.create(admin, "ann")
    await service.core.users.directory.fill()
    assert (await total(admin, neverSignedIn="true"), await changes(service)) == (1, 0)
    await service.login("ann", PASSWORD)
    assert (await total(admin, neverSignedIn="true"), await changes(service)) == (0, 1)
    await service.core.users.directory.fill()
    await service.login("ann", PASSWORD)
    assert (await total(admin, neverSignedIn="true"), await changes(service)) == (0, 0)


async def test_changes_that_a_node_of_the_version_before_has_applied_are_not_lost(
    service: Service, admin: Client
) -> None:
    """It deletes the rows of `user_news`, and knows no bitmaps. Mutant: the bitmaps are kept by `user_news`."""
    await service.core.jobs.stop()
    ann = await service.create(admin, "ann", roles=["user"])
    await service.core.users.directory.fill()
    await admin.put(f"/api/users/{ann['id']}", {"status": 0, "roles": []})
    await service.core.database.write(pending_changes.apply_batch)
    for _ in range(2):
        assert await total(admin, noRole="true", status=0, keyword="ann") == 1
        assert await total(admin, noRole="false", neverSignedIn="true") == 0
        await service.core.users.directory.fill()


async def test_filters_are_right_while_the_bitmaps_are_filled(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: `plans_attributes` before they are complete; a bulk load that leaves out the users it created."""
    await service.core.jobs.stop()
    monkeypatch.setattr(bitmaps, "_FILLED", 1)

    async def restart(tx: Transaction) -> None:
        await tx.execute("DELETE FROM user_bitmaps")
        await tx.execute("UPDATE attribute_index SET upto = 0, ready = 0")

    await service.core.database.write(restart)
    await service.create(admin, "ann")
    seen = []
    while True:
        seen.append(await total(admin, neverSignedIn="true"))
        if await bitmaps.is_ready(service.core.database):
            break
        await service.core.database.write(bitmaps.work)
    assert seen == [1] * 4  # Before, after each of two users, and at the end.
    await service.core.database.write(bitmaps.postpone)
    await service.create(admin, "bob")
    await service.core.users.directory.fill()
    assert await total(admin, neverSignedIn="true") == 2
