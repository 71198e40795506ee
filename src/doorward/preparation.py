"""Prepares what a service needs before it starts: folders, the master secret, the schema, the first administrator."""

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from doorward.app import build, routes, system_clock
from doorward.core import first_start
from doorward.crypto import secret_file
from doorward.crypto.passwords import breached
from doorward.database import schema
from doorward.database.protocol import Database
from doorward.errors import DatabaseUnavailable
from doorward.search.filling import Report, ignore_progress
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.settings import PREFIX, Settings, SettingsError

_WAIT_PAUSE: Final = 0.5


def prepare_files(settings: Settings) -> Settings:
    """Makes the data folder and the master secret's file where they are needed."""
    if settings.sqlite_path is None:
        return settings
    if not settings.secret and _has_content(settings.sqlite_path):
        # The secret is made before the database. Where only the database exists, the secret was lost.
        secret_file.read(settings.data_dir)
        return settings
    make_folders(settings)
    if not settings.secret:
        secret_file.make_missing(settings.data_dir, secrets.token_bytes)
        secret_file.read(settings.data_dir)
    return settings


def make_folders(settings: Settings) -> None:
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    if settings.sqlite_path is not None:
        settings.sqlite_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


async def prepare_database(
    settings: Settings,
    *,
    migrate: bool = False,
    waiting: Callable[[str], None] = lambda reason: None,
    report: Report = ignore_progress,
    search: SearchOptions = DEFAULTS,
    clock: Callable[[], int] = system_clock,
    check_place: Callable[[], None] = lambda: None,
) -> str | None:
    """Brings a new database (with `migrate`, an older one too) up to date and makes the first administrator.

    Returns the administrator's password when one was generated. `waiting` is called with the reason while the database
    does not answer, `report` with the progress of a long migration, `check_place` before a password is generated.
    """
    _check_step_up_permissions(settings)
    if settings.breached_passwords:
        # Here and not in every worker, since it reads the whole file.
        await asyncio.to_thread(breached.verify, settings.breached_passwords)
    core = build(settings, clock, search=search)
    try:
        await core.database.open()
        found = await _schema_version(core.database, settings, waiting)
        if found is not None:
            # Before anything is written: a wrong secret must not leave a migrated database behind.
            await core.keys.check_secret()
        if found is None or (migrate and found < schema.HEAD):
            await schema.migrate(settings.sqlite_path, settings.database_url)
        await schema.check(core.database)
        await _check_replica(core.database, settings)
        if found is None or migrate:
            # Otherwise the service does it in the background.
            await core.users.directory.fill(report if found else ignore_progress)
        return await first_start.prepare(core, settings, secrets.token_bytes(15), check_place)
    finally:
        await core.close()


async def _check_replica(database: Database, settings: Settings) -> None:
    """Refuses a server that has other data. One that does not answer is not waited for: the primary has everything."""
    if not settings.database_replica_url:
        return
    from doorward.database.postgres.replica import NotAReplica, bytes_behind

    url, pgbouncer = settings.database_replica_url, settings.database_pgbouncer
    try:
        await bytes_behind(url, database, pgbouncer=pgbouncer, standby=False)
    except NotAReplica as error:
        raise SettingsError(f"{PREFIX}DATABASE_REPLICA_URL {error}; name a streaming replica of the primary") from None


def _check_step_up_permissions(settings: Settings) -> None:
    """Refuses permissions that no endpoint asks for: the setting would protect nothing."""
    if not settings.step_up_permissions:
        return
    known = {route.permission for route in routes() if route.permission}
    for name in settings.step_up_permissions:
        if name not in known:
            hint = f"known are {', '.join(sorted(known))}"
            raise SettingsError(f"DOORWARD_STEP_UP_PERMISSIONS has {name!r}, which no endpoint asks for; {hint}")


async def _schema_version(database: Database, settings: Settings, waiting: Callable[[str], None]) -> str | None:
    """The version of the schema, as soon as the database answers."""
    # A file that can't be opened will not open by itself; a server may still be starting.
    seconds = 0 if settings.sqlite_path else settings.database_wait
    deadline = time.monotonic() + seconds
    while True:
        try:
            return await schema.version(database)
        except DatabaseUnavailable as fault:
            if time.monotonic() >= deadline:
                raise
            waiting(str(fault.__cause__ or fault))
            await asyncio.sleep(_WAIT_PAUSE)
