"""When a move refuses, what it says, and what a server on the source gets meanwhile."""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from doorward import app
from doorward.database.move.layout import CannotMove
from doorward.database.move.opening import open_source
from doorward.settings import process_list
from tests.features.move.support import Environ, connected, empty_postgres, empty_target, file_of, moved, mover
from tests.support.cli import doorward
from tests.support.databases import Databases, settings_for
from tests.support.service import Clock, running


async def test_a_move_is_refused_while_a_server_uses_the_source_and_a_dry_run_is_not(
    environ: Environ, postgres: Databases, tmp_path: Path
) -> None:
    """Even an idle server: its next write would be lost. Mutants: a lock that idle connections do not notice; a dry run
    that writes to the target, or waits for the server."""
    async with empty_target(environ, postgres, tmp_path) as target:
        url = target["DOORWARD_DATABASE_URL"]
        async with running(settings_for(environ)) as service:
            await service.login()
            with pytest.raises(CannotMove, match=r"in use|Nodes of the service"):
                await moved(environ, target)
            rehearsed = await doorward(environ, "move", "--to", url, "--dry-run", "--json")
            assert rehearsed.code == 0, rehearsed.err
            assert rehearsed.json["inUse"]
            assert {"table": "users", "rows": 1}.items() <= next(
                it for it in rehearsed.json["list"] if it["table"] == "users"
            ).items()
            assert (await service.login()).token
        free = await (await mover(environ, target)).rehearse()
        assert (free.in_use, free.continues) == ("", False)
        if url.startswith("sqlite"):
            assert not file_of(target).parent.exists()
        else:
            async with connected(target) as connection:
                assert (
                    await connection.fetchval(
                        "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
                    )
                    == 0
                )


