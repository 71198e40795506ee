"""Inserting many rows with few statements."""

from typing import Any

import pytest

from tests.support.service import Service

COLUMNS = "fingerprint, position, report_bytes, updated_at, created, changed, unchanged, refused, finished"


@pytest.mark.parametrize("count", [0, 1, 3, 2500])
async def test_rows_are_inserted_whatever_their_number(service: Service, count: int) -> None:
    rows = [(f"é{number}", 2**40 + number, *(7,) * 7) for number in range(count)]

    async def work(tx: Any) -> None:
        await tx.insert_rows("imports", COLUMNS, rows)

    await service.core.database.write(work)
    found = await service.core.database.fetch(f"SELECT {COLUMNS} FROM imports ORDER BY position")
    assert [tuple(row) for row in found] == rows


@pytest.mark.parametrize("count", [3, 2500])
async def test_rows_that_conflict_are_left_out_and_the_ids_of_the_others_returned(service: Service, count: int) -> None:
    columns = "name, name_key, description, permissions, built_in, created_at, updated_at, version, deleted_at"
    rows: list[Any] = [(f"Ω{number}", f"ω{number}", "", "[]", 0, 1, 1, 1, None) for number in range(count)]

    async def work(tx: Any) -> Any:
        return await tx.insert_new("roles", columns, [*rows, rows[0], rows[-1]], "name_key")

    first, again = [await service.core.database.write(work) for _ in range(2)]
    found = await service.core.database.fetch("SELECT name_key, id FROM roles WHERE built_in = 0")
    assert first == {row[0]: row[1] for row in found}
    assert len(first) == count
    assert again == {}
