"""Lists from a replica: real streaming replication, a replica that lags, one that dies, and one that is none."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from doorward import preparation
from doorward.app import load_settings
from doorward.cli.commands import doctor_checks
from doorward.settings import SettingsError
from tests.support.databases import PostgresDatabases, settings_for
from tests.support.postgres import PostgresServer, postgres_server
from tests.support.service import Client, Service, running

Pair = tuple[PostgresServer, PostgresServer, PostgresDatabases]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with postgres_server(in_memory=True) as primary:
        databases = PostgresDatabases(primary.url("postgres"))
        yield primary, primary.standby("replica"), databases


@pytest.fixture
async def replicated(pair: Pair, tmp_path: Path, anyio_backend: str) -> AsyncIterator[dict[str, str]]:
    """The settings of a service whose replica replays when the test begins."""
    _, replica, databases = pair
    if not replica.running:
        replica.start()
    replica.psql("SELECT pg_wal_replay_resume()")
    async with databases.new(tmp_path) as environ:
        yield environ | {"DOORWARD_DATABASE_REPLICA_URL": replica.url(named(environ))}
        replica.psql("SELECT pg_wal_replay_resume()")


@pytest.fixture
def elsewhere() -> Iterator[PostgresServer]:
    """A server with a system identifier of its own, which copies of the tests' cluster do not have."""
    with postgres_server(in_memory=True, own_identity=True) as server:
        yield server


def named(environ: dict[str, str]) -> str:
    return urlsplit(environ["DOORWARD_DATABASE_URL"]).path.lstrip("/")


@contextlib.asynccontextmanager
async def following(environ: dict[str, str], lag: int) -> AsyncIterator[Service]:
    async with running(settings_for(environ, database_replica_lag=lag)) as service:
        await gauge(service, "replica_usable", 1.0)
        yield service


async def gauge(service: Service, name: str, value: float) -> None:
    async with asyncio.timeout(20):
        while service.core.gauges()[name] != value:
            await asyncio.sleep(0.02)


async def pause(primary: PostgresServer, replica: PostgresServer) -> None:
    """Stops replay when everything until now has been replayed."""
    position = primary.psql("SELECT pg_current_wal_insert_lsn()")
    async with asyncio.timeout(20):
        while replica.psql(f"SELECT pg_last_wal_replay_lsn() >= '{position}'") != "t":
            await asyncio.sleep(0.02)
    replica.psql("SELECT pg_wal_replay_pause()")
    async with asyncio.timeout(20):
        while replica.psql("SELECT pg_get_wal_replay_pause_state()") != "paused":
            await asyncio.sleep(0.02)


async def found(client: Client, keyword: str = "late") -> list[str]:
    answer = await client.get(f"/api/users?keyword={keyword}")
    assert answer.code == 200, answer.body
    return [item["username"] for item in answer.data["list"]]


async def test_lists_come_from_the_replica_and_a_caller_always_sees_their_own_changes(
    replicated: dict[str, str], pair: Pair
) -> None:
    """Mutants: the replica is never read (the other administrator sees the user); the caller's newest change is not
    looked for (the writer does not); the token check reads the replica (the new session is unknown there)."""
    async with following(replicated, lag=600) as service:
        writer = await service.login()
        other = await service.create(writer, "other", roles=["admin"])
        reader = await service.login("other", "a long enough password")
        await pause(*pair[:2])
        assert await found(reader, "other") == ["other"]
        await service.create(writer, "late-riser")
        assert await found(writer) == ["late-riser"]
        audit = (await writer.get("/api/audit?action=user.created")).data["list"]
        # Replay stands still, and the other administrator has changed nothing since.
        assert await found(reader) == []
        assert len((await reader.get("/api/audit?action=user.created")).data["list"]) == len(audit) - 1
        # Rights and sessions are those of the primary: what the writer takes away is gone at once.
        assert (await writer.put(f"/api/users/{other['id']}", {"status": 0})).code == 200
        assert (await reader.get("/api/users?keyword=late")).code in (401, 403)


