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
# A database takes about 10 MB.
_AT_ONCE = 8


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
    """Makes `at_once` databases on one connection, and on the next one drops those that tests have left."""

    def __init__(self, server_url: str, at_once: int = 1) -> None:
        self._server, self._at_once = server_url, at_once
        self._numbers = itertools.count(1)
        self._template = "doorward_template"
        self._spare: list[str] = []
        self._left: list[str] = []
        asyncio.run(self._run(f"DROP DATABASE IF EXISTS {self._template}", f"CREATE DATABASE {self._template}"))
        _prepare(self._environ(self._template))

    def _environ(self, name: str) -> dict[str, str]:
        base, _, _ = self._server.rpartition("/")
        return {"DOORWARD_DATABASE_URL": f"{base}/{name}", "DOORWARD_SECRET": SECRET}

    async def _run(self, *statements: str) -> None:
        connection: Any = await asyncpg.connect(self._server)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    async def _make_spare(self) -> None:
        drops = [f"DROP DATABASE IF EXISTS {name} WITH (FORCE)" for name in self._left]
        made = [f"doorward_{next(self._numbers)}" for _ in range(self._at_once)]
        # A copy of its files takes half the time of the default strategy, which writes every page to the WAL.
        creates = [f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY file_copy" for name in made]
        self._left.clear()
        await self._run(*drops, *creates)
        self._spare += made

    async def drop_all(self) -> None:
        names, self._spare, self._left = [*self._spare, *self._left], [], []
        await self._run(*(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)" for name in names))

    @contextlib.asynccontextmanager
    async def new(self, folder: Path) -> AsyncIterator[dict[str, str]]:
        if not self._spare:
            await self._make_spare()
        name = self._spare.pop()
        try:
            yield self._environ(name) | {"DOORWARD_DATA_DIR": str(folder)}
        finally:
            self._left.append(name)


@contextlib.contextmanager
def postgres_databases() -> Iterator[PostgresDatabases]:
    url = external_url()
    if url is not None:
        databases = PostgresDatabases(url, _AT_ONCE)
        try:
            yield databases
        finally:
            asyncio.run(databases.drop_all())
        return
    with postgres_server(in_memory=True) as server:
        yield PostgresDatabases(server.url("postgres"), _AT_ONCE)


def settings_for(environ: dict[str, str], **changes: Any) -> Settings:
    """The settings of a test's service. Hashes are cheap unless the test sets their cost."""
    costs: dict[str, Any] = {name: cost for name, cost in CHEAP_HASHES.items() if name not in changes}
    return dataclasses.replace(load_settings(environ=environ, **changes), **costs)
