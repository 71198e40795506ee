"""A lock that is held over many transactions."""

from pathlib import Path

from doorward import app
from tests.support.databases import Databases, settings_for


async def test_a_held_lock_keeps_no_snapshot_on_postgresql(postgres: Databases, tmp_path: Path) -> None:
    """An index that is built concurrently waits for every snapshot, and VACUUM keeps what one may still see.

    Mutant: the lock is the last statement of its transaction: asyncpg leaves its portal open, and so its snapshot.
    """
    async with postgres.new(tmp_path) as environ:
        database = app.connect(settings_for(environ))
        await database.open()
        async with database.hold("tests") as free:
            assert free
            mine = "state = 'idle in transaction' AND datname = current_database()"
            rows = await database.fetch(f"SELECT backend_xmin FROM pg_stat_activity WHERE {mine}")
            assert [row[0] for row in rows] == [None]
        await database.close()
