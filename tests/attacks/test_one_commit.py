"""A sign-in is counted and decided in one commit, and no answer tells of a password whose attempt is not counted."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from doorward.core.sign_in.throttle import Throttle
from doorward.crypto.passwords.hasher import HashSlot
from doorward.database.postgres.transaction import PostgresTransaction
from doorward.database.sqlite.transaction import SQLiteTransaction
from tests.attacks.support import WRONG, guess, sign_in
from tests.support.service import PASSWORD, Client, Service

HELD = "a wrong password that waits"


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Sign-ins with the right password or `HELD` set the first event when they would be hashed, and wait for the
    second."""
    reached, go, verify = asyncio.Event(), asyncio.Event(), HashSlot.verify

    async def verify_late(slot: HashSlot, password: str, stored: str) -> bool:
        if password in (PASSWORD, HELD):
            reached.set()
            await go.wait()
        return await verify(slot, password, stored)

    monkeypatch.setattr(HashSlot, "verify", verify_late)
    return reached, go


async def failures(service: Service) -> list[int]:
    rows = await service.core.database.fetch("SELECT failures FROM attempts WHERE failures > 0")
    return [row[0] for row in rows]


@pytest.mark.parametrize(("password", "code"), [(PASSWORD, 200), (WRONG, 401)], ids=["right", "wrong"])
async def test_a_sign_in_commits_once(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, password: str, code: int
) -> None:
    """Mutant: an attempt is counted in a transaction of its own before the password is verified."""
    await service.create(admin, "ann")
    await service.core.jobs.stop()
    commits, write = 0, service.core.database.write

    async def counting(work: Callable[[Any], Any]) -> Any:
        nonlocal commits
        commits += 1
        return await write(work)

    monkeypatch.setattr(service.core.database, "write", counting)
    assert (await sign_in(service.at("198.18.0.1"), "ann", password)).code == code
    assert commits == 1


async def test_a_client_that_hangs_up_while_its_password_is_hashed_has_used_a_guess(
    service: Service, admin: Client, held: tuple[asyncio.Event, asyncio.Event]
) -> None:
    """Mutant: `login` without `count_abandoned`."""
    await service.create(admin, "ann")
    reached, go = held
    signing_in = asyncio.create_task(sign_in(service.at("198.18.0.1"), "ann", HELD))
    await reached.wait()
    signing_in.cancel()
    await asyncio.wait([signing_in])
    go.set()
    await service.core.sign_in.throttle.close()
    assert await failures(service) == [1, 1, 1]  # Under account with network, account, and network.


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_a_client_that_hangs_up_during_the_commit_has_used_a_guess(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite a transaction does not wait for the event loop. Mutant: `login` without `uninterrupted`."""
    await service.create(admin, "ann")
    reached, go, count_within = asyncio.Event(), asyncio.Event(), Throttle.count_within

    async def paused(*args: Any) -> None:
        await count_within(*args)
        reached.set()
        await go.wait()

    monkeypatch.setattr(Throttle, "count_within", paused)
    signing_in = asyncio.create_task(sign_in(service.at("198.18.0.1"), "ann", WRONG))
    await reached.wait()
    signing_in.cancel()
    await asyncio.wait([signing_in])
    go.set()
    await service.core.sign_in.throttle.close()
    assert await failures(service) == [1, 1, 1]


async def test_the_right_password_of_a_parallel_guess_beyond_the_limit_is_refused_by_the_same_work_as_a_wrong_one(
    service: Service, admin: Client, monkeypatch: pytest.MonkeyPatch, held: tuple[asyncio.Event, asyncio.Event]
) -> None:
    """Otherwise the time of the refusal would tell of a guess that is not counted. Mutants: the user's row is written
    before the count; the right password is not counted; the attempt is not refused after the hash."""
    made = await service.create(admin, "ann")
    await service.core.jobs.stop()
    before = (await admin.get(f"/api/users/{made['id']}")).data
    refused: list[tuple[int, list[str]]] = []
    for number, password in enumerate((PASSWORD, HELD)):
        for event in held:
            event.clear()
        client = service.at(f"198.18.0.{number}")
        waiting = asyncio.create_task(sign_in(client, "ann", password))
        await held[0].wait()
        assert await guess(client, "ann", 5) == [401] * 5
        with monkeypatch.context() as patch:
            statements = _record_statements(patch)
            held[1].set()
            refused.append(((await waiting).code, statements))
    assert refused[0] == refused[1]
    code, statements = refused[0]
    assert code == 429
    assert statements
    assert (await admin.get(f"/api/users/{made['id']}")).data == before
    assert not await service.core.database.fetch("SELECT 1 FROM sessions WHERE user_id = $1", made["id"])


def _record_statements(patch: pytest.MonkeyPatch) -> list[str]:
    """The statements of all transactions from now on."""
    statements: list[str] = []
    for kind in (SQLiteTransaction, PostgresTransaction):
        for name in ("fetch", "fetchrow", "execute"):
            original = getattr(kind, name)

            async def recorded(tx: Any, sql: str, *args: Any, original: Any = original) -> Any:
                statements.append(sql)
                return await original(tx, sql, *args)

            patch.setattr(kind, name, recorded)
    return statements
