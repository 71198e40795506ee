"""The memory that the indexes of lists take while they are filled does not depend on how many users there are."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.support.cli import ROOT, environment
from tests.support.databases import Databases

# With two megabytes for pages of the database, and for all that SQLite has in memory as many as it is given.
_FILL: Final = """
import asyncio, sys
from pathlib import Path
from doorward.database.sqlite.database import SQLiteDatabase
from doorward.search.directory import UserDirectory
from doorward.search.sqlite.backend import SQLiteSearch

async def main(path, megabytes):
    database = SQLiteDatabase(path, 5)
    await database.open()
    await database.write(lambda tx: tx.execute("PRAGMA cache_size = -2048"))
    await database.write(lambda tx: tx.execute(f"PRAGMA hard_heap_limit = {megabytes << 20}"))
    await UserDirectory(database, SQLiteSearch(database.sorted_rows)).fill(pause=0)
    await database.close()

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""
_USERS: Final = """
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
INSERT INTO users (username, username_key, name, name_key, search, status, password_hash,
                   created_at, updated_at, last_login_at, version)
SELECT 'u' || n, 'u' || n, '', hex(randomblob(32)), '', 1, '!',
       n, abs(random()), abs(random()), 1 FROM numbers
"""


async def test_indexes_are_filled_without_keeping_the_pages_that_they_have_by_then(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutant: orders that are sorted in memory."""
    async with sqlite_databases.new(tmp_path) as environ:
        path = Path(environ["DOORWARD_DATA_DIR"]) / "doorward.db"
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE list_index SET ready = 0, upto = 999")
            database.execute(_USERS)
        fill = [sys.executable, "-c", _FILL, str(path), "16"]
        run = subprocess.run(fill, env=environment(environ), cwd=ROOT, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
