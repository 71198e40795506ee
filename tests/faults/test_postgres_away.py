"""The service while PostgreSQL is down, slow or partly unreachable; each test names the mutant that it catches."""

import asyncio
import contextlib
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from doorward.errors import DatabaseUnavailable
from tests.support.databases import PostgresDatabases, settings_for
from tests.support.measurements import Measurements
from tests.support.postgres import PostgresServer
from tests.support.service import Answer, Client, Service, running

# One second is promised, and measured at full length; the short run may share its machine.
ANSWER_SECONDS = {True: 1.0, False: 2.0}
RETURN_SECONDS = 3.0
# A request without a response by then will never get one.
PATIENCE_SECONDS = 20.0


@pytest.fixture
async def service(
    own_databases: PostgresDatabases, tmp_path: Path, request: pytest.FixtureRequest, anyio_backend: str
) -> AsyncIterator[Service]:
    marker = request.node.get_closest_marker("settings")
    changes = marker.kwargs if marker else {}
    async with own_databases.new(tmp_path) as environ, running(settings_for(environ, **changes)) as service:
        yield service


async def timed(call: Any) -> tuple[Answer, float]:
    begun = time.monotonic()
    return await call, time.monotonic() - begun


async def assert_unavailable(service: Service, admin: Client, seconds: float) -> float:
    """All requests get 503; returns the longest response time."""
    calls = [timed(admin.get("/api/auth/user")) for _ in range(15)]
    calls += [timed(admin.refresh()), timed(admin.post("/api/auth/login", {"username": "x", "password": "y"}))]
    async with asyncio.timeout(PATIENCE_SECONDS):
        answers = await asyncio.gather(*calls)
    assert {(answer.code, answer.reason) for answer, _ in answers} == {(503, "database_unavailable")}
    assert all(answer.headers["retry-after"] == "1" for answer, _ in answers)
    assert (await service.anonymous.get("/healthz")).code == 200
    assert (await service.anonymous.get("/readyz")).code == 503
    longest = max(took for _, took in answers)
    assert longest < seconds
    return longest


async def recovered(service: Service, admin: Client) -> float:
    begun = time.monotonic()
    while (await service.anonymous.get("/readyz")).code != 200 or (await admin.get("/api/auth/user")).code != 200:
        assert time.monotonic() - begun < RETURN_SECONDS
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


async def test_metrics_tell_that_the_server_is_down(service: Service, admin: Client, server: PostgresServer) -> None:
    """Mutant: a scrape that fails with the gauges that are read from the database: the alert for this never fires."""
    before = refusals(await service.http.get("/metrics"))
    await asyncio.to_thread(server.stop, "fast")
    try:
        assert (await admin.get("/api/auth/user")).code == 503
        away = await service.http.get("/metrics")
        # That of the scrape too: otherwise nothing would tell of it where there are no other requests.
        assert refusals(away) >= before + 2
        assert "doorward_sessions" not in away.text
    finally:
        await asyncio.to_thread(server.start)
    await recovered(service, admin)
    assert "doorward_sessions" in (await service.http.get("/metrics")).text


def refusals(scraped: httpx.Response) -> float:
    assert scraped.status_code == 200
    found = re.search(r"^doorward_database_refusals_total ([\d.]+)$", scraped.text, re.MULTILINE)
    assert found
    return float(found[1])


@pytest.mark.alone
async def test_while_the_server_is_down_requests_get_503_at_once_and_recover(
    service: Service, admin: Client, server: PostgresServer, measurements: Measurements, full: bool
) -> None:
    """Mutant: without `OSError` in `_CONNECTION_LOST` a refused connection is a 500."""
    await asyncio.to_thread(server.stop, "fast")
    try:
        longest = await assert_unavailable(service, admin, ANSWER_SECONDS[full])
    finally:
        await asyncio.to_thread(server.start)
    returned = await recovered(service, admin)
    measurements.add("server down", "postgres", f"503 after {longest:.2f} s at most, back after {returned:.2f} s")


@pytest.mark.alone
async def test_while_the_server_is_silent_requests_get_503_within_a_second(
    service: Service, admin: Client, server: PostgresServer, measurements: Measurements, full: bool
) -> None:
    """Mutant: without `Pool._monitor` a request waits for its statement's time-out, and longer."""
    await asyncio.gather(*(admin.get("/api/auth/user") for _ in range(15)))
    with server.frozen():
        longest = await assert_unavailable(service, admin, ANSWER_SECONDS[full])
        again = await assert_unavailable(service, admin, ANSWER_SECONDS[full])
    returned = await recovered(service, admin)
    measured = f"503 after {longest:.2f} s at most, then after {again:.2f} s, back after {returned:.2f} s"
    measurements.add("server silent (SIGSTOP)", "postgres", measured)


