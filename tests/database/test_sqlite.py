"""SQLite: group commit, how work that fails is undone, and lists on threads."""

import asyncio
import contextlib
import shutil
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from doorward.database.sqlite.checkpointer import Checkpointer
from doorward.database.sqlite.database import SQLiteDatabase, connect
from doorward.errors import DatabaseUnavailable, EmailTaken


async def opened(path: Path) -> SQLiteDatabase:
    database = SQLiteDatabase(path / "test.db", timeout=1)
    await database.open()
    await database.write(lambda tx: tx.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)"))
    return database


def note(text: str) -> Any:
    return lambda tx: tx.execute("INSERT INTO notes (text) VALUES ($1)", text)


async def test_pending_writes_share_a_commit(tmp_path: Path) -> None:
    """Mutant: batches of one make as many commits as there are writes."""
    database = await opened(tmp_path)
    before = (tmp_path / "test.db-wal").stat().st_size
    await asyncio.gather(*(database.write(note(f"note {number}")) for number in range(100)))
    frames = ((tmp_path / "test.db-wal").stat().st_size - before) // 4096
    rows = await database.fetch("SELECT count(*) FROM notes")
    assert rows[0][0] == 100
    assert frames < 100
    await database.close()


async def test_the_log_is_copied_into_the_database_file_beside_the_commits_and_stays_short(tmp_path: Path) -> None:
    """Mutants: a commit of which the checkpointer is not told stays in the log; a log that is not overwritten grows."""
    database = await opened(tmp_path)
    for number in range(8):
        await database.write(note(f"{number}" * 1_000_000))
        async with asyncio.timeout(10):
            while _notes_without_the_log(tmp_path) != number + 1:
                await asyncio.sleep(0.05)
    assert (tmp_path / "test.db-wal").stat().st_size < 7_000_000
    await database.close()


async def test_a_log_that_grew_long_is_cut_when_it_is_overwritten(tmp_path: Path) -> None:
    """Mutant: without `journal_size_limit` it keeps its size until the last connection closes."""
    database = await opened(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "test.db")) as importing:
        importing.execute("PRAGMA wal_autocheckpoint = 0")
        with importing:
            importing.execute("INSERT INTO notes (text) VALUES (?)", ("x" * 50_000_000,))
    assert (tmp_path / "test.db-wal").stat().st_size > 50_000_000
    async with asyncio.timeout(30):
        while (tmp_path / "test.db-wal").stat().st_size > 33_000_000:
            await database.write(note(f"{time.monotonic_ns()}"))
            await asyncio.sleep(0.05)
    assert len(await database.fetch("SELECT id FROM notes WHERE length(text) = 50000000")) == 1
    await database.close()


