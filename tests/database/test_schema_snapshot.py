"""The schema snapshots in `database/` are what the migrations make."""

from operator import methodcaller

import pytest
from scripts import schema

from tests.support.service import Service


@pytest.fixture
def dialect(service: Service) -> str:
    return "sqlite" if service.settings.sqlite_path else "postgres"


async def test_the_schema_snapshot_is_current(service: Service, dialect: str) -> None:
    current = await schema.snapshot(service.core.database, dialect)
    assert schema.path_of(dialect).read_text("utf-8") == current, "the schema has changed: run make schema"


async def test_a_snapshot_shows_every_change_of_the_schema(service: Service, dialect: str) -> None:
    """Mutants: columns, indexes, triggers or views that `scripts.schema` leaves out."""
    procedure = "FOR EACH ROW EXECUTE FUNCTION users_counted()" if dialect == "postgres" else "BEGIN SELECT 1; END"
    seen = [await schema.snapshot(service.core.database, dialect)]
    for change in (
        "ALTER TABLE roles ADD COLUMN colour TEXT DEFAULT 'red'",
        "CREATE INDEX roles_by_colour ON roles (colour)",
        f"CREATE TRIGGER repainted AFTER INSERT ON roles {procedure}",
        "CREATE VIEW colours AS SELECT colour FROM roles",
    ):
        await service.core.database.write(methodcaller("execute", change))
        seen.append(await schema.snapshot(service.core.database, dialect))
    assert len(set(seen)) == len(seen)
