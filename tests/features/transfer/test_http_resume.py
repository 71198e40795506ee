"""An import over HTTP whose node is killed goes on where it stopped."""

import asyncio

from doorward.core.operations.kinds import RunningOperation
from doorward.features.transfer.over_http.operation import ImportOperations
from tests.features.transfer.test_http_import import checked, ended, files, refusals, upload
from tests.support.process import Node
from tests.support.service import Client, Service

_ROWS = 3000


async def test_another_node_goes_on_behind_the_last_batch_after_sigkill(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutants: the progress is written in another transaction than the users (rows are refused as taken, or are
    missing); the file is read from its start as if nothing had been done."""
    await service.core.jobs.stop()
    rows = "username,name\n" + "".join(f"u{number},Name {number}\n" for number in range(_ROWS))
    check = await checked(admin, rows)
    started = (await admin.post(f"/api/imports/{check['id']}/apply")).data
    node = Node(environ)
    try:
        node.launch()
        while (reached := await _done(service, started["id"])) == 0:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(node.kill)
    finally:
        await node.close()
    reached = await _done(service, started["id"])
    assert 0 < reached < _ROWS
    service.clock.advance(31)  # The claim of the node that is gone has run out.
    done = await ended(admin, started)
    assert (done["state"], done["done"], done["failed"]) == ("done", _ROWS, 0)
    assert (done["result"]["rows"], done["result"]["created"]) == (_ROWS, _ROWS)
    assert await refusals(admin, done) == {}
    assert await _users(service) == _ROWS + 1
    assert await files(service) == 0


async def test_a_check_that_another_node_goes_on_with_counts_each_row_once(service: Service, admin: Client) -> None:
    """Mutant: names that the first node has met are not found again."""
    await service.core.jobs.stop()
    rows = "username\n" + "".join(f"u{number}\n" for number in range(1200)) + "u7\n"
    started = (await upload(admin, rows)).data
    core = service.core
    claimed = await core.operations._claim("other")
    assert claimed is not None
    running, first = RunningOperation(core.database, core.trail, core.clock, "other", claimed), ImportOperations(core)
    await first.run(running)
    assert running.operation.done == 1000
    service.clock.advance(31)
    done = await ended(admin, started)  # By another object, in which the file is not open.
    await first._close(claimed.id)
    assert (done["done"], done["failed"]) == (1201, 1)
    assert await refusals(admin, done) == {1201: "username also occurs in an earlier row of the file"}


async def _done(service: Service, operation: int) -> int:
    """How many rows are done: at every moment as many users exist, beside the administrator."""
    sql = "SELECT done, (SELECT count(*) FROM users) FROM operations WHERE id = $1"
    row = await service.core.database.fetchrow(sql, operation)
    assert row is not None
    assert row[1] == row[0] + 1
    return int(row[0])


async def _users(service: Service) -> int:
    row = await service.core.database.fetchrow("SELECT count(*) FROM users")
    assert row is not None
    return int(row[0])
