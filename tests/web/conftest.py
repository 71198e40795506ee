"""What the web layer does with a request does not depend on the database: these tests use SQLite alone."""

import pytest

from tests.support.databases import Databases


@pytest.fixture
def databases(sqlite_databases: Databases) -> Databases:
    return sqlite_databases