def test_a_checkpointer_that_is_told_to_end_while_it_works_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: what wakes it is cleared after it has looked whether to end, so that it waits for ever."""
    checkpointer = Checkpointer(partial(connect, tmp_path / "test.db", 1))
    clear = checkpointer._committed.clear

    def told_to_end_just_before() -> None:
        checkpointer._closing.set()
        checkpointer._committed.set()
        clear()

    monkeypatch.setattr(checkpointer._committed, "clear", told_to_end_just_before)
    checkpointer.note_commit()
    checkpointer._thread.join(5)
    assert not checkpointer._thread.is_alive()


def _notes_without_the_log(folder: Path) -> int:
    copy = folder / "copy.db"
    shutil.copy(folder / "test.db", copy)
    with contextlib.closing(sqlite3.connect(f"file:{copy}?immutable=1", uri=True)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM notes").fetchone()[0])
        except sqlite3.DatabaseError:  # Copied half-way through a checkpoint, or before the first one.
            return 0


async def test_work_that_fails_does_not_affect_other_work_of_its_batch(tmp_path: Path) -> None:
    database = await opened(tmp_path)

    async def failing(tx: Any) -> None:
        await tx.execute("INSERT INTO notes (text) VALUES ('half')")
        raise EmailTaken

    outcomes = await asyncio.gather(
        database.write(note("one")), database.write(failing), database.write(note("two")), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), EmailTaken, type(None)]
    assert [row[0] for row in await database.fetch("SELECT text FROM notes ORDER BY id")] == ["one", "two"]
    await database.close()


async def test_work_that_fails_as_the_only_one_of_its_batch_leaves_nothing(tmp_path: Path) -> None:
    """Mutant: a commit after the failure of work without a savepoint keeps its first half."""
    database = await opened(tmp_path)

    async def failing(tx: Any) -> None:
        await tx.execute("INSERT INTO notes (text) VALUES ('half')")
        raise EmailTaken

    with pytest.raises(EmailTaken):
        await database.write(failing)
    await database.write(note("whole"))
    assert [row[0] for row in await database.fetch("SELECT text FROM notes ORDER BY id")] == ["whole"]
    await database.close()


async def test_a_failed_statement_of_write_once_is_undone_and_does_not_affect_other_work(tmp_path: Path) -> None:
    """Mutant: `INSERT OR FAIL` keeps the rows before the one that failed."""
    database = await opened(tmp_path)

    async def two_notes(tx: Any) -> None:
        await tx.execute("INSERT INTO notes (text) VALUES ($1), ($2)", "half", "one")

    async def note_and_read(tx: Any) -> Any:
        row = await tx.fetchrow("INSERT INTO notes (text) VALUES ($1) RETURNING id", "two")
        return await tx.fetch("SELECT text FROM notes WHERE id = $1", row[0])

    outcomes = await asyncio.gather(
        database.write(note("one")),
        database.write_once(two_notes),
        database.write_once(note_and_read),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], sqlite3.IntegrityError)
    assert outcomes[2] == [("two",)]
    assert [row[0] for row in await database.fetch("SELECT text FROM notes ORDER BY id")] == ["one", "two"]
    await database.close()


async def test_an_error_in_sql_is_raised_as_it_is_and_does_not_affect_other_work(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    outcomes = await asyncio.gather(
        database.write(note("one")),
        database.write(lambda tx: tx.execute("INSERT INTO nowhere VALUES (1)")),
        database.write(note("two")),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], sqlite3.OperationalError)
    assert [outcomes[0], outcomes[2]] == [None, None]
    await database.close()


async def test_work_may_await_nothing_but_its_transaction(tmp_path: Path) -> None:
    database = await opened(tmp_path)

    async def waiting(tx: Any) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="wait for nothing but the transaction"):
        await database.write(waiting)
    await database.close()


async def test_a_locked_database_is_unavailable_for_writes_until_the_lock_is_released(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    other = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseUnavailable):
        await database.write(note("blocked"))
    assert await database.fetchrow("SELECT 1") == (1,)
    other.execute("ROLLBACK")
    await database.write(note("free"))
    other.close()
    await database.close()


async def test_concurrent_writers_on_one_file_lose_no_write(tmp_path: Path) -> None:
    first = await opened(tmp_path)
    second = SQLiteDatabase(tmp_path / "test.db", timeout=5)
    await second.open()
    await asyncio.gather(*((first if number % 2 else second).write(note(f"{number}")) for number in range(200)))
    row = await first.fetchrow("SELECT count(*) FROM notes")
    assert row == (200,)
    await first.close()
    await second.close()


async def test_lists_that_wait_are_read_without_the_event_loop(tmp_path: Path) -> None:
    """Mutant: a thread that waits for the event loop between two lists, which doubles the cost of a search."""
    database = await opened(tmp_path)
    read: list[int] = []

    async def numbered(reader: Any, number: int) -> int:
        await reader.fetchrow("SELECT 1")
        read.append(number)
        return number

    lists = [asyncio.create_task(database.read_in_background(partial(numbered, number=n), 1)) for n in range(50)]
    await asyncio.sleep(0)
    until = time.monotonic() + 5
    while len(read) < 50 and time.monotonic() < until:
        time.sleep(0.001)
    assert read == list(range(50))
    assert await asyncio.gather(*lists) == read
    await database.close()


async def test_lists_in_progress_end_when_the_database_is_closed(tmp_path: Path) -> None:
    """Mutants: a close that waits for the read that runs; one after which a thread begins with those that wait."""
    database = await opened(tmp_path)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    lists = [asyncio.create_task(database.read_in_background(lambda tx: tx.fetchrow(endless), 1)) for _ in range(5)]
    while not (database._background and database._background._reads):
        await asyncio.sleep(0)
    async with asyncio.timeout(4):
        await database.close()
        outcomes = await asyncio.gather(*lists, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [DatabaseUnavailable] * 5
