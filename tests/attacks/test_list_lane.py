"""Lists and searches that take long delay neither sign-ins nor token checks, nor the lists of other users."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, cast

import asyncpg
import pytest

from doorward.app import routes
from doorward.database import list_lane
from doorward.database.list_lane import QUEUE_LIMIT, USER_LIMIT, ListLane
from doorward.database.protocol import Reader
from doorward.domain.paging import Page
from doorward.store.sign_in import sessions
from tests.support.databases import PostgresDatabases, settings_for
from tests.support.process import serving
from tests.support.service import PASSWORD, Client, Service, running

# Never end by themselves within a test.
_ENDLESS_SQLITE = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
_ENDLESS_POSTGRES = "SELECT 1 FROM pg_sleep(600)"
_SESSIONS = "/api/auth/sessions"


def endless(service: Service) -> Callable[[Reader], Awaitable[Any]]:
    sql = _ENDLESS_SQLITE if service.settings.sqlite_path else _ENDLESS_POSTGRES
    return lambda reader: reader.fetchrow(sql)


@contextlib.asynccontextmanager
async def reading(service: Service, user_ids: list[int]) -> AsyncIterator[list[asyncio.Task[Any]]]:
    """Background reads of these users, which run or wait until the block ends."""
    database = service.core.database
    tasks = [asyncio.create_task(database.read_in_background(endless(service), user_id)) for user_id in user_ids]
    await asyncio.sleep(0)  # Each of them has taken its place.
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def statements_running(service: Service) -> int:
    """How many endless statements the database works on."""
    database = cast(Any, service.core.database)
    if service.settings.sqlite_path:
        return int(database._background.connections) - len(database._background.idle)
    row = await database.fetchrow(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = $1",
        _ENDLESS_POSTGRES,
    )
    return int(row[0])


async def until_none_runs(service: Service) -> None:
    async with asyncio.timeout(5):
        while await statements_running(service):
            await asyncio.sleep(0.02)


@pytest.fixture
async def endless_session_list(monkeypatch: pytest.MonkeyPatch, anyio_backend: str) -> asyncio.Event:
    """Makes the list of sessions a statement that does not end; the event is set when it begins."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def page(reader: Reader, *request: Any) -> Page[Any]:
        loop.call_soon_threadsafe(begun.set)
        on_sqlite = "SQLite" in type(reader).__name__
        await reader.fetchrow(_ENDLESS_SQLITE if on_sqlite else _ENDLESS_POSTGRES)
        raise AssertionError("it ended")

    monkeypatch.setattr(sessions, "page", page)
    return begun


@pytest.mark.settings(search_timeout=60)
async def test_everything_but_lists_goes_on_while_the_lane_of_lists_is_full(service: Service, admin: Client) -> None:
    """Mutants: lists that take their connections from those of short reads; a lane without a limit of its queue."""
    await service.create(admin, "ann")
    other_users = list(range(1_000, 1_000 + QUEUE_LIMIT + 50))
    async with reading(service, other_users), asyncio.timeout(50):
        for path in ("/healthz", "/readyz", "/api/auth/user", "/api/users", f"/api/users/{admin.id}"):
            answers = await asyncio.gather(*(admin.get(path) for _ in range(4)))
            assert {answer.code for answer in answers} == {200}, path
        ann = await service.login("ann", PASSWORD)
        assert (await ann.refresh()).code == 200
        assert (await admin.put(f"/api/users/{ann.id}", {"name": "Ann"})).code == 200
        assert (await ann.post("/api/auth/logout")).code == 200
        refused = await admin.get("/api/users?keyword=ann")
        assert (refused.code, refused.reason) == (503, "lists_busy")
        assert int(refused.headers["retry-after"]) >= 1


@pytest.mark.settings(search_timeout=60)
async def test_a_user_with_many_searches_leaves_a_place_to_other_users(service: Service, admin: Client) -> None:
    """Mutant: one user may use every connection of the lane."""
    async with reading(service, [1_000] * 60), asyncio.timeout(50):
        for path in ("/api/users?keyword=a&sort=name", "/api/roles", _SESSIONS, "/api/stats", "/api/permissions"):
            assert (await admin.get(path)).code == 200


@pytest.mark.settings(search_timeout=60)
async def test_a_user_has_a_limited_number_of_lists_in_progress(service: Service, admin: Client) -> None:
    """Mutant: no limit of one user's reads."""
    async with reading(service, [admin.id] * USER_LIMIT):
        refused = await admin.get("/api/users?keyword=a")
        assert (refused.code, refused.reason) == (429, "too_many_lists")
        assert int(refused.headers["retry-after"]) >= 1
        assert (await admin.get("/api/auth/user")).code == 200
    assert (await admin.get("/api/users?keyword=a")).code == 200


