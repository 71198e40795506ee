"""An import over HTTP whose node is killed goes on where it stopped; one that is slow stays with its node."""

import asyncio
import threading
from typing import Any

import pytest

from doorward.core.operations import kinds
from doorward.core.operations.kinds import LEASE, RunningOperation
from doorward.features.transfer.over_http import isolated
from doorward.features.transfer.over_http.operation import ImportOperations, OpenImport
from doorward.features.transfer.service import Importing
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
    claimed = await core.operations._claim("other", ("import",))
    assert claimed is not None
    running, first = RunningOperation(core.database, core.trail, core.clock, "other", claimed), ImportOperations(core)
    await first.run(running)
    assert running.operation.done == 1000
    service.clock.advance(31)
    done = await ended(admin, started)  # By another object, in which the file is not open.
    await first._close(claimed.id)
    assert (done["done"], done["failed"]) == (1201, 1)
    assert await refusals(admin, done) == {1201: "username also occurs in an earlier row of the file"}


@pytest.mark.parametrize(
    "part", [(OpenImport, "begin"), (OpenImport, "next_batch"), (Importing, "rehearse"), (Importing, "prepare")]
)
async def test_an_import_that_takes_longer_than_its_claim_keeps_it(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, part: tuple[type, str]
) -> None:
    """Mutant: any of these parts without `keep_during`. Other nodes read the same file from its start, one after the
    other, and take it from each other without end."""
    await service.core.jobs.stop()
    started = (await upload(admin, "username\nann\n")).data
    if part[1] == "prepare":
        started = (await admin.post(f"/api/imports/{(await ended(admin, started))['id']}/apply")).data
    monkeypatch.setattr(kinds, "_KEPT_EVERY", 0.001)
    reached, release = _slowed(monkeypatch, *part)
    working = asyncio.create_task(service.core.operations.work())
    try:
        await asyncio.to_thread(reached.wait, 30)
        for _ in range(4):
            service.clock.advance(LEASE / 2000)
            extended = service.clock() + LEASE
            async with asyncio.timeout(10):
                while await _claimed_until(service, started["id"]) < extended:
                    await asyncio.sleep(0.001)
    finally:
        release.set()
    await working
    assert (await admin.get(f"/api/operations/{started['id']}")).data["state"] == "done"


async def test_users_are_disabled_while_a_file_is_read(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: one job for the operations of all kinds. A node does nothing else until the file is read, which a small
    one can delay by ten minutes."""
    ann = await service.create(admin, "ann")
    reached, release = _slowed(monkeypatch, OpenImport, "begin")
    try:
        await upload(admin, "username\nbob\n")
        assert await asyncio.to_thread(reached.wait, 30)
        await admin.post("/api/operations", {"action": "disable", "users": [ann["id"]]})
        async with asyncio.timeout(20):
            while (await admin.get(f"/api/users/{ann['id']}")).data["status"]:
                await asyncio.sleep(0.05)
    finally:
        release.set()


async def test_a_cancelled_import_stops_in_the_middle_of_reading(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: the cancellation is noticed with the next step, which may be ten minutes away; the reader is asked to
    end (SIGTERM), which it does not notice while it parses."""
    await service.core.jobs.stop()
    monkeypatch.setattr(kinds, "_KEPT_EVERY", 0.001)
    monkeypatch.setattr(
        isolated, "_START", "import signal, time; signal.signal(signal.SIGTERM, lambda *_: 0); time.sleep(40)"
    )
    started = (await upload(admin, "username\nann\n")).data
    working = asyncio.create_task(service.core.operations.work())
    while not await _claimed_until(service, started["id"]):
        await asyncio.sleep(0.001)
    service.clock.advance(LEASE / 2000)
    await admin.delete(f"/api/imports/{started['id']}")
    async with asyncio.timeout(20):
        await working
    assert (await admin.get(f"/api/operations/{started['id']}")).data["state"] == "cancelled"


def _slowed(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> tuple[threading.Event, threading.Event]:
    """Makes a method wait: events that say that it was called, and that let it go on."""
    reached, release = threading.Event(), threading.Event()
    original = getattr(owner, name)

    def wait() -> None:
        reached.set()
        release.wait(40)

    def slow(*args: Any, **options: Any) -> Any:
        wait()
        return original(*args, **options)

    async def slow_too(*args: Any, **options: Any) -> Any:
        await asyncio.to_thread(wait)
        return await original(*args, **options)

    monkeypatch.setattr(owner, name, slow_too if asyncio.iscoroutinefunction(original) else slow)
    return reached, release


async def _claimed_until(service: Service, operation: int) -> int:
    row = await service.core.database.fetchrow("SELECT claimed_until FROM operations WHERE id = $1", operation)
    assert row is not None
    return int(row[0])


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
