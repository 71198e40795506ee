"""Acknowledged means committed: on PostgreSQL, no answer but the server's own to COMMIT says that a change is made.

On SQLite the order of system calls shows the same: see test_disk.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.databases import PostgresDatabases, settings_for
from tests.support.measurements import Measurements
from tests.support.postgres import PostgresServer
from tests.support.service import PASSWORD, Answer, Client, Service, running
from tests.support.wire import Moment, Wire, wire_to


@pytest.fixture
async def wire(server: PostgresServer, anyio_backend: str) -> AsyncIterator[Wire]:
    async with wire_to(server.port) as wire:
        yield wire


@pytest.fixture
async def service(
    own_databases: PostgresDatabases, wire: Wire, tmp_path: Path, anyio_backend: str
) -> AsyncIterator[Service]:
    async with own_databases.new(tmp_path) as environ:
        parts = urlsplit(environ["DOORWARD_DATABASE_URL"])
        through = parts._replace(netloc=f"{parts.netloc.rpartition(':')[0]}:{wire.port}").geturl()
        async with running(settings_for(environ | {"DOORWARD_DATABASE_URL": through})) as service:
            await service.core.jobs.stop()  # Their commits would be cut instead.
            yield service


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_nothing_is_acknowledged_whose_commit_was_not_confirmed(
    moment: Moment, service: Service, admin: Client, wire: Wire, measurements: Measurements
) -> None:
    """Mutant: `PostgresDatabase.write` that responds when the work is done, and commits in the background."""
    user = await service.create(admin, "ann")
    path = f"/api/users/{user['id']}"
    session = await service.login("ann", PASSWORD)
    calls: dict[str, Callable[[], Awaitable[Answer]]] = {
        "create": lambda: admin.post("/api/users", {"username": "bob", "password": PASSWORD}),
        "change": lambda: admin.put(path, {"name": "Anna"}),
        "sign in": lambda: service.anonymous.post("/api/auth/login", {"username": "ann", "password": PASSWORD}),
        "sign out": lambda: session.post("/api/auth/logout"),
        "delete": lambda: admin.delete(path),
    }
    for name, call in calls.items():
        wire.cut_at_commit(moment)
        answer = await call()
        assert wire.was_cut, name
        assert (answer.code, answer.reason) == (503, "database_unavailable"), name
    done = moment == "after"
    names = {row["username"] for row in (await admin.get("/api/users")).data["list"]}
    assert names == ({"admin", "bob"} if done else {"admin", "ann"})
    assert ((await session.get("/api/auth/user")).code == 401) is done
    cut = "before COMMIT arrived" if moment == "before" else "before its answer"
    measurements.add(f"connection cut {cut}", "postgres", f"{len(calls)} writes: 503 each, none acknowledged")
