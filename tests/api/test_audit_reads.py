"""Reads of a long audit trail: every filter finds all of its entries, in bounded steps, and never on the event loop."""

import itertools
import random
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from doorward.core.audit import log
from doorward.database.protocol import Transaction
from doorward.database.sqlite.database import SQLiteDatabase
from doorward.database.sqlite.transaction import SQLiteTransaction
from doorward.store import audit, audit_log
from tests.support.databases import Databases
from tests.support.service import Client, Service

_NOW = 1_800_000_000_000


@pytest.fixture
async def on_sqlite(
    sqlite_databases: Databases, tmp_path: Path, run_service: Any, anyio_backend: str
) -> AsyncIterator[Service]:
    async with sqlite_databases.new(tmp_path) as environ, run_service(environ) as service:
        yield service


def invented(count: int) -> list[tuple[Any, ...]]:
    """Entries of which some filters match many, some few, and some pairs of filters almost none."""
    chance, rows = random.Random(23), []
    for seq in range(1000, 1000 + count):
        action = chance.choice(["auth.login"] * 5 + ["auth.login_failed"] * 3 + ["user.updated", "role.deleted"])
        actor, target = (
            chance.choice(["user:1"] * 4 + ["user:2", "cli:ann"]),
            chance.choice(["user:1", "user:3", "role:3"]),
        )
        if seq < 1003:
            action, actor, target = "user.deleted", "user:1", "user:9"
        at = _NOW + seq // 3  # Some at the same time, and in two lanes.
        rows.append(
            (seq % 2 + 5, seq, b"", at, action, actor, "", target, "", "", "", msgspec.json.encode({}).decode())
        )
    return rows


async def fill(service: Service, count: int) -> list[tuple[Any, ...]]:
    rows = invented(count)

    async def insert(tx: Transaction) -> None:
        await tx.execute("DELETE FROM audit")
        await tx.insert_rows("audit", audit.ENTRY, rows)

    await service.core.database.write(insert)
    return sorted(rows, key=lambda row: (row[3], row[0], row[1]), reverse=True)


def matches(row: tuple[Any, ...], wanted: dict[str, str]) -> bool:
    for name, column in (("action", 4), ("actor", 5), ("target", 7)):
        given = wanted.get(name, "")
        if given.endswith("*") and not row[column].startswith(given[:-1]):
            return False
        if given and not given.endswith("*") and row[column] != given:
            return False
    return True


FILTERS = [
    {name: value for name, value in zip(("action", "actor", "target"), chosen, strict=True) if value}
    for chosen in itertools.product(
        ("", "auth.*", "auth.login", "user.*", "user.deleted"), ("", "user:1", "cli:ann"), ("", "user:1", "user:9")
    )
]


async def all_pages(client: Client, wanted: dict[str, str], size: int) -> list[list[str]]:
    pages, cursor = list[list[str]](), ""
    while cursor is not None:
        answer = await client.get("/api/audit", params={**wanted, "cursor": cursor, "pageSize": size})
        assert answer.code == 200, answer.body
        pages.append([entry["id"] for entry in answer.data["list"]])
        cursor = answer.data["nextCursor"]
    return pages


async def test_every_combination_of_filters_finds_all_of_its_entries_in_order(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps so small that pages end before they are full. Mutant: a step that continues at the last match instead of
    the last entry that it examined, or a page that ends where one step found nothing."""
    monkeypatch.setattr(log, "EXAMINED", 40)
    monkeypatch.setattr(log, "_FIRST_EXAMINED", 10)
    monkeypatch.setattr(log, "_STEPS", 4)
    rows, short = await fill(service, 600), 0
    for wanted in FILTERS:
        expected = [f"{row[0]}-{row[1]}" for row in rows if matches(row, wanted)]
        pages = await all_pages(admin, wanted, 25)
        assert [entry for page in pages for entry in page] == expected, wanted
        assert all(len(page) <= 25 for page in pages)
        if len(wanted) < 2:
            assert all(len(page) == 25 for page in pages[:-1])
        short += any(len(page) < 25 for page in pages[:-1])
        exported = await service.http.get(
            "/api/audit", params={**wanted, "format": "csv"}, headers={"Authorization": f"Bearer {admin.token}"}
        )
        assert [line.split(",")[0] for line in exported.text.splitlines()[1:]] == expected
    assert short  # Otherwise nothing was bounded.


async def test_no_read_of_the_trail_runs_on_the_event_loop(on_sqlite: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the class: on SQLite a read outside the background lane stops every other request until it ends.

    Mutant: `AuditLog` or `Statistics` that reads with `self.database` itself.
    """
    service, admin = on_sqlite, await on_sqlite.login()
    inline, background = list[str](), set[bool]()
    read, fetch = SQLiteDatabase._read, SQLiteTransaction.fetch

    def watched_read(self: SQLiteDatabase, sql: str, *rest: Any) -> Any:
        inline.append(sql)
        return read(self, sql, *rest)

    async def watched_fetch(self: SQLiteTransaction, sql: str, *args: Any) -> Any:
        background.add(threading.current_thread() is threading.main_thread())
        return await fetch(self, sql, *args)

    await fill(service, 600)
    monkeypatch.setattr(SQLiteDatabase, "_read", watched_read)
    monkeypatch.setattr(SQLiteTransaction, "fetch", watched_fetch)
    headers = {"Authorization": f"Bearer {admin.token}"}
    for wanted in FILTERS:
        for form in ("json", "csv"):
            response = await service.http.get("/api/audit", params={**wanted, "format": form}, headers=headers)
            assert response.status_code == 200
    assert (await admin.get("/api/stats?days=90")).code == 200
    assert [sql for sql in inline if "FROM audit" in sql] == []
    assert background == {False}


async def test_every_read_of_the_trail_follows_an_index(on_sqlite: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a group of actions by a range of the index, which sorts all of its entries for each page."""
    service, admin = on_sqlite, await on_sqlite.login()
    statements, fetch = set[str](), SQLiteTransaction.fetch

    async def watched_fetch(self: SQLiteTransaction, sql: str, *args: Any) -> Any:
        statements.add(sql)
        return await fetch(self, sql, *args)

    await fill(service, 600)
    monkeypatch.setattr(SQLiteTransaction, "fetch", watched_fetch)
    for wanted in FILTERS:
        for time in ({}, {"from": "2020-01-01", "to": "2030-01-01", "cursor": f"{_NOW + 300}-5-1300"}):
            assert (await admin.get("/api/audit", params={**wanted, **time})).code == 200
    reads = [sql for sql in statements if "FROM audit" in sql]
    assert len(reads) > 20
    for sql in reads:
        plan = await service.core.database.fetch(f"EXPLAIN QUERY PLAN {sql}", *([0] * 64))
        steps = [str(row[3]) for row in plan]
        for step in steps:
            # A candidate is found by a covering index, and its entry by the primary key.
            assert not step.startswith(("SCAN audit", "SEARCH audit")) or "USING COVERING INDEX audit_" in step, steps
            assert not step.startswith(("SCAN a", "SEARCH a ")) or "USING PRIMARY KEY" in step or "COVERING" in step, (
                steps
            )


def test_a_page_examines_a_bounded_number_of_entries() -> None:
    examined = sum(min(log._FIRST_EXAMINED << number, audit_log.EXAMINED) for number in range(log._STEPS))
    assert examined <= 50_000
