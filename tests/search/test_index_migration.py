"""Indexes for lists on a database that had users before: stoppable, and right whatever is written meanwhile."""

import itertools
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from doorward import app
from doorward.search import index
from doorward.search.sqlite import legacy_indexes
from tests.support.databases import SQLiteDatabases
from tests.support.old_schema import as_before
from tests.support.service import ADMIN_PASSWORD, Client, running

COUNT = 2_500


class Stopped(Exception):
    pass


async def totals(admin: Client) -> dict[str, int]:
    queries = ("", "status=0", "keyword=old", "keyword=old&status=1", "keyword=ld24", "keyword=Ω", "role=user")
    return {query: (await admin.get(f"/api/users?{query}")).data["total"] for query in queries}


async def test_a_migration_can_be_stopped_and_go_on_while_users_change(environ: dict[str, str]) -> None:
    settings = await as_before(environ, "0005", COUNT)
    seen: list[tuple[str, int, int]] = []

    def stop_after_two(what: str, done: int, whole: int) -> None:
        if what == "users":
            seen.append((what, done, whole))
        if len(seen) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        await app.prepare_database(settings, migrate=True, report=stop_after_two)
    assert seen == [("users", 999, COUNT), ("users", 1999, COUNT)]

    await app.prepare_database(settings)
    async with running(settings) as service:
        core = service.core
        await _make_administrator(core)
        admin = await service.login()
        half = {query: total for query, total in (await totals(admin)).items() if query}
        assert half["keyword=old"] == COUNT
        # Below what is filled, beyond it, and new.
        await admin.put("/api/users/500", {"name": "Ω", "status": 1, "roles": ["user"]})
        await admin.put("/api/users/2400", {"name": "Ω", "roles": ["user"]})
        await admin.delete("/api/users/501")
        await admin.delete("/api/users/2401")
        await service.create(admin, "new-old", name="Ω", roles=["user"])
        by_scan = await totals(admin)
        await index.build(core.database, core.users.directory.backend, index.ignore_progress)
        assert await index.is_ready(core.database)
        assert await totals(admin) == by_scan
        assert by_scan == {
            "": COUNT - 1,
            "status=0": 1249,
            "keyword=old": COUNT - 1,
            "keyword=old&status=1": 1250,
            "keyword=ld24": 110,
            "keyword=Ω": 3,
            "role=user": 3,
        }
        pages = [await admin.get(f"/api/users?keyword=Ω&sort={sort}") for sort in ("-id", "-updatedAt")]
        assert [len(page.data["list"]) for page in pages] == [3, 3]


ENTRIES, PAGES = 1000, 5


async def test_the_indexes_of_an_earlier_version_are_cleared_away_piece_by_piece(
    sqlite_databases: SQLiteDatabases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    """Mutants: a migration that drops them at once; one that, stopped meanwhile, leaves them there."""
    monkeypatch.setattr(legacy_indexes, "_ENTRIES", ENTRIES)
    monkeypatch.setattr(legacy_indexes, "_PAGES", PAGES)
    async with sqlite_databases.new(tmp_path) as environ:
        settings = await as_before(environ, "0006", COUNT)
    connection = sqlite3.connect(tmp_path / "doorward.db")
    connection.execute(
        "INSERT INTO user_grams (rowid, tokens) SELECT id, grams || status || roles || ' u' || id FROM user_tokens"
    )
    connection.execute("INSERT INTO user_order SELECT field, value, id FROM user_positions")
    connection.commit()
    left = [(rows(connection, "user_order"), rows(connection, "user_grams_data"))]
    assert left[0][0] == 5 * COUNT
    assert left[0][1] > 2 * PAGES

    def note(what: str, done: int, whole: int) -> None:
        if what == "old indexes":
            left.append((rows(connection, "outdated_order_0007"), rows(connection, "outdated_grams_0007_data")))
            if len(left) == 8:
                raise Stopped

    with pytest.raises(Stopped):
        await app.prepare_database(settings, migrate=True, report=note)
    await app.prepare_database(settings, migrate=True, report=note)
    steps = [(before[0] - after[0], before[1] - after[1]) for before, after in itertools.pairwise(left)]
    assert max(entries for entries, _ in steps) <= ENTRIES
    assert max(pages for _, pages in steps) <= PAGES
    assert left[-1] == (0, 0)
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name GLOB 'outdated*'").fetchone() == (0,)
    connection.close()


def rows(connection: sqlite3.Connection, table: str) -> int:
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # It is gone.


async def _make_administrator(core: Any) -> None:
    """The first user of the old database becomes one who can sign in."""
    password_hash = await core.hasher.hash(ADMIN_PASSWORD)

    async def promote(tx: Any) -> None:
        await tx.execute(
            "UPDATE users SET username = 'admin', username_key = 'admin', password_hash = $1, status = 1 WHERE id = 1",
            password_hash,
        )
        await tx.execute("INSERT INTO user_roles (user_id, role_id) VALUES (1, 1)")

    await core.database.write(promote)
