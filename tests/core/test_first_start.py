"""The first start: files, the first administrator, the schema."""

import asyncio
import os
import sqlite3
import stat
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from doorward import preparation
from doorward.core import first_start
from doorward.crypto.vault import WrongSecret
from doorward.database import schema
from doorward.database.protocol import Transaction
from doorward.domain.users import Profile
from doorward.settings import SettingsError, load
from tests.features.move.support import empty_postgres
from tests.features.revocations.support import is_revoked, read
from tests.support.cli import doorward
from tests.support.databases import Databases, settings_for
from tests.support.service import Client, Clock, Service, running


def prepare(folder: Path, **environ: str) -> str | None:
    settings = preparation.prepare_files(load({"DOORWARD_DATA_DIR": str(folder / "data"), **environ}))
    return asyncio.run(preparation.prepare_database(settings))


async def empty(tx: Transaction, *, table: str) -> None:
    await tx.execute(f"DELETE FROM {table}")


async def start_with_generated_password(service: Service) -> str:
    for table in ("user_roles", "sessions", "users"):
        await service.core.database.write(partial(empty, table=table))
    settings = replace(service.core.settings, admin_password="")
    password = await first_start.prepare(service.core, settings, b"fifteen bytes..")
    assert password is not None
    return password


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_data_folder_and_the_secret_are_for_their_owner_alone(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert mode(tmp_path / "data") == 0o700
    assert mode(tmp_path / "data" / "secret.key") == 0o600
    assert len((tmp_path / "data" / "secret.key").read_text()) > 40


def test_a_secret_that_others_can_read_stops_the_start(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "data" / "secret.key").chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        prepare(tmp_path)


def test_the_generated_password_is_given_once(tmp_path: Path) -> None:
    first = prepare(tmp_path)
    assert first is not None
    assert len(first.replace("-", "")) >= 20
    assert prepare(tmp_path) is None


def test_a_given_password_is_not_given_back(tmp_path: Path) -> None:
    assert prepare(tmp_path, DOORWARD_ADMIN_PASSWORD="a password of my own") is None


def test_a_weak_first_password_stops_the_start_and_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="DOORWARD_ADMIN_PASSWORD is among the most common"):
        prepare(tmp_path, DOORWARD_ADMIN_PASSWORD="password123")
    assert prepare(tmp_path) is not None


def test_another_secret_than_the_databases_is_noticed(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "data" / "secret.key").write_text("x" * 64)
    with pytest.raises(WrongSecret):
        prepare(tmp_path)


async def test_nodes_that_start_together_make_one_administrator_and_one_set_of_keys(environ: dict[str, str]) -> None:
    """Mutant: without the locks in `first_start` and `keyring`, several nodes on PostgreSQL find the tables empty."""
    async with running(settings_for(environ)) as service:
        database, trail = service.core.database, service.core.users.trail
        for table in ("user_roles", "sessions", "users", "keys", "audit", "audit_lanes"):
            await database.write(partial(empty, table=table))
        await asyncio.gather(*(service.core.keys.ensure() for _ in range(8)))
        profiles = [Profile.parse(username=f"admin{number}") for number in range(8)]
        makers = [
            partial(first_start._create, profile=each, password_hash="x", trail=trail, now=1, generated=False)
            for each in profiles
        ]
        created = await asyncio.gather(*(database.write(make) for make in makers))
        assert sum(created) == 1
        for table, expected in (("users", 1), ("keys", 4)):
            row = await database.fetchrow(f"SELECT count(*) FROM {table}")
            assert row is not None
            assert row[0] == expected


async def test_a_generated_password_is_good_for_a_day_and_must_be_changed_then(environ: dict[str, str]) -> None:
    clock = Clock()
    async with running(settings_for(environ), clock) as service:
        password = await start_with_generated_password(service)

        async def day_later() -> Client:
            clock.advance(hours=25)
            await first_start.expire_generated_password(service.core)
            return await service.login(password=password)

        clock.advance(hours=23)
        await first_start.expire_generated_password(service.core)
        assert (await (await service.login(password=password)).get("/api/users")).code == 200
        offline = (await service.login(password=password)).token
        admin = await day_later()
        assert (await admin.get("/api/users")).reason == "password_change_required"
        clock.advance(seconds=2)
        assert is_revoked(await read(service), offline)
        own = "a password of my own"
        changed = await admin.put("/api/auth/password", {"currentPassword": password, "newPassword": own})
        assert changed.code == 200
        password = own
        assert (await (await day_later()).get("/api/users")).code == 200


