"""An import of very many leaves the indexes of lists for the end; lists are right all the while."""

from pathlib import Path
from typing import Any

from tests.support.databases import PostgresDatabases
from tests.support.service import Client, Service

_GAP_SQLITE = "UPDATE sqlite_sequence SET seq = 5000"
_GAP_POSTGRES = "SELECT setval(pg_get_serial_sequence('users', 'id'), 5000)"
_GRAM_INDEXES = "SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'user_search_%_grams'"


async def test_lists_are_right_before_and_after_the_indexes_are_filled(service: Service, admin: Client) -> None:
    """Fails when a node that found the indexes full never asks again, or a block is counted twice."""
    await service.create(admin, "earlier")
    lists, database = service.core.users.directory, service.core.database
    await lists.fill()
    assert (await admin.get("/api/users?keyword=earlier")).data["total"] == 1
    assert await lists.postpone(100)
    # Beyond the block that is begun, where no trigger is responsible.
    on_sqlite = service.settings.sqlite_path is not None
    await database.write(lambda tx: tx.execute(_GAP_SQLITE if on_sqlite else _GAP_POSTGRES))
    later = await service.create(admin, "later", roles=["user"])
    assert later["id"] > 5000
    for _ in range(2):
        assert (await admin.get("/api/users?keyword=later")).data["total"] == 1
        assert (await admin.get("/api/users?role=user")).data["total"] == 1
        assert (await admin.get("/api/users")).data["total"] == 3
        listed = (await admin.get("/api/users?sort=-createdAt")).data["list"]
        assert [user["username"] for user in listed] == ["later", "earlier", "admin"]
        await lists.fill()


async def test_postgresql_builds_the_indexes_of_keywords_again_only_for_as_many_users_as_there_are(
    postgres: PostgresDatabases, tmp_path: Path, run_service: Any
) -> None:
    """Mutants: 20,000 rows for a million users have all of them indexed again; the indexes are not built again."""
    async with postgres.new(tmp_path) as environ, run_service(environ) as service:
        lists, database = service.core.users.directory, service.core.database
        await service.create(await service.login(), "second")
        await lists.fill()
        assert not await lists.postpone(1)
        assert tuple(await database.fetchrow(_GRAM_INDEXES)) == (2,)
        assert await lists.postpone(2)
        assert tuple(await database.fetchrow(_GRAM_INDEXES)) == (0,)
        await lists.fill()
        assert tuple(await database.fetchrow(_GRAM_INDEXES)) == (2,)
