"""`fetch_each` reads the rows for many keys in one statement, and looks each key up by itself."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from doorward.database.postgres.database import PostgresDatabase
from doorward.database.protocol import Row, Transaction
from tests.support.databases import Databases, settings_for
from tests.support.service import Service

_SOURCE = "visits v JOIN people p ON p.id = v.person WHERE v.id = {key} AND v.day > $2"


async def people_and_visits(tx: Transaction) -> None:
    await tx.execute("CREATE TABLE people (id BIGINT PRIMARY KEY, name TEXT NOT NULL)")
    await tx.execute("CREATE TABLE visits (id BIGINT NOT NULL, person BIGINT NOT NULL, day BIGINT NOT NULL)")
    await tx.execute("CREATE INDEX visits_id ON visits (id)")


async def test_each_row_comes_with_its_key(service: Service) -> None:
    """Mutants: the key left out; the condition on `$2` left out."""
    database = service.core.database
    largest = 2**63 - 1

    async def fill(tx: Transaction) -> None:
        await people_and_visits(tx)
        await tx.insert_rows("people", "id, name", [(1, "Ann"), (2, "Bob"), (3, "Cid")])
        await tx.insert_rows(
            "visits", "id, person, day", [(10, 1, 5), (10, 2, 5), (20, 3, 5), (30, 3, 1), (largest, 1, 9)]
        )

    await database.write(fill)
    rows = await database.fetch_each("p.name, v.day", _SOURCE, {10, 20, 30, 40, largest}, 2)
    assert sorted(map(tuple, rows)) == [(10, "Ann", 5), (10, "Bob", 5), (20, "Cid", 5), (largest, "Ann", 9)]


class Explained(PostgresDatabase):
    """Returns the plan of a statement instead of its rows."""

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        ((plan,),) = await super().fetch(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", *args)
        return [(json.loads(plan)[0]["Plan"],)]


def rows_read(plan: dict[str, Any], table: str) -> float:
    own = plan["Actual Rows"] * plan["Actual Loops"] if plan.get("Relation Name") == table else 0
    return float(own) + sum(rows_read(part, table) for part in plan.get("Plans", ()))


async def test_postgresql_does_not_scan_a_table_for_a_few_keys(postgres: Databases, tmp_path: Path) -> None:
    """Mutant: without OFFSET the planner, whose statistics know visits of the first 300 people only, plans a merge join
    in the order of their ids that should stop early; the visit that is newer than the statistics makes it read all."""

    async def fill(tx: Transaction) -> None:
        await people_and_visits(tx)
        await tx.execute("INSERT INTO people SELECT n, repeat('x', 100) FROM generate_series(1, 50000) n")
        await tx.execute("INSERT INTO visits SELECT n, n, 5 FROM generate_series(1, 300) n")
        await tx.execute("ANALYZE people, visits")
        await tx.execute("INSERT INTO visits VALUES (301, 50000, 5)")

    async with postgres.new(tmp_path) as environ:
        database = Explained(settings_for(environ).database_url, 1, 5, pgbouncer=False)
        await database.open()
        await database.write(fill)
        ((plan,),) = await database.fetch_each("p.name", _SOURCE, [7, 8, 9, 301], 2)
        assert rows_read(plan, "people") == 4
        await database.close()
