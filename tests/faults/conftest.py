"""Fault injection: in short within `make test`, at full length and with measurements in `make faults`."""

import os
from collections.abc import Iterator

import pytest

from tests.support.databases import PostgresDatabases
from tests.support.measurements import Measurements
from tests.support.postgres import PostgresServer, postgres_server

_MEASUREMENTS = pytest.StashKey[Measurements]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_MEASUREMENTS] = Measurements()


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether to run at full length."""
    return os.environ.get("DOORWARD_TEST_FAULTS") == "full"


@pytest.fixture(scope="session")
def measurements(pytestconfig: pytest.Config) -> Measurements:
    return pytestconfig.stash[_MEASUREMENTS]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    config.stash[_MEASUREMENTS].print(terminalreporter)


@pytest.fixture(scope="session")
def _server() -> Iterator[PostgresServer]:
    with postgres_server(durable=True, in_memory=True) as server:
        yield server


@pytest.fixture
def server(_server: PostgresServer) -> PostgresServer:
    """A PostgreSQL that a test may stop, freeze and kill, and that loses nothing by it."""
    if not _server.running:
        _server.start()
    return _server


@pytest.fixture(scope="session")
def _databases(_server: PostgresServer) -> PostgresDatabases:
    return PostgresDatabases(_server.url("postgres"))


@pytest.fixture
def own_databases(server: PostgresServer, _databases: PostgresDatabases) -> PostgresDatabases:
    return _databases
