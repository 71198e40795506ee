"""An import of very many leaves the indexes of lists for the end; lists are right all the while."""

from pathlib import Path
from typing import Any

from tests.support.databases import Databases


async def test_lists_are_right_before_and_after_the_indexes_are_filled(
    sqlite_databases: Databases, tmp_path: Path, run_service: Any
) -> None:
    """Fails when a node that found the indexes full never asks again, or a block is counted twice."""
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        admin = await service.login()
        await service.create(admin, "earlier")
        lists = service.core.users.directory
        await lists.fill()
        assert (await admin.get("/api/users?keyword=earlier")).data["total"] == 1
        await lists.postpone()
        # Beyond the block that is begun, where no trigger is responsible.
        await service.core.database.write(lambda tx: tx.execute("UPDATE sqlite_sequence SET seq = 5000"))
        later = await service.create(admin, "later", roles=["user"])
        assert later["id"] > 5000
        for _ in range(2):
            assert (await admin.get("/api/users?keyword=later")).data["total"] == 1
            assert (await admin.get("/api/users?role=user")).data["total"] == 1
            assert (await admin.get("/api/users")).data["total"] == 3
            listed = (await admin.get("/api/users?sort=-createdAt")).data["list"]
            assert [user["username"] for user in listed] == ["later", "earlier", "admin"]
            await lists.fill()
