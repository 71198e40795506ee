"""How long work waits for a connection to PostgreSQL."""

import asyncio
from typing import Any

import pytest

from doorward.database.postgres.pool import Pool, ServerUnavailable


class Connection:
    closed = False

    def is_closed(self) -> bool:
        return self.closed

    def terminate(self) -> None:
        self.closed = True

    def get_server_pid(self) -> int:
        return 1


@pytest.mark.alone
async def test_a_write_waits_once_for_its_lane_and_a_connection_together(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutant: the time limit begins anew when a write has got its turn among writes and waits for a connection."""

    async def connect() -> Any:
        return Connection()

    monkeypatch.setattr(Pool, "_monitor", lambda pool: None)  # There is no server to check.
    pool = Pool(connect, 2, 5, check_pids=False)
    pool._connect_seconds = 1.0
    held = [await pool.acquire(pool.reads) for _ in range(2)]
    first = asyncio.create_task(pool.acquire(pool.writes))
    await asyncio.sleep(0.5)
    # Gets the turn of the first after half a second, when that gives up.
    second, begun = asyncio.create_task(pool.acquire(pool.writes)), asyncio.get_running_loop().time()
    for waiting in (first, second):
        with pytest.raises(ServerUnavailable):
            await waiting
    assert asyncio.get_running_loop().time() - begun < 1.25
    for connection in held:
        pool.release(connection, pool.reads)
    assert await pool.acquire(pool.writes) in held


@pytest.mark.parametrize("answers", [True, False])
async def test_a_server_that_answers_elsewhere_is_not_taken_for_gone(anyio_backend: str, answers: bool) -> None:
    """Mutant: a check that fails because a busy machine is slow to open a connection, which ends all work with 503."""
    checking = asyncio.Event()
    opened: list[Connection] = []

    async def connect() -> Any:
        if len(opened) == 2:  # The third is the one of the check.
            checking.set()
            await asyncio.Event().wait()
        opened.append(Connection())
        return opened[-1]

    pool = Pool(connect, 5, 5, check_pids=False)
    late, other = await pool.acquire(pool.reads), await pool.acquire(pool.reads)
    await checking.wait()
    check = pool._check
    assert check is not None
    if answers:
        pool.release(other, pool.reads)
    await check
    assert late.is_closed() is not answers
    if answers:
        assert await pool.acquire(pool.reads) is other
    else:
        with pytest.raises(ServerUnavailable):
            await pool.acquire(pool.reads)
    await pool.close()
