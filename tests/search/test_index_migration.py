"""Filling the indexes of a database that had users before: interruptible, and correct while users change."""

import itertools
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from doorward import preparation
from doorward.domain.users import Profile
from doorward.features.transfer import queries
from doorward.search.filling import ALL_IDS, is_ready
from doorward.search.options import Batches, SearchOptions
from doorward.search.postgres.backend import _FILL_RANGE
from doorward.store.users import new_row
from tests.support.databases import PostgresDatabases, SQLiteDatabases, settings_for
from tests.support.old_schema import as_before
from tests.support.service import ADMIN_PASSWORD, Client, running
from tests.support.user_lists import usernames

COUNT = 2_500


class Interrupted(Exception):
    pass


async def totals(admin: Client) -> dict[str, int]:
    queries = ("", "status=0", "keyword=old", "keyword=old&status=1", "keyword=ld24", "keyword=Ω", "role=user")
    return {query: (await admin.get(f"/api/users?{query}")).data["total"] for query in queries}


async def test_an_interrupted_migration_continues_while_users_change(environ: dict[str, str]) -> None:
    settings = await as_before(environ, "0005", COUNT)
    seen: list[tuple[str, int, int]] = []

    def interrupt_after_two(what: str, done: int, whole: int) -> None:
        if what == "users":
            seen.append((what, done, whole))
        if len(seen) == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        await preparation.prepare_database(settings, migrate=True, report=interrupt_after_two)
    assert seen == [("users", 999, COUNT), ("users", 1999, COUNT)]

    await preparation.prepare_database(settings)
    async with running(settings) as service:
        core = service.core
        await _make_administrator(core)
        admin = await service.login()
        assert (await totals(admin))["keyword=old"] == COUNT
        # Users in filled blocks, in blocks that are not filled yet, and a new one.
        await admin.put("/api/users/500", {"name": "Ω", "status": 1, "roles": ["user"]})
        await admin.put("/api/users/2400", {"name": "Ω", "roles": ["user"]})
        await admin.delete("/api/users/501")
        await admin.delete("/api/users/2401")
        await service.create(admin, "new-old", name="Ω", roles=["user"])
        by_scan = await totals(admin)
        await core.users.directory.fill()
        assert await is_ready(core.database)
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


async def test_the_indexes_of_an_earlier_version_are_removed_in_small_batches(
    sqlite_databases: SQLiteDatabases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutants: a migration that drops them in one statement; one that leaves them there after an interruption."""
    search = SearchOptions(batches=Batches(legacy_entries=ENTRIES, legacy_pages=PAGES))
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

    def record(what: str, done: int, whole: int) -> None:
        if what == "old indexes":
            left.append((rows(connection, "outdated_order_0007"), rows(connection, "outdated_grams_0007_data")))
            if len(left) == 8:
                raise Interrupted

    with pytest.raises(Interrupted):
        await preparation.prepare_database(settings, migrate=True, report=record, search=search)
    await preparation.prepare_database(settings, migrate=True, report=record, search=search)
    steps = [(before[0] - after[0], before[1] - after[1]) for before, after in itertools.pairwise(left)]
    assert max(entries for entries, _ in steps) <= ENTRIES
    assert max(pages for _, pages in steps) <= PAGES
    assert left[-1] == (0, 0)
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name GLOB 'outdated*'").fetchone() == (0,)
    connection.close()


async def test_an_upgrade_builds_the_indexes_of_trigrams_beside_those_that_the_version_before_searches_with(
    postgres: PostgresDatabases, tmp_path: Path
) -> None:
    """Mutants: a migration that leaves the indexes marked as full, so that the new ones are never built; one that drops
    the old ones."""
    old = "CREATE INDEX user_search_{0}_grams ON user_search_{0} USING gin (doorward_grams(search), roles)"
    async with postgres.new(tmp_path) as environ:
        settings = await as_before(environ, "0023", COUNT)
        connection: Any = await asyncpg.connect(settings.database_url)
        for statement in _FILL_RANGE:
            await connection.execute(statement, 0, ALL_IDS)
        await connection.execute("UPDATE list_index SET upto = $1, ready = 1", ALL_IDS)
        await connection.execute("; ".join(old.format(status) for status in ("enabled", "disabled")))
        await preparation.prepare_database(settings, migrate=True)
        assert await connection.fetchval("SELECT ready FROM list_index") == 1
        valid = await connection.fetch(
            "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " WHERE indisvalid AND c.relname ~ 'grams$' ORDER BY 1"
        )
        await connection.close()
        assert [row[0] for row in valid] == [
            "user_search_disabled_grams",
            "user_search_disabled_trigrams",
            "user_search_enabled_grams",
            "user_search_enabled_trigrams",
        ]
        async with running(settings) as service:
            await _make_administrator(service.core)
            assert (await totals(await service.login()))["keyword=ld24"] == 111


async def test_an_upgrade_orders_sign_ins_before_1970_behind_users_who_never_signed_in(
    sqlite_databases: SQLiteDatabases, tmp_path: Path
) -> None:
    """Mutants: the entries of these times stay, or those of users who never signed in are taken for them."""
    users = {"never": None, "early": -(10**12), "last": -1, "later": 1}
    async with sqlite_databases.new(tmp_path) as environ:
        settings = settings_for(environ)

        async def by_sign_in() -> list[str]:
            async with running(settings) as service:
                admin = await service.login()
                await service.core.users.directory.fill()
                return await usernames(admin, sort="lastLoginAt", pageSize=5)

        async with running(settings) as service:
            rows = [new_row(Profile(username=name, name=name), "", 1, 1, last) for name, last in users.items()]
            await service.core.database.write(lambda tx: queries.insert(tx, rows))
            await service.core.users.directory.fill()
        connection = sqlite3.connect(tmp_path / "doorward.db", isolation_level=None)
        connection.execute(
            "UPDATE user_order SET value = coalesce((SELECT last_login_at FROM users u WHERE u.id = user_order.id), -1)"
            " WHERE field = 'last_login_at'"
        )
        connection.execute("UPDATE alembic_version SET version_num = '0026'")
        connection.close()
        await preparation.prepare_database(settings, migrate=True)
        assert await by_sign_in() == ["never", "early", "last", "later", "admin"]
        entries = sqlite3.connect(tmp_path / "doorward.db").execute(
            "SELECT value FROM user_order WHERE field = 'last_login_at' ORDER BY value"
        )
        assert [row[0] for row in entries][:4] == [-1, -(10**12) / 2**46, -1 / 2**46, 1]


def rows(connection: sqlite3.Connection, table: str) -> int:
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # It was dropped.


async def _make_administrator(core: Any) -> None:
    """Makes the first user of the old database an administrator with a known password."""
    password_hash = await core.hasher.hash(ADMIN_PASSWORD)

    async def promote(tx: Any) -> None:
        await tx.execute(
            "UPDATE users SET username = 'admin', username_key = 'admin', password_hash = $1, status = 1 WHERE id = 1",
            password_hash,
        )
        await tx.execute("INSERT INTO user_roles (user_id, role_id) VALUES (1, 1)")

    await core.database.write(promote)