async def test_a_server_that_starts_meanwhile_on_sqlite_cannot_open_the_source(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as environ:
        source = await open_source(file_of(environ), "", pgbouncer=False, hold=True)
        started = await doorward(environ | {"DOORWARD_DATABASE_TIMEOUT": "1"}, "serve", "--port", "9")
        assert started.code == 1
        assert "database is locked" in started.err
        await source.close()
        async with running(settings_for(environ)) as service:
            await service.login()


async def test_a_server_that_starts_meanwhile_on_postgresql_reads_and_its_writes_get_503(
    postgres: Databases, tmp_path: Path, clock: Clock
) -> None:
    """Mutant: the source is read in one snapshot alone. Writes would succeed, and be missing at the target."""
    async with postgres.new(tmp_path) as environ:
        async with running(settings_for(environ), clock) as service:
            admin = await service.login()
        source = await open_source(None, environ["DOORWARD_DATABASE_URL"], pgbouncer=False, hold=True)
        async with running(settings_for(environ, database_timeout=1), clock) as service:
            admin.service, admin.http = service, service.http
            assert (await admin.get("/api/auth/user")).code == 200
            answer = await admin.post("/api/users", {"username": "lost", "password": "a long enough password"})
            assert (answer.code, answer.reason) == (503, "database_unavailable")
            await source.close()
            assert (await admin.get("/api/users?keyword=lost")).data["total"] == 0


async def test_a_target_that_is_not_empty_is_refused_and_left_as_it_is(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as source:
        async with postgres.new(tmp_path) as used:
            with pytest.raises(CannotMove, match="holds data already"):
                await moved(source, used)
            with pytest.raises(CannotMove, match="holds data already"):
                await (await mover(source, used)).rehearse()
        async with empty_postgres(postgres, tmp_path) as target, connected(target) as connection:
            await connection.execute("CREATE TABLE invoices (id int)")
            with pytest.raises(CannotMove, match="holds other tables"):
                await moved(source, target)


async def test_an_account_that_may_not_create_tables_is_told_so_before_anything_is_written(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    """As with `createdb` by an administrator, who then owns the database. Mutants: a dry run that finds nothing; a
    migration that ends with the stack trace of a driver."""
    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as target:
        async with connected(target) as connection:
            account = f"reader_{await connection.fetchval('SELECT current_database()')}"
            await connection.execute(f"CREATE ROLE {account} LOGIN PASSWORD 'hidden'")
            await connection.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")  # As in a new database.
        try:
            url = urlsplit(target["DOORWARD_DATABASE_URL"])
            other = url._replace(netloc=f"{account}:hidden@{url.netloc.rpartition('@')[2]}").geturl()
            for options in (["--dry-run"], []):
                run = await doorward(source, "move", "--to", other, *options)
                assert (run.code, f"{account} may not create tables" in run.err) == (3, True), run.err
            made = await doorward(target | {"DOORWARD_DATABASE_URL": other}, "migrate")
            assert (made.code, len(made.err.splitlines())) == (1, 1), made.err
            assert "permission denied for schema public" in made.err
            assert "ALTER DATABASE name OWNER TO account" in made.err
        finally:
            async with connected(target) as connection:
                await connection.execute(f"DROP ROLE {account}")


async def test_an_unfinished_move_of_another_source_is_refused(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    class Stop(Exception):
        pass

    def stop(what: str, done: int, whole: int) -> None:
        raise Stop

    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as target:
        with pytest.raises(Stop):
            await moved(source, target, stop)
        with pytest.raises(CannotMove, match="unfinished move of another database"):
            await (await mover(source, target, source_id="b")).run()


async def test_two_moves_into_one_target_do_not_run_at_a_time(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as target:
        other = app.connect(settings_for(target))
        await other.open()
        async with other.hold("move") as free:
            assert free
            with pytest.raises(CannotMove, match="Another move"):
                await moved(source, target)
        await other.close()


@pytest.mark.parametrize(
    ("to", "code", "told"),
    [
        ([], 2, "--to postgresql://"),
        (["--to", "mysql://x"], 2, "must start with sqlite:/// or postgresql://"),
        (["--to", "sqlite:///other.db"], 3, "doorward backup"),
        (["--to", "postgresql://ann@127.0.0.1:9/x"], 3, "PostgreSQL can't be reached"),
    ],
)
async def test_a_wrong_target_is_explained(
    sqlite_databases: Databases, tmp_path: Path, to: list[str], code: int, told: str, anyio_backend: str
) -> None:
    async with sqlite_databases.new(tmp_path) as source:
        run = await doorward(source, "move", *to)
        assert (run.code, told in run.err, "Traceback" in run.err) == (code, True, False), run.err


async def test_the_secret_must_open_the_keys_before_anything_is_written(
    postgres: Databases, sqlite_databases: Databases, tmp_path: Path
) -> None:
    async with sqlite_databases.new(tmp_path) as source, empty_postgres(postgres, tmp_path) as target:
        wrong = source | {"DOORWARD_SECRET": "quite another secret, of which nothing is known"}
        run = await doorward(wrong, "move", "--to", target["DOORWARD_DATABASE_URL"])
        assert run.code == 1
        assert "another secret" in run.err
        async with connected(target) as connection:
            assert not await connection.fetchval("SELECT to_regclass('users')")


def test_the_password_of_the_target_is_kept_out_of_the_list_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: `--to` is not among the options of `process_list`."""
    url, started = "postgresql://ann:hidden@db/x", []
    monkeypatch.setattr(os, "execv", lambda program, arguments: started.append(arguments))
    monkeypatch.setattr(os, "environ", {})
    for given in (["--to", url], [f"--to={url}"]):
        monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "doorward", "move", *given, "--json"])
        process_list.hide_database_password()
        assert started.pop()[1:] == ["-m", "doorward", "move", "--json"]
        assert os.environ.pop("DOORWARD_MOVE_TO") == url
    monkeypatch.setattr(sys, "orig_argv", ["python", "-m", "doorward", "export", "x", "--to", "csv"])
    process_list.hide_database_password()
    assert not started
