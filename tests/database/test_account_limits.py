"""Behind PgBouncer, which rejects the time limits of a connection, those of the account hold.

Here the database sets them and there is no PgBouncer, so that each statement has the same connection.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from doorward import app
from doorward.database import schema
from doorward.database.move.opening import open_target
from doorward.errors import DatabaseUnavailable
from doorward.search.filling import ignore_progress
from tests.features.move.support import connected, empty_postgres
from tests.support.cli import doorward
from tests.support.databases import Databases, settings_for

Environ = dict[str, str]
_LIMIT = "ALTER DATABASE {} SET statement_timeout = '200ms'"


@pytest.fixture
async def limited(postgres: Databases, tmp_path: Path, anyio_backend: str) -> AsyncIterator[Environ]:
    """An empty database with a limit that each of the tests exceeds."""
    async with empty_postgres(postgres, tmp_path) as environ:
        async with connected(environ) as connection:
            await connection.execute(_LIMIT.format(await connection.fetchval("SELECT current_database()")))
        yield environ | {"DOORWARD_DATABASE_PGBOUNCER": "true"}


async def _without_limit(environ: Environ) -> Any:
    connection = await asyncpg.connect(environ["DOORWARD_DATABASE_URL"])
    await connection.execute("SET statement_timeout = 0")
    return connection


async def test_a_migration_takes_as_long_as_it_takes(limited: Environ) -> None:
    """It waits for another one here. Mutants: the limit lifted after the lock, or not at all."""
    other = await _without_limit(limited)
    await other.execute(f"SELECT pg_advisory_lock({schema._LOCK})")
    migrating = asyncio.create_task(schema.migrate(None, limited["DOORWARD_DATABASE_URL"]))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
        assert not migrating.done(), migrating.result()
    await other.execute("SELECT pg_sleep(0.4)")
    await other.close()
    await migrating


async def test_a_move_builds_indexes_for_as_long_as_it_takes(limited: Environ) -> None:
    """Mutant: each of them, and every run that continues, ends with a statement timeout."""
    target = await open_target(None, limited["DOORWARD_DATABASE_URL"], pgbouncer=True)
    await schema.migrate(None, limited["DOORWARD_DATABASE_URL"])
    await target.begin([], {"source": "a"})
    async with connected(limited) as connection:
        later = "('later', 'slow', 1, 'CREATE TABLE slow AS SELECT pg_sleep(0.4)::text AS slept')"
        await connection.execute(f"INSERT INTO unfinished_move VALUES {later}")
    await target.build(ignore_progress)
    assert await target.count("slow") == 1
    await target.close()


async def test_an_index_that_the_limit_stops_says_what_to_do_and_so_does_doctor(limited: Environ) -> None:
    """Mutant: "canceling statement due to statement timeout" every few seconds, for ever."""
    settings = settings_for(limited)
    assert (await doorward(limited, "migrate")).code == 0
    other = await _without_limit(limited)
    async with other.transaction(isolation="repeatable_read"):
        await other.fetch("SELECT 1 FROM users")  # An index that is built concurrently waits for this transaction.
        database: Any = app.connect(settings)
        await database.open()
        with pytest.raises(DatabaseUnavailable) as failed:
            await database.build_index("slow", "users (name)", lambda done, whole: None)
        await database.close()
    await other.close()
    assert "the account needs a statement_timeout of 0" in str(failed.value.__cause__)
    run = await doorward(limited, "doctor", "--json")
    (found,) = [row for row in run.json["list"] if row["subject"] == "statement timeout"]
    assert (run.code, found["level"]) == (5, "problem")
    assert "SET statement_timeout = 0" in found["action"]
