"""SIGKILL of a node that carries out an operation: another one goes on behind the last user that was committed."""

import asyncio
from collections import Counter

from tests.support.databases import settings_for
from tests.support.process import serving
from tests.support.service import Clock, Service, running

USERS = 60


async def test_an_operation_goes_on_after_sigkill_without_a_repetition_or_a_gap(environ: dict[str, str]) -> None:
    """Mutant: progress that is stored in a transaction of its own, before or behind that of the user's change."""
    async with running(settings_for(environ)) as service:
        await service.core.jobs.stop()
        admin = await service.login()
        ids = [(await service.create(admin, f"user-{number}"))["id"] for number in range(USERS)]
        started = (await admin.post("/api/operations", {"action": "disable", "match": {"keyword": "user-"}})).data["id"]
        assert await done(service, started) == 0
        async with serving(environ) as node:
            while await done(service, started) < 5:
                await asyncio.sleep(0.005)
            node.kill()
        half_way = await done(service, started)
        assert half_way < USERS
        # As if the time of the claim had passed.
        async with running(settings_for(environ), ahead()) as other:
            await other.core.operations.work()
        operation = (await admin.get(f"/api/operations/{started}")).data
        assert (operation["state"], operation["succeeded"], operation["failed"]) == ("done", USERS, 0)
        targets = Counter[str]()
        cursor = ""
        while cursor is not None:
            page = (await admin.get(f"/api/audit?action=user.updated&pageSize=100&cursor={cursor}")).data
            targets.update(entry["target"] for entry in page["list"])
            cursor = page["nextCursor"]
    assert targets == Counter(f"user:{user}" for user in ids)


async def done(service: Service, operation_id: int) -> int:
    row = await service.core.database.fetchrow("SELECT done FROM operations WHERE id = $1", operation_id)
    return int(row[0]) if row else 0


def ahead() -> Clock:
    clock = Clock()
    clock.advance(30)
    return clock