@pytest.mark.settings(search_timeout=60)
async def test_a_full_queue_rejects_the_user_with_the_most_waiting_reads(service: Service, admin: Client) -> None:
    """Mutant: a full queue that rejects every new read."""
    heavy = [user for user in range(1_000, 1_006) for _ in range(USER_LIMIT)]
    async with reading(service, heavy) as tasks:
        rejected = [task for task in tasks if task.done()]
        assert rejected
        light = asyncio.create_task(admin.get("/api/users?keyword=a"))
        while sum(task.done() for task in tasks) == len(rejected):
            await asyncio.sleep(0)
        assert not light.done()
        for task in tasks:
            task.cancel()
        assert (await light).code == 200


@pytest.mark.settings(search_timeout=60)
async def test_a_read_cancelled_in_the_moment_in_which_a_full_queue_rejects_it_disturbs_no_other(
    service: Service, admin: Client
) -> None:
    """Mutant: `_make_room` sets an exception on a turn that is cancelled already, and so fails the new read."""
    several = [1_000] * USER_LIMIT + [user for user in range(1_001, 1_005) for _ in range(75)]
    lane = cast(Any, service.core.database)._lists
    # The second takes as many as the queue has left after the first.
    async with (
        reading(service, several) as tasks,
        reading(service, [*range(2_000, 2_000 + QUEUE_LIMIT - lane.waiting)]),
    ):
        assert lane.waiting == QUEUE_LIMIT
        light = asyncio.create_task(service.core.database.read_in_background(endless(service), 3_000))
        tasks[USER_LIMIT - 1].cancel()
        await asyncio.sleep(0)
        assert not light.done()
        light.cancel()
        await asyncio.wait([light])
    assert lane.waiting == 0
    assert (await admin.get("/api/users?keyword=a")).code == 200


@pytest.mark.settings(search_timeout=60)
async def test_a_read_cancelled_just_after_a_full_queue_rejected_it_frees_no_slot(
    service: Service, admin: Client
) -> None:
    """Mutant: a cancelled read that does not wait is taken for one that runs, and its slot is given away twice."""
    lane = cast(Any, service.core.database)._lists
    slots = lane._free
    several = [1_000] * USER_LIMIT + [user for user in range(1_001, 1_005) for _ in range(75)]
    async with (
        reading(service, several) as tasks,
        reading(service, [*range(2_000, 2_000 + QUEUE_LIMIT - lane.waiting)]),
    ):
        light = asyncio.create_task(service.core.database.read_in_background(endless(service), 3_000))
        await asyncio.sleep(0)
        tasks[USER_LIMIT - 1].cancel()
        await asyncio.wait([tasks[USER_LIMIT - 1]])
        assert lane._free == 0
        light.cancel()
        await asyncio.wait([light])
    async with asyncio.timeout(5):
        while lane._free < slots:  # A thread gives its slot back after its connection.
            await asyncio.sleep(0.01)
    assert (await admin.get("/api/users?keyword=a")).code == 200
    assert (lane._free, lane.waiting) == (slots, 0)


async def test_users_with_many_searches_and_those_with_one_take_turns(anyio_backend: str) -> None:
    """Mutant: of the users who wait, the one who came first is always next, also when it has just been served."""
    lane, order = ListLane(slots=2, seconds=60), list[int]()

    async def read(user_id: int) -> None:
        order.append(user_id)
        await asyncio.sleep(0.001)

    heavy = [user_id for user_id in (1, 2, 3) for _ in range(20)]
    await asyncio.gather(*(lane.run(user_id, partial(read, user_id)) for user_id in (*heavy, 4)))
    assert order.index(4) < 8


