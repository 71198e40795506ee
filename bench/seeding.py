"""Seeds databases as upgraded sites have them: users in an old schema, then the migrations that add the indexes."""

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import asyncpg
from tests.support.databases import SECRET
from tests.support.service import ADMIN_PASSWORD

from bench.user_generator import GeneratedUser, generate_users
from doorward import preparation
from doorward.crypto.passwords.hasher import Hasher
from doorward.database import schema
from doorward.domain.user_query import search_text
from doorward.domain.users import fold
from doorward.settings import Settings, load

# The last schema version without indexes for lists and search.
_BEFORE_LISTS: Final = "0005"
_BATCH: Final = 10_000
_COLUMNS: Final = (
    "id", "username", "username_key", "name", "name_key", "email", "email_key", "search", "status", "password_hash",
    "created_at", "updated_at", "last_login_at", "version",
)  # fmt: skip
# A hash that no password matches.
UNMATCHABLE: Final = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43
_ADMIN_ROLE: Final = 1
_USER_ROLE: Final = 2
ADMIN_ONE_IN: Final = 2_000

Row = tuple[Any, ...]


class Progress:
    """Prints one line that is overwritten on a terminal; otherwise a line every ten percent."""

    def __init__(self, title: str) -> None:
        self._title, self._last = title, ""

    def __call__(self, what: str, done: int, total: int) -> None:
        terminal = sys.stderr.isatty()
        percent = 100 * done // max(total, 1)
        text = f"{self._title}: {what} {percent if terminal else percent // 10 * 10} %"
        if text != self._last:
            self._last = text
            print(f"\r\033[K{text}" if terminal else text, end="" if terminal else "\n", file=sys.stderr, flush=True)


async def seed_and_migrate(environ: dict[str, str], count: int, title: str) -> Settings:
    """Seeds the new database that the settings in `environ` name, and migrates it."""
    progress = Progress(title)
    settings = await seed(environ, count, progress)
    await preparation.prepare_database(settings, migrate=True, report=progress)
    if not settings.sqlite_path:
        await _vacuum(settings.database_url)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return settings


async def seed(environ: dict[str, str], count: int, progress: Progress) -> Settings:
    """Seeds the new database at the schema version before the indexes for lists."""
    settings = preparation.prepare_files(load(environ | {"DOORWARD_SECRET": SECRET}))
    await schema.migrate(settings.sqlite_path, settings.database_url, _BEFORE_LISTS)
    hasher = Hasher(settings.password_memory, settings.password_time, settings.password_pool_memory, lambda n: bytes(n))
    rows = _rows(count, await hasher.hash(ADMIN_PASSWORD))
    hasher.close()
    if settings.sqlite_path:
        await asyncio.to_thread(_seed_sqlite, settings.sqlite_path, rows, count, progress)
    else:
        await _seed_postgres(settings.database_url, rows, count, progress)
    return settings


def _rows(count: int, admin_hash: str) -> Iterator[Row]:
    admin = GeneratedUser("admin", "Admin", None, 1, 0, 0, None)
    yield _row(1, admin, admin_hash)
    for number, user in enumerate(generate_users(count - 1), 2):
        yield _row(number, user, UNMATCHABLE)


def _row(number: int, user: GeneratedUser, password_hash: str) -> Row:
    email_key = fold(user.email) if user.email else None
    return (
        number,
        user.username,
        fold(user.username),
        user.name,
        fold(user.name),
        user.email,
        email_key,
        search_text(user.username, user.name, user.email),
        user.status,
        password_hash,
        user.created_at,
        user.updated_at,
        user.last_login_at,
        1,
    )


def _roles_of(number: int) -> list[tuple[int, int]]:
    """All have the role `user`; one in two thousand is an administrator too."""
    return [(number, _USER_ROLE)] + ([(number, _ADMIN_ROLE)] if number % ADMIN_ONE_IN == 1 else [])


def _seed_sqlite(path: Path, rows: Iterator[Row], count: int, progress: Progress) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -200000")
    placeholders = ", ".join("?" * len(_COLUMNS))
    while batch := list(islice(rows, _BATCH)):
        connection.execute("BEGIN")
        connection.executemany(f"INSERT INTO users ({', '.join(_COLUMNS)}) VALUES ({placeholders})", batch)
        roles = [pair for row in batch for pair in _roles_of(row[0])]
        connection.executemany("INSERT INTO user_roles (user_id, role_id) VALUES (?, ?)", roles)
        connection.execute("COMMIT")
        progress("seeding", batch[-1][0], count)
    connection.close()


async def _seed_postgres(url: str, rows: Iterator[Row], count: int, progress: Progress) -> None:
    connection: Any = await asyncpg.connect(url)
    while batch := list(islice(rows, _BATCH)):
        await connection.copy_records_to_table("users", records=batch, columns=_COLUMNS)
        roles = [pair for row in batch for pair in _roles_of(row[0])]
        await connection.copy_records_to_table("user_roles", records=roles, columns=("user_id", "role_id"))
        progress("seeding", batch[-1][0], count)
    await connection.execute("SELECT setval(pg_get_serial_sequence('users', 'id'), $1)", count)
    await connection.close()


async def _vacuum(url: str) -> None:
    """Does what autovacuum has done on a server that has run for a while."""
    connection: Any = await asyncpg.connect(url)
    await connection.execute("VACUUM ANALYZE users, user_roles, user_search, user_counts")
    await connection.close()
