"""Builds indexes while other transactions read and write."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import asyncpg

from doorward.database.protocol import Reader
from doorward.errors import DatabaseUnavailable

Progress = Callable[[int, int], None]

logger = logging.getLogger("doorward")

_LONGEST_BUILD_SECONDS: Final = 86_400
_POLL_SECONDS: Final = 0.2
_LOCK: Final = "build index"


class IndexBuilds:
    """Opens a separate connection for each build; `reader` reads its progress."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], reader: Reader, *, pgbouncer: bool) -> None:
        self._connect, self._reader, self._pgbouncer = connect, reader, pgbouncer

    async def build(self, name: str, definition: str, report: Progress) -> None:
        """Builds an index unless it exists.

        Waits for a build by another node; an index that was left invalid is built again. `report` is called with the
        number of the table's pages that are done and the number of all its pages.
        """
        connection = await self._connect()
        try:
            if not self._pgbouncer:
                await connection.execute("SET statement_timeout = 0")
            valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)"
            while not await connection.fetchval(valid, name):
                if not await self._try_build(connection, name, definition, report):
                    await asyncio.sleep(_POLL_SECONDS)
        finally:
            connection.terminate()

    async def _try_build(self, connection: Any, name: str, definition: str, report: Progress) -> bool:
        """Returns False when the index has to wait for another build."""
        # PostgreSQL goes on with a build whose client was killed.
        if await _report_progress(connection, name, report):
            return False
        # Tried instead of waited for: CREATE INDEX CONCURRENTLY waits for all running statements, so also for one that
        # waits for this lock. It is held until the connection ends.
        if not await connection.fetchval("SELECT pg_try_advisory_lock(hashtext($1))", _LOCK):
            return False
        try:
            await connection.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            sql = f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {definition}"
            async with self._reporting(name, report):
                await connection.execute(sql, timeout=_LONGEST_BUILD_SECONDS)
        except asyncpg.DeadlockDetectedError:
            pass
        except asyncpg.QueryCanceledError as error:
            if not self._pgbouncer:
                raise
            # An index can't be built in a transaction, which could lift the limit, and the next statement may get
            # another connection to the server.
            reason = f"{error}, building the index {name}: the account needs a statement_timeout of 0"
            logger.error(reason)  # The text of a driver's error is not logged.
            raise asyncpg.QueryCanceledError(reason) from None
        return True

    @contextlib.asynccontextmanager
    async def _reporting(self, name: str, report: Progress) -> AsyncIterator[None]:
        async def poll() -> None:
            while True:
                await asyncio.sleep(_POLL_SECONDS)
                with contextlib.suppress(DatabaseUnavailable):
                    await _report_progress(self._reader, name, report)

        task = asyncio.create_task(poll())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})


async def _report_progress(reader: Any, name: str, report: Progress) -> bool:
    """Returns whether the index is being built, by any node."""
    sql = "SELECT blocks_done, blocks_total FROM pg_stat_progress_create_index WHERE index_relid = to_regclass($1)"
    row = await reader.fetchrow(sql, name)
    if row and row[1]:
        report(row[0], row[1])
    return row is not None