@pytest.mark.settings(search_timeout=60)
async def test_users_with_many_searches_each_do_not_pass_on_the_lane_among_themselves(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: a user who has just been served is as early in the queue as one who has not."""
    monkeypatch.setattr(list_lane, "_now", lambda: 1_000.0)
    async with reading(service, [1_000, 1_001] * 4) as tasks, asyncio.timeout(10):
        waiting = asyncio.create_task(admin.get("/api/users?keyword=a"))
        lane = cast(Any, service.core.database)._lists
        queued = lane.waiting
        while lane.waiting == queued:
            await asyncio.sleep(0)
        tasks[0].cancel()
        assert (await waiting).code == 200


@pytest.mark.settings(search_timeout=1)
async def test_a_search_that_takes_too_long_is_stopped_and_says_so(
    service: Service, admin: Client, endless_session_list: asyncio.Event
) -> None:
    """Mutants: a time limit that leaves the statement running; on SQLite, a read that is not interrupted."""
    async with asyncio.timeout(10):
        answer = await admin.get(_SESSIONS)
    assert (answer.code, answer.reason) == (503, "search_timeout")
    assert "narrow it" in answer.body["message"]
    await until_none_runs(service)
    assert (await admin.get("/api/users?keyword=a")).code == 200


@pytest.mark.settings(search_timeout=1)
async def test_a_list_that_never_got_its_turn_is_not_told_to_narrow_it(
    service: Service, admin: Client, endless_session_list: asyncio.Event
) -> None:
    """Mutant: the reason `search_timeout` for both."""
    async with asyncio.timeout(20):
        answers = await asyncio.gather(*(admin.get(_SESSIONS) for _ in range(20)))
    assert {answer.code for answer in answers} == {503}
    assert {answer.reason for answer in answers} == {"search_timeout", "lists_busy"}


async def test_a_client_that_goes_away_stops_its_search(
    service: Service, admin: Client, endless_session_list: asyncio.Event
) -> None:
    """Mutant: a handler that runs on when `receive` gives http.disconnect."""
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": _SESSIONS, "query_string": b"", "client": ("192.0.2.1", 1),
        "scheme": "http", "headers": [(b"authorization", f"Bearer {admin.token}".encode())],
    }  # fmt: skip
    request = asyncio.ensure_future(service.application(scope, messages.get, send))
    async with asyncio.timeout(10):
        await endless_session_list.wait()
        messages.put_nowait({"type": "http.disconnect"})
        await request
    assert sent[0]["status"] == 499
    await until_none_runs(service)


async def test_a_search_is_cancelled_on_the_server_when_its_client_closes_the_connection(
    postgres: PostgresDatabases, tmp_path: Any, anyio_backend: str
) -> None:
    """With the real web server. Mutant: a route of lists without `lists=True`."""
    async with postgres.new(tmp_path) as environ, serving(environ) as node:
        headers = await node.login()
        blocker: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
        monitor: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        try:
            await blocker.execute("BEGIN; LOCK TABLE audit IN ACCESS EXCLUSIVE MODE")
            _, client = await asyncio.open_connection("127.0.0.1", node.port)
            line = f"GET /api/stats HTTP/1.1\r\nHost: x\r\nAuthorization: {headers['Authorization']}\r\n\r\n"
            client.write(line.encode())
            async with asyncio.timeout(4):
                while await monitor.fetchval(waiting) == 0:
                    await asyncio.sleep(0.02)
                client.close()
                while await monitor.fetchval(waiting) != 0:
                    await asyncio.sleep(0.02)
        finally:
            await blocker.close()
            await monitor.close()
        assert (await node.http.get("/api/stats", headers=headers)).status_code == 200


async def test_writes_that_wait_for_a_lock_leave_connections_to_token_checks(
    postgres: PostgresDatabases, tmp_path: Any, anyio_backend: str
) -> None:
    """Mutant: writes that may use every connection of the pool."""
    async with postgres.new(tmp_path) as environ, running(settings_for(environ, database_pool=5)) as service:
        admin = await service.login()
        blocker: Any = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
        try:
            await blocker.execute("BEGIN; LOCK TABLE users IN EXCLUSIVE MODE")
            update = {"name": "Another"}
            writes = [asyncio.create_task(admin.put(f"/api/users/{admin.id}", update)) for _ in range(12)]
            await asyncio.wait(writes, timeout=0.3)
            for _ in range(5):
                answers = await asyncio.gather(*(admin.get("/api/auth/user") for _ in range(8)))
                assert {answer.code for answer in answers} == {200}
            assert not all(write.done() for write in writes)
        finally:
            await blocker.close()
        assert {write.code for write in await asyncio.gather(*writes)} <= {200, 503}


async def test_a_user_who_writes_without_a_pause_does_not_delay_the_writes_of_others(
    service: Service, admin: Client
) -> None:
    """Mutants: one queue of all writes; callers that are not told apart."""
    await service.create(admin, "eve", roles=["admin"])
    bob = await service.create(admin, "bob")
    await service.create(admin, "ann")
    eve, ann = await service.login("eve", PASSWORD), await service.login("ann", PASSWORD)
    path = f"/api/users/{bob['id']}"
    writes = [asyncio.create_task(eve.put(path, {"name": f"Bob {number}"})) for number in range(500)]
    async with asyncio.timeout(50):
        while service.core.database.gauges()["database_waiting"] < 300:
            await asyncio.sleep(0)
        assert (await ann.refresh()).code == 200
        assert sum(write.done() for write in writes) < 400
        await asyncio.gather(*writes)


def test_every_route_that_returns_a_list_is_stopped_with_its_client() -> None:
    """Mutant: a new list without `lists=True`. The texts of mails are read from memory, and the factors, passkeys,
    devices and keys of a user are few, found by an index, as files that wait to be imported are."""
    listing = [route for route in routes() if route.data and "list" in getattr(route.data, "__struct_fields__", ())]
    assert len(listing) >= 6
    few = {"/api/auth/devices", "/api/auth/factors", "/api/auth/passkeys", "/api/users/{id}/factors"}
    few |= {"/api/imports", "/api/auth/tokens", "/api/users/{id}/tokens", "/api/service-accounts/{id}/keys"}
    assert {route.path for route in listing if not route.lists} == {"/api/mail/texts", *few}
