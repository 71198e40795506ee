"""`write_once` runs work with at most one writing statement in autocommit, exactly once."""

import pytest

from doorward.database.protocol import Transaction
from doorward.errors import EmailTaken
from doorward.store import metadata
from tests.support.service import Service

INSERT = "INSERT INTO facts (name, value) VALUES ($1, $2)"


async def test_what_was_written_stands_although_the_work_fails_afterwards(service: Service) -> None:
    """Mutant: a transaction or a savepoint around the work."""
    database = service.core.database

    async def failing(tx: Transaction) -> None:
        await tx.execute(INSERT, "colour", "red")
        raise EmailTaken

    with pytest.raises(EmailTaken):
        await database.write_once(failing)
    assert await metadata.find(database, "colour") == "red"


async def test_work_reads_what_it_wrote(service: Service) -> None:
    async def write_and_read(tx: Transaction) -> str | None:
        await tx.execute(INSERT, "colour", "red")
        return await metadata.find(tx, "colour")

    assert await service.core.database.write_once(write_and_read) == "red"


async def test_failed_work_is_not_run_again(service: Service) -> None:
    """Mutant: retries after a lost race, as in `write`, for a statement that may have taken effect."""
    runs = []

    async def conflicting(tx: Transaction) -> None:
        runs.append(tx)
        await tx.execute(f"{INSERT}, ($1, $2)", "colour", "red")

    with pytest.raises(Exception, match=r"unique|UNIQUE"):
        await service.core.database.write_once(conflicting)
    assert len(runs) == 1
    assert await metadata.find(service.core.database, "colour") is None
