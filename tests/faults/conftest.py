"""Faults: in short within `make test`, at full length and with the figures of each in `make faults`."""

import os
from collections.abc import Iterator

import pytest

from tests.support.databases import PostgresDatabases
from tests.support.figures import Figures
from tests.support.postgres import PostgresServer, postgres_server

_FIGURES = pytest.StashKey[Figures]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FIGURES] = Figures()


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether to run at full length."""
    return os.environ.get("DOORWARD_TEST_FAULTS") == "full"


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> Figures:
    return pytestconfig.stash[_FIGURES]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    config.stash[_FIGURES].print(terminalreporter)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL that a test may stop, freeze and kill, and that loses nothing by it."""
    with postgres_server(durable=True) as server:
        yield server


@pytest.fixture(scope="module")
def own_databases(server: PostgresServer) -> PostgresDatabases:
    return PostgresDatabases(server.url("postgres"))