async def test_a_replica_that_is_too_far_behind_is_not_read(replicated: dict[str, str], pair: Pair) -> None:
    """Mutant: without the limit the other administrator misses the user for as long as replay stands still."""
    async with following(replicated, lag=1) as service:
        writer = await service.login()
        await service.create(writer, "other", roles=["admin"])
        reader = await service.login("other", "a long enough password")
        await pause(*pair[:2])
        await service.create(writer, "late-riser")
        await gauge(service, "replica_usable", 0.0)
        assert service.core.gauges()["replica_lag"] > 1
        assert await found(reader) == ["late-riser"]
        pair[1].psql("SELECT pg_wal_replay_resume()")
        await gauge(service, "replica_usable", 1.0)
        await gauge(service, "replica_lag", 0.0)
        page = (await service.http.get("/metrics")).text
        assert "doorward_replica_usable 1.0" in page
        assert "doorward_replica_lag_seconds 0.0" in page


async def test_a_list_from_a_replica_that_lags_behind_the_end_of_a_fill_lacks_no_user(
    replicated: dict[str, str], pair: Pair
) -> None:
    """Mutant: only the primary is asked whether the indexes are complete; those of the replica lack the user."""
    async with following(replicated, lag=600) as service:
        writer = await service.login()
        await service.create(writer, "other", roles=["admin"])
        reader = await service.login("other", "a long enough password")
        await service.core.jobs.stop()  # Nothing but the test fills them.
        lists, database = service.core.users.directory, service.core.database
        assert await lists.postpone(100)
        await database.write(lambda tx: tx.execute("SELECT setval(pg_get_serial_sequence('users', 'id'), 5000)"))
        await service.create(writer, "late-riser")
        await pause(*pair[:2])
        await lists.fill()
        assert await lists._is_ready()
        assert await found(reader) == ["late-riser"]
        # This one shows that the replica was read.
        await service.create(writer, "later-riser")
        assert await found(reader) == ["late-riser"]


async def test_a_replica_that_dies_costs_no_error_and_is_used_again_when_it_is_back(
    replicated: dict[str, str], pair: Pair
) -> None:
    """Mutant: an outage of the replica that is raised as one of the database answers the list with 503."""
    replica = pair[1]
    async with following(replicated, lag=2) as service:
        admin = await service.login()
        await service.create(admin, "late-riser")
        await gauge(service, "replica_lag", 0.0)
        with replica.frozen():  # As behind a cut cable: it neither answers nor refuses.
            assert await found(admin) == ["late-riser"]
        await gauge(service, "replica_usable", 1.0)
        await asyncio.to_thread(replica.kill)
        for _ in range(5):
            assert await found(admin) == ["late-riser"]
        await gauge(service, "replica_usable", 0.0)
        await asyncio.to_thread(replica.start)
        await gauge(service, "replica_usable", 1.0)
        assert await found(admin) == ["late-riser"]


async def test_a_server_that_is_no_replica_of_this_database_is_refused_at_the_start(
    replicated: dict[str, str], pair: Pair, elsewhere: PostgresServer
) -> None:
    """Mutant: without the system identifier, lists would show the users of another installation."""
    wrong = replicated | {"DOORWARD_DATABASE_REPLICA_URL": elsewhere.url(named(replicated))}
    elsewhere.psql(f"CREATE DATABASE {named(replicated)}")
    with pytest.raises(SettingsError, match="another cluster"):
        await preparation.prepare_database(settings_for(wrong))
    wrong = replicated | {"DOORWARD_DATABASE_REPLICA_URL": pair[1].url("postgres")}
    with pytest.raises(SettingsError, match="another database"):
        await preparation.prepare_database(settings_for(wrong))
    # The primary itself is no reason not to start: after a failover the servers may have changed places.
    itself = settings_for(replicated | {"DOORWARD_DATABASE_REPLICA_URL": replicated["DOORWARD_DATABASE_URL"]})
    await preparation.prepare_database(itself)
    async with running(itself) as service:
        assert await found(await service.login(), "admin") == ["admin"]
        assert service.core.gauges()["replica_usable"] == 0
        found_by_doctor = await doctor_checks.replica(itself, service.core.database)
        assert [(it.level, it.subject) for it in found_by_doctor] == [("problem", "replica")]
        good = await doctor_checks.replica(settings_for(replicated), service.core.database)
        assert [it.level for it in good] == ["good"]


def test_a_replica_needs_postgresql(tmp_path: Path) -> None:
    environ = {"DOORWARD_DATA_DIR": str(tmp_path), "DOORWARD_DATABASE_REPLICA_URL": "postgresql://replica/doorward"}
    with pytest.raises(SettingsError, match="DOORWARD_DATABASE_REPLICA_URL needs PostgreSQL"):
        load_settings(environ=environ)