async def test_a_service_that_stops_while_the_server_is_silent_leaves_no_health_check_behind(
    service: Service, admin: Client, server: PostgresServer
) -> None:
    """Mutant: a pool that cancels the waiting request but not its health check leaves a connection open."""
    other = Service(service.settings, service.clock)
    await other.core.open()
    client = Client(other, admin.tokens)
    await client.get("/api/auth/user")
    pool: Any = other.core.database
    with server.frozen():
        waiting = asyncio.create_task(client.get("/api/auth/user"))
        while pool._pool._check is None:
            await asyncio.sleep(0.01)
        await other.core.close()
        # Not of all pools: jobs of the first service run every half second, and make its pool check as well.
        left = [task for task in pool._pool._tasks if not task.done()]
    await asyncio.wait({waiting})
    assert left == []


@pytest.mark.settings(database_timeout="5m")
async def test_a_dead_connection_only_delays_a_read(service: Service, admin: Client, server: PostgresServer) -> None:
    """Mutant: `check_pids=False` leaves the reader waiting for a backend that never got the statement."""
    backends = server.psql("SELECT pid FROM pg_stat_activity WHERE application_name = 'doorward'").split()
    for pid in backends:
        os.kill(int(pid), signal.SIGSTOP)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await admin.get("/api/auth/user")).code == 200
    finally:
        for pid in backends:
            os.kill(int(pid), signal.SIGCONT)


@contextlib.asynccontextmanager
async def rights_locked(service: Service) -> AsyncIterator[None]:
    """As if another node held the lock on rights in a long transaction."""
    connection: Any = await asyncpg.connect(service.settings.database_url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE users IN SHARE MODE")
            yield
    finally:
        await connection.close()


async def test_a_statement_that_is_merely_slow_goes_on(service: Service, admin: Client) -> None:
    """Mutant: `_CHECK_AFTER_SECONDS` as a time-out, without asking the server, fails a writer that waits for a lock."""
    async with rights_locked(service):
        change = asyncio.create_task(admin.put("/api/users/1", {"name": "Slow"}))
        await asyncio.sleep(1.2)
        assert not change.done()
    assert (await change).code == 200


@pytest.mark.settings(database_timeout="1s")
async def test_a_statement_that_takes_too_long_is_given_up(
    service: Service, admin: Client, server: PostgresServer
) -> None:
    """Mutant: without `statement_timeout` the server goes on waiting, although the client got a response."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'doorward' AND wait_event_type = 'Lock'"
    async with rights_locked(service):
        answer = await admin.put("/api/users/1", {"name": "Never"})
        assert (answer.code, answer.reason) == (503, "database_unavailable")
        assert server.psql(waiting) == "0"
    assert (await admin.put("/api/users/1", {"name": "Now"})).code == 200


async def test_programming_errors_are_not_reported_as_an_unavailable_database(service: Service) -> None:
    """Mutant: `InterfaceError` in `_OUTAGE` turns a wrong number of arguments into "try again"."""
    database = service.core.database
    with pytest.raises(asyncpg.InterfaceError):
        await database.fetchrow("SELECT 1", "one argument too many")
    with pytest.raises(asyncpg.DataError):
        await database.fetchrow("SELECT $1::bigint", "no number")
    with pytest.raises(asyncpg.PostgresSyntaxError):
        await database.fetchrow("SELEC 1")

    async def mistaken(tx: Any) -> None:
        await tx.execute("INSERT INTO roles (id) VALUES ($1)", "no number")

    with pytest.raises(asyncpg.DataError):
        await database.write(mistaken)


async def test_a_transaction_in_which_a_statement_failed_is_not_acknowledged(service: Service) -> None:
    """Mutant: without a look at what COMMIT answers, PostgreSQL's silent rollback passes for success."""

    async def swallow(tx: Any) -> None:
        with contextlib.suppress(asyncpg.PostgresError):
            await tx.execute("SELECT 1 / 0")

    with pytest.raises(RuntimeError):
        await service.core.database.write(swallow)


async def test_who_am_i_takes_one_statement_and_a_refresh_two(service: Service, admin: Client) -> None:
    """Once the user is known. Mutants: a `BEGIN` around the rotation; nothing remembered of a user."""
    assert (await admin.get("/api/auth/user")).code == 200
    database: Any = service.core.database
    said: list[str] = []
    connection = await database._pool.acquire()
    connection.add_query_logger(lambda record: said.append(record.query.split()[0]))
    database._pool.release(connection)
    assert (await admin.get("/api/auth/user")).code == 200
    await asyncio.sleep(0)  # The logger is told a moment later.
    assert said == ["SELECT"]
    said.clear()
    assert (await admin.refresh()).code == 200
    await asyncio.sleep(0)
    assert said == ["UPDATE", "SELECT"]


async def test_a_statement_cut_off_by_shutdown_opens_no_new_connection(service: Service) -> None:
    """Mutant: a closed pool that still lets connections be opened, in which what was cut off is tried once more."""
    database: Any = service.core.database
    blocker: Any = await asyncpg.connect(service.settings.database_url)
    try:
        await blocker.execute("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
        reading = asyncio.create_task(database.fetch("SELECT count(*) FROM sessions"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await blocker.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
            database._pool._connect = lambda: pytest.fail("a connection is opened")
            await database.close()
            with pytest.raises(DatabaseUnavailable):
                await reading
    finally:
        await blocker.close()
