"""New migrated databases for tests: a copy of a template, which is migrated and given its administrator once."""

import asyncio
import contextlib
import dataclasses
import itertools
import shutil
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg

from doorward import preparation
from doorward.app import load_settings
from doorward.settings import Settings
from doorward.testing.in_process import CHEAP_HASHES
from tests.support.postgres import external_url, postgres_server
from tests.support.service import ADMIN_PASSWORD

SECRET = "a secret that only the tests know, 0123456789"


class Databases(ABC):
    """Makes databases of one kind."""

    @abstractmethod
    def new(self, folder: Path) -> contextlib.AbstractAsyncContextManager[dict[str, str]]:
        """The environment of a service on a new database."""


def _prepare(environ: dict[str, str]) -> None:
    settings = preparation.prepare_files(settings_for(environ | {"DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD}))
    asyncio.run(preparation.prepare_database(settings))


class SQLiteDatabases(Databases):
    def __init__(self, folder: Path) -> None:
        self._template = folder / "template.db"
        _prepare(self._environ(folder, self._template))

    @staticmethod
    def _environ(folder: Path, file: Path) -> dict[str, str]:
        return {
            "DOORWARD_DATA_DIR": str(folder),
            "DOORWARD_DATABASE_URL": f"sqlite:///{file}",
            "DOORWARD_SECRET": SECRET,
        }

    @contextlib.asynccontextmanager
    async def new(self, folder: Path) -> AsyncIterator[dict[str, str]]:
        file = folder / "doorward.db"
        shutil.copyfile(self._template, file)
        yield self._environ(folder, file)


class PostgresDatabases(Databases):
    def __init__(self, server_url: str) -> None:
        self._server = server_url
        self._numbers = itertools.count(1)
        self._template = "doorward_template"
        asyncio.run(self._command(f"DROP DATABASE IF EXISTS {self._template}"))
        asyncio.run(self._command(f"CREATE DATABASE {self._template}"))
        _prepare(self._environ(self._template))

    def _environ(self, name: str) -> dict[str, str]:
        base, _, _ = self._server.rpartition("/")
        return {"DOORWARD_DATABASE_URL": f"{base}/{name}", "DOORWARD_SECRET": SECRET}

    async def _command(self, sql: str) -> None:
        connection: Any = await asyncpg.connect(self._server)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    @contextlib.asynccontextmanager
    async def new(self, folder: Path) -> AsyncIterator[dict[str, str]]:
        name = f"doorward_{next(self._numbers)}"
        await self._command(f"CREATE DATABASE {name} TEMPLATE {self._template}")
        try:
            yield self._environ(name) | {"DOORWARD_DATA_DIR": str(folder)}
        finally:
            await self._command(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def postgres_databases() -> Iterator[PostgresDatabases]:
    url = external_url()
    if url is not None:
        yield PostgresDatabases(url)
        return
    with postgres_server(in_memory=True) as server:
        yield PostgresDatabases(server.url("postgres"))


def settings_for(environ: dict[str, str], **changes: Any) -> Settings:
    """The settings of a test's service. Hashes are cheap unless the test sets their cost."""
    costs: dict[str, Any] = {name: cost for name, cost in CHEAP_HASHES.items() if name not in changes}
    return dataclasses.replace(load_settings(environ=environ, **changes), **costs)
