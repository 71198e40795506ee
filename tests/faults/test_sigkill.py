"""SIGKILL of the server, again and again, under load. It shows that nothing is acknowledged before it is committed.

It shows nothing about power loss, which also takes what the kernel had not written yet: see test_disk.
"""

import asyncio
import sqlite3

from tests.support.measurements import Measurements
from tests.support.process import serving
from tests.support.writers import Writers

READY_SECONDS = 2.0


async def test_what_was_acknowledged_survives_sigkill(
    environ: dict[str, str], measurements: Measurements, full: bool
) -> None:
    """Mutant: answering before `COMMIT` in `sqlite._commit_together`. PostgreSQL commits what it
    received even when the client is killed: there the window is too short, and test_commit catches the same."""
    kills, writes = (50, 400) if full else (3, 40)
    slowest = 0.0
    async with serving(environ | {"DOORWARD_ACCESS_TTL": "1d"}) as node:
        writers = await Writers.of(node)
        for kill in range(1, kills + 1):
            enough = writers.acknowledged + writes
            writing = asyncio.create_task(writers.write_until(lambda: killed))  # noqa: B023
            killed = False
            while writers.acknowledged < enough:
                assert not writing.done(), writing.exception()
                await asyncio.sleep(0.005)
            node.kill()
            killed = True
            await writing
            slowest = max(slowest, await node.start())
            assert await writers.lost() == 0, f"lost after kill {kill}"
        acknowledged = writers.acknowledged
    database = "sqlite" if environ["DOORWARD_DATABASE_URL"].startswith("sqlite") else "postgres"
    if database == "sqlite":
        _check_integrity(environ["DOORWARD_DATABASE_URL"].removeprefix("sqlite:///"))
    if full:
        assert acknowledged >= 20_000
        assert slowest < READY_SECONDS
    measured = f"{acknowledged:,} acknowledged, 0 lost, ready after {slowest:.2f} s at most"
    measurements.add(f"SIGKILL, {kills} times under 4 writers", database, measured)


def _check_integrity(path: str) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
