"""Files that commands write to: never those of the service itself, nor what a slip of the name would destroy."""

from pathlib import Path

import pytest

from tests.support.cli import doorward
from tests.support.databases import Databases


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_no_command_writes_over_the_database_or_the_secret(sqlite_databases: Databases, tmp_path: Path) -> None:
    """A server would go on with the file that was replaced, and what it writes there is lost.

    Mutants: --force that is enough; files compared by their names; the file of the write-ahead log, which is there only
    while the database is open.
    """
    async with sqlite_databases.new(tmp_path) as environ:
        database = Path(environ["DOORWARD_DATABASE_URL"].removeprefix("sqlite:///"))
        secret = tmp_path / "secret.key"
        secret.write_text("a secret that is not in use here")
        link, log = tmp_path / "link.db", database.with_name(database.name + "-wal")
        link.hardlink_to(database)
        before = database.stat().st_ino, database.read_bytes()
        (tmp_path / "users.csv").write_text("username\na b\n")
        environ = environ | {"DOORWARD_DATA_DIR": str(tmp_path)}
        for command in (
            ("backup", "--force"),
            ("audit", "export", "--force"),
            ("audit", "checkpoint"),
            ("export", "--to", "csv", "--force"),
            ("import", str(tmp_path / "users.csv"), "--report"),
        ):
            for own in (database, link, log, secret):
                run = await doorward(environ, *command, str(own))
                assert (run.code, run.err) == (3, f"doorward: {own} belongs to the service itself; name another file\n")
        assert (database.stat().st_ino, database.read_bytes()) == before
        assert secret.read_text() == "a secret that is not in use here"
        assert not log.exists()


async def test_the_report_of_an_import_replaces_nothing_but_a_former_report(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: the file to import, or any other one, emptied for the report; a report of the run before refused."""
    users, other = tmp_path / "users.csv", tmp_path / "notes.txt"
    users.write_text("username\na b\n")
    other.write_text("kept")
    async with sqlite_databases.new(tmp_path) as environ:
        for file in (users, other):
            kept = file.read_text()
            assert (await doorward(environ, "import", str(users), "--report", str(file))).code == 3
            assert file.read_text() == kept
        for name in ("report.csv", "report.jsonl"):
            for _ in range(2):
                run = await doorward(environ, "import", str(users), "--report", str(tmp_path / name))
                assert run.code == 5, run.err
        refused = tmp_path / "report.csv"
        again = await doorward(environ, "import", str(refused), "--report", str(refused))
        assert (again.code, "the file to import" in again.err) == (3, True)
