"""SIGKILL of a node that carries out an operation: another one goes on behind the last user that was committed."""

import asyncio
from collections import Counter

from tests.support.databases import settings_for
from tests.support.process import serving
from tests.support.service import Service, running

USERS = 100
# Users that a node deals with at least before it is killed.
BEFORE_A_KILL = 3


async def test_an_operation_goes_on_after_sigkill_without_a_repetition_or_a_gap(
    environ: dict[str, str], full: bool
) -> None:
    """Mutant: progress that is stored in a transaction of its own, before or behind that of the user's change. Users
    are deleted, which fails the second time."""
    async with running(settings_for(environ)) as service:
        await service.core.jobs.stop()
        admin = await service.login()
        ids = [(await service.create(admin, f"user-{number}"))["id"] for number in range(USERS)]
        started = (await admin.post("/api/operations", {"action": "delete", "match": {"keyword": "user-"}})).data["id"]
        reached = await done(service, started)
        assert reached == 0
        for _ in range(10 if full else 1):
            async with serving(environ) as node:
                while await done(service, started) < reached + BEFORE_A_KILL:
                    await asyncio.sleep(0.001)
                node.kill()
            reached = await done(service, started)
            assert reached < USERS
            # As if the time of the claim had passed.
            await service.core.database.write(lambda tx: tx.execute("UPDATE operations SET claimed_until = 0"))
        await service.core.operations.work()
        operation = (await admin.get(f"/api/operations/{started}")).data
        assert (operation["state"], operation["succeeded"], operation["failed"]) == ("done", USERS, 0)
        targets = Counter[str]()
        cursor = ""
        while cursor is not None:
            page = (await admin.get(f"/api/audit?action=user.deleted&pageSize=100&cursor={cursor}")).data
            targets.update(entry["target"] for entry in page["list"])
            cursor = page["nextCursor"]
    assert targets == Counter(f"user:{user}" for user in ids)


async def done(service: Service, operation_id: int) -> int:
    """How many users were dealt with. At every moment the others are left: one statement sees both."""
    sql = "SELECT done, (SELECT count(*) FROM users WHERE username LIKE 'user-%') FROM operations WHERE id = $1"
    row = await service.core.database.fetchrow(sql, operation_id)
    assert row is not None
    assert row[0] + row[1] == USERS
    return int(row[0])
