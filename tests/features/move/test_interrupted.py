"""A move that is killed or stopped goes on where it was, and an unfinished target is not served."""

import asyncio
import re
import sqlite3
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from doorward.database.move.copying import SourceChanged, copy_table
from doorward.database.move.layout import Copy, Relation
from doorward.database.move.protocol import Batch, Progress
from doorward.database.move.sqlite_side import SQLiteTarget
from tests.features.move.support import Environ, connected, content, empty_target, file_of, is_sqlite, moved, mover
from tests.support.cli import ROOT, doorward, environment
from tests.support.databases import Databases, settings_for
from tests.support.service import running

ROWS = 60_000
_SQLITE = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
    " INSERT INTO attempts SELECT 'account ' || i, i, 0, 0, 0, 0 FROM n"
)
_POSTGRES = "INSERT INTO attempts SELECT 'account ' || i, i, 0, 0, 0, 0 FROM generate_series(1, {rows}) AS i"


@pytest.fixture
async def target(environ: Environ, postgres: Databases, tmp_path: Path) -> AsyncIterator[Environ]:
    async with empty_target(environ, postgres, tmp_path) as target:
        yield target


async def execute(environ: Environ, sql: str) -> None:
    if is_sqlite(environ):
        with closing(sqlite3.connect(file_of(environ))) as file, file:
            file.execute(sql)
    else:
        async with connected(environ) as connection:
            await connection.execute(sql)


async def fill(environ: Environ, rows: int) -> None:
    await execute(environ, (_SQLITE if is_sqlite(environ) else _POSTGRES).format(rows=rows))


async def copied_rows(environ: Environ) -> int:
    return len((await content(environ))["attempts"])


async def kill_in_the_middle(source: Environ, target: Environ) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "doorward", "move", "--to", target["DOORWARD_DATABASE_URL"]),
        env=environment(source),
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    async for line in process.stderr:
        found = re.match(r"moving: ([\d,]+) of [\d,]+ rows copied", line.decode())
        if found and int(found[1].replace(",", "")) > ROWS // 10:
            process.kill()
            break
    assert await process.wait() == -9


async def test_a_move_that_was_killed_goes_on_and_its_target_is_not_served_until_then(
    environ: Environ, target: Environ
) -> None:
    """SIGKILL, in the middle of the rows. Over 2 s: processes, and enough rows to be in the middle of.

    Mutants: progress that is not written with its rows, so that some are twice there or never; a copy that begins
    again; a start that takes any schema that it does not know for one that it can work with.
    """
    await fill(environ, ROWS)
    await kill_in_the_middle(environ, target)
    assert 0 < await copied_rows(target) < ROWS
    refused = await doorward(target, "serve", "--port", "9")
    assert (refused.code, "unfinished move" in refused.err) == (1, True)
    run = await doorward(environ, "move", "--to", target["DOORWARD_DATABASE_URL"], "--json")
    assert run.code == 0, run.err
    assert run.json["restarted"] is False
    assert await copied_rows(target) == ROWS
    async with running(settings_for(target)) as service:
        await service.login()


class Stop(Exception):
    pass


async def test_a_move_goes_on_from_every_step(environ: Environ, target: Environ) -> None:
    """Mutants: `begin`, `build`, `set_counters` or `finish` that fail when a part of them is done already."""
    for step in ("rows copied", "indexes", "rows compared", "users for search", "audit entries verified"):

        def stop(what: str, done: int, whole: int, step: str = step) -> None:
            if what == step:
                raise Stop

        with pytest.raises(Stop):
            await moved(environ, target, stop)
    assert (await (await mover(environ, target)).rehearse()).continues
    outcome = await moved(environ, target)
    assert all(table.same for table in outcome.tables)


async def test_a_source_that_was_changed_after_the_interruption_is_copied_from_the_beginning(
    environ: Environ, target: Environ
) -> None:
    """Also a change in the part that was copied already. Mutant: the noted digest is not compared."""
    await fill(environ, 5000)

    def stop(what: str, done: int, whole: int) -> None:
        if what == "rows compared":
            raise Stop

    with pytest.raises(Stop):
        await moved(environ, target, stop)
    await execute(environ, "UPDATE attempts SET failures = 77 WHERE name = 'account 17'")
    outcome = await moved(environ, target)
    assert outcome.restarted
    rows = (await content(target))["attempts"]
    assert len(rows) == 5000
    assert [row[1] for row in rows if row[0] == "account 17"] == [77]


class _Shorter:
    """A source whose table has no rows any more."""

    async def read(self, relation: Any) -> AsyncGenerator[Batch]:
        for batch in list[Batch]():
            yield batch


async def test_a_source_that_lost_rows_after_the_interruption_counts_as_changed() -> None:
    """Mutant: its end is taken for the end of the copy, and the target keeps what was deleted."""
    relation = Relation("attempts", ("name",), ("text",), ("name",), {})
    source: Any = _Shorter()
    with pytest.raises(SourceChanged):
        await copy_table(
            source, source, Copy(relation, relation, None, False), Progress(2, "digest"), lambda step: None
        )


async def test_a_target_that_is_closed_while_it_works_ends_the_work_first(tmp_path: Path) -> None:
    """Mutants: the connection is closed under a thread that uses it, which crashed; an index is built to its end."""
    target, begun = SQLiteTarget(tmp_path / "new.db"), threading.Event()
    target._connection.set_trace_callback(lambda sql: begun.set())
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30000000) SELECT count(*) FROM n"
    work = target._thread.submit(lambda: target._connection.execute(count).fetchone())
    await asyncio.to_thread(begun.wait)
    await target.close()
    assert "interrupted" in str(work.exception())
