"""Every test that takes `service` runs twice: on SQLite and on PostgreSQL, each time on a new migrated database."""

import contextlib
import inspect
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from doorward.database.postgres import pool
from doorward.search.options import DEFAULTS, SearchOptions
from tests.support.databases import Databases, SQLiteDatabases, postgres_databases, settings_for
from tests.support.service import Client, Clock, Service, running


def pytest_configure() -> None:
    """A shell ignores SIGINT for what it starts in the background, and the services that tests interrupt inherit it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Appends the names of failed tests to the file that `make test` prints at its end."""
    file = os.environ.get("DOORWARD_TEST_FAILURES")
    failed = [report for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
    if file and failed:
        with Path(file).open("a") as names:
            names.writelines(f"FAILED {report.nodeid}\n" for report in failed)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
            item.add_marker(pytest.mark.anyio)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def sqlite_databases(tmp_path_factory: pytest.TempPathFactory) -> Databases:
    return SQLiteDatabases(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Databases]:
    with postgres_databases() as databases:
        yield databases


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest) -> Databases:
    chosen: Databases = request.getfixturevalue("sqlite_databases" if request.param == "sqlite" else "postgres")
    return chosen


@pytest.fixture
async def environ(databases: Databases, tmp_path: Path, anyio_backend: str) -> AsyncIterator[dict[str, str]]:
    """The environment of a service on a new database."""
    async with databases.new(tmp_path) as environ:
        yield environ


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def search_options() -> SearchOptions:
    """How lists of users are read. Modules that test search override it."""
    return DEFAULTS


@pytest.fixture
async def service(
    environ: dict[str, str],
    clock: Clock,
    search_options: SearchOptions,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    anyio_backend: str,
) -> AsyncIterator[Service]:
    """A running service; `@pytest.mark.settings(refresh_grace=0)` changes its settings."""
    # On a busy machine PostgreSQL may take a second for ten new connections. That it is given up by then is tested
    # elsewhere, with services of their own.
    monkeypatch.setattr(pool, "CONNECT_SECONDS", 5.0)
    marker = request.node.get_closest_marker("settings")
    async with running(
        settings_for(environ, **(marker.kwargs if marker else {})), clock, search=search_options
    ) as service:
        yield service


@pytest.fixture
async def admin(service: Service) -> Client:
    return await service.login()


@pytest.fixture
def run_service(anyio_backend: str) -> Callable[[dict[str, str]], contextlib.AbstractAsyncContextManager[Service]]:
    """Starts a service on a database that the test chose itself."""
    return lambda environ: running(settings_for(environ))