async def test_a_generated_password_that_was_changed_in_time_is_not_asked_for_again(environ: dict[str, str]) -> None:
    """Mutant: `_expire` that does not compare the hash."""
    clock = Clock()
    async with running(settings_for(environ), clock) as service:
        password = await start_with_generated_password(service)
        admin = await service.login(password=password)
        own = "a password of my own"
        await admin.put("/api/auth/password", {"currentPassword": password, "newPassword": own})
        clock.advance(hours=25)
        await first_start.expire_generated_password(service.core)
        assert (await (await service.login(password=own)).get("/api/users")).code == 200


async def test_a_generated_password_expires_although_its_hash_was_renewed(environ: dict[str, str]) -> None:
    """Mutant: `_replace_hash` leaves the value by which the password expires."""
    clock = Clock()
    async with running(settings_for(environ), clock) as service:
        password = await start_with_generated_password(service)
    # Hashes of the former settings are outdated.
    async with running(settings_for(environ, password_time=2), clock) as service:
        assert (await (await service.login(password=password)).get("/api/users")).code == 200
        clock.advance(hours=25)
        await first_start.expire_generated_password(service.core)
        again = await service.login(password=password)
        assert (await again.get("/api/users")).reason == "password_change_required"


def test_the_known_head_is_the_head_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD


async def put_schema(tx: Transaction, version: str, works_from: str) -> None:
    await tx.execute("UPDATE alembic_version SET version_num = $1", version)
    await tx.execute("UPDATE facts SET value = $1 WHERE name = 'schema_works_from'", works_from)


async def test_a_database_newer_than_the_program_is_refused(
    environ: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async with running(settings_for(environ)) as service:
        await service.core.database.write(partial(put_schema, version="9999", works_from="9998"))
        for _ in range(2):
            assert (await service.anonymous.get("/readyz")).reason == "schema_mismatch"
        said = f"not ready: The database schema is at 9999, newer than this program ({schema.HEAD}), and works with"
        assert caplog.text.count(said) == 1
        assert (await service.anonymous.get("/healthz")).code == 200
    with pytest.raises(schema.SchemaTooNew, match=r"newer than this program .* works with programs from 9998 on"):
        await preparation.prepare_database(settings_for(environ))


async def test_a_newer_database_that_the_program_can_work_with_keeps_the_node_ready(
    environ: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async with running(settings_for(environ)) as service:
        await service.core.database.write(partial(put_schema, version="9999", works_from=schema.HEAD))
        for _ in range(2):
            assert (await service.anonymous.get("/readyz")).code == 200
        assert caplog.text.count("upgrade this node") == 1
        await service.login()
    # A node of the former version starts on it as well: the code goes back, the schema does not.
    await preparation.prepare_database(settings_for(environ))


def test_an_older_database_is_left_alone_until_it_is_migrated(tmp_path: Path) -> None:
    prepare(tmp_path)
    with sqlite3.connect(tmp_path / "data" / "doorward.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    connection.close()
    with pytest.raises(schema.SchemaTooOld, match="run doorward migrate"):
        prepare(tmp_path)


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    from doorward.database.sqlite.database import connect

    prepare(tmp_path)
    connection = connect(tmp_path / "data" / "doorward.db", 5)
    values = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    connection.close()
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_database_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        prepare(tmp_path)
    finally:
        os.umask(before)
    assert mode(tmp_path / "data" / "doorward.db") == 0o600


async def test_a_password_that_could_not_be_shown_is_not_generated(
    postgres: Databases, tmp_path: Path, anyio_backend: str
) -> None:
    """Mutant: the administrator is there, and the password nowhere."""
    async with empty_postgres(postgres, tmp_path) as environ:
        without = {name: value for name, value in environ.items() if name != "DOORWARD_ADMIN_PASSWORD"}
        refused = await doorward(without | {"DOORWARD_DATA_DIR": "/dev/null/none"}, "migrate")
        said = "The password of the first administrator can't be written to /dev/null/none: Not a directory."
        assert (refused.code, said in refused.err) == (1, True)
        listed = await doorward(without, "users", "list", "--json")
        assert listed.json["list"] == []
        made = await doorward(without | {"DOORWARD_DATA_DIR": str(tmp_path / "data")}, "migrate", "--json")
        assert (made.code, made.json["administrator"]) == (0, "admin")
        assert (tmp_path / "data" / "first-admin-password").stat().st_size > 20
