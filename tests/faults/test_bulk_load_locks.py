"""A bulk load begins while other transactions keep the table of users locked. It goes on, and hardly anything waits."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from doorward.database.postgres.database import PostgresDatabase
from doorward.features.transfer.files.import_run import MANY
from doorward.search import filling
from tests.support.cli import doorward
from tests.support.databases import PostgresDatabases, settings_for
from tests.support.service import Service, running

_READ, _WRITE = "SELECT max(id) FROM users", "UPDATE users SET version = version + 1 WHERE id = 1"
# The lock that an autovacuum of a table without users holds.
_VACUUM = "LOCK TABLE attempts IN SHARE UPDATE EXCLUSIVE MODE"
_INDEXES = "SELECT indexname FROM pg_indexes WHERE indexname ~ '^(user_search_.*_trigrams|users_by_.*)$' ORDER BY 1"
_BY_USERS = [f"users_by_{column}" for column in ("created", "email", "login", "name", "status", "updated")]
_BY_SEARCH = [f"user_search_{status}_trigrams" for status in ("disabled", "enabled")]
_WAITING = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass"


@pytest.fixture
async def environ(postgres: PostgresDatabases, tmp_path: Path, anyio_backend: str) -> AsyncIterator[dict[str, str]]:
    async with postgres.new(tmp_path) as environ:
        yield environ


@pytest.fixture
async def service(environ: dict[str, str], anyio_backend: str) -> AsyncIterator[Service]:
    """A service whose indexes are filled by the tests alone."""
    async with running(settings_for(environ)) as service:
        await service.core.jobs.stop()
        await service.core.users.directory.fill()
        yield service


@contextlib.asynccontextmanager
async def open_transaction(service: Service, *statements: str) -> AsyncIterator[None]:
    """A transaction that stays open after the statements, as the one of pg_dump or of an autovacuum does."""
    connection: Any = await asyncpg.connect(service.settings.database_url)
    try:
        await connection.execute("; ".join(("BEGIN", *statements)))
        yield
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def repeating(service: Service, statement: str) -> AsyncIterator[None]:
    """Runs the statement all the while. It fails if it has to wait as long as one that waits for an autovacuum."""
    connection: Any = await asyncpg.connect(service.settings.database_url, server_settings={"lock_timeout": "1s"})
    ended = asyncio.Event()

    async def repeat() -> None:
        while not ended.is_set():
            await connection.execute(statement)
            await asyncio.sleep(0.005)

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        ended.set()
        try:
            await task
        finally:
            await connection.close()


async def indexes(service: Service) -> list[str]:
    return [row[0] for row in await service.core.database.fetch(_INDEXES)]


async def found(service: Service, query: str) -> list[str]:
    answer = await (await service.login()).get(f"/api/users?{query}")
    assert answer.code == 200, answer.body
    return [user["username"] for user in answer.data["list"]]


async def test_users_are_read_while_a_bulk_load_waits_for_a_long_transaction_that_has_read_them(
    service: Service,
) -> None:
    """Mutants: the indexes of `users` are dropped in the transaction that marks the indexes as incomplete; all of them
    have to be dropped."""
    lists, database = service.core.users.directory, service.core.database
    async with (
        open_transaction(service, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", _READ),
        open_transaction(service, _VACUUM),
        repeating(service, _READ),
    ):
        assert await lists.postpone(10**6)
        assert await indexes(service) == _BY_USERS
    assert not await lists._is_ready()
    await database.write(lambda tx: tx.execute("SELECT setval(pg_get_serial_sequence('users', 'id'), 5000)"))
    await service.create(await service.login(), "later")
    for _ in range(2):
        assert await found(service, "keyword=later") == ["later"]
        assert await found(service, "sort=-createdAt") == ["later", "admin"]
        await lists.fill()
    assert await filling.is_complete(database, lists._backend)
    assert await indexes(service) == [*_BY_SEARCH, *_BY_USERS]


async def test_an_import_goes_on_when_its_users_cannot_be_indexed_at_the_end(
    service: Service, environ: dict[str, str], tmp_path: Path
) -> None:
    """Mutants: an import that fails with the optimisation; a long limit for locks because of a vacuum of any table."""
    file = tmp_path / "users.csv"
    file.write_text("username\n" + "".join(f"user{number}\n" for number in range(MANY)))
    async with (
        open_transaction(service, _WRITE),
        open_transaction(service, _VACUUM),
        repeating(service, "UPDATE users SET version = version + 1 WHERE id = 0"),
    ):
        imported = await doorward(environ, "import", str(file), "--json")
        assert imported.code == 0, imported.err
        assert imported.json["created"] == MANY
        assert await service.core.users.directory._is_ready()
        assert await indexes(service) == [*_BY_SEARCH, *_BY_USERS]
    assert await found(service, f"keyword=user{MANY - 1}") == [f"user{MANY - 1}"]


async def test_a_transaction_that_has_waited_in_vain_for_a_table_pauses_before_it_waits_again(service: Service) -> None:
    """Mutant: without a pause, what queues behind the lock has hardly any time between two attempts."""
    database = service.core.database
    assert isinstance(database, PostgresDatabase)
    watcher: Any = await asyncpg.connect(service.settings.database_url)

    async def until(waiting: list[bool]) -> None:
        seen: list[bool] = []
        while seen[-len(waiting) :] != waiting:
            await asyncio.sleep(0.02)
            seen.append(bool(await watcher.fetch(_WAITING)))

    try:
        async with open_transaction(service, _WRITE):
            writing = asyncio.create_task(database.write(lambda tx: tx.hold_writers("users")))
            await until([True])
            # Twice: so long is nothing but the pause.
            await until([False, False])
            assert not writing.done()
        await writing
    finally:
        await watcher.close()
