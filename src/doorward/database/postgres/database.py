"""PostgreSQL: what differs from SQLite, and what its errors mean."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any, Final, TypeVar, cast

import asyncpg

from doorward.database.postgres.hosts import Hosts
from doorward.database.postgres.pool import Away, Pool
from doorward.database.protocol import BackgroundRead, Row, Work
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

_ROWS_AT_ONCE: Final = 200
_ATTEMPTS: Final = 5
# A node that hangs in the middle of a transaction must not hold its locks for ever.
_IDLE_IN_TRANSACTION_SECONDS: Final = 10
# Lost races: run the work again, it then sees what the winner wrote. A statement prepared before a migration, too.
_RETRY: Final = (
    asyncpg.UniqueViolationError,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.InvalidCachedStatementError,
    asyncpg.LockNotAvailableError,
)
_LONGEST_BUILD_SECONDS: Final = 86_400
_BUILD_PAUSE_SECONDS: Final = 0.2
_BUILD_LOCK: Final = "build index"
# asyncpg calls it an internal error when the server said goodbye to a connection that was idle.
_CUT_OFF: Final = (asyncpg.PostgresConnectionError, asyncpg.InternalClientError)
_LOST: Final = (OSError, *_CUT_OFF)
# Anything else (a wrong type, a closed transaction, bad SQL) is a mistake of ours and stays one.
_AWAY: Final = (
    *_LOST,
    Away,
    asyncpg.OperatorInterventionError,  # Shutting down, starting up, statement time-out.
    asyncpg.InsufficientResourcesError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.PostgresSystemError,
)


class PostgresTransaction:
    claim = " FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: Any, pool: Pool) -> None:
        self._connection, self._pool = connection, pool

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        self._pool.touch(self._connection)
        return cast(Sequence[Row], await self._connection.fetch(sql, *args))

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        self._pool.touch(self._connection)
        return cast("Row | None", await self._connection.fetchrow(sql, *args))

    async def execute(self, sql: str, *args: Any) -> None:
        self._pool.touch(self._connection)
        await self._connection.execute(sql, *args)

    async def insert_rows(self, table: str, columns: str, rows: Sequence[Row]) -> None:
        await self._insert(table, columns, rows, "")

    async def insert_new(self, table: str, columns: str, rows: Sequence[Row], known_by: str) -> dict[str, int]:
        returned = await self._insert(table, columns, rows, f"ON CONFLICT DO NOTHING RETURNING {known_by}, id")
        return {row[0]: row[1] for row in returned}

    async def _insert(self, table: str, columns: str, rows: Sequence[Row], tail: str) -> Sequence[Row]:
        returned: list[Row] = []
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[start : start + _ROWS_AT_ONCE]
            numbers = itertools.count(1)
            places = ", ".join("(" + ", ".join(f"${next(numbers)}" for _ in row) + ")" for row in some)
            sql = f"INSERT INTO {table} ({columns}) VALUES {places} {tail}"
            returned += await self.fetch(sql, *itertools.chain.from_iterable(some))
        return returned

    async def lock(self, name: str) -> None:
        await self.execute("SELECT pg_advisory_xact_lock(hashtext($1))", name)

    async def hold_writers(self, *tables: str) -> None:
        # Whoever waits for a table makes all who come later wait too: so not for long, but again.
        await self.execute("SET LOCAL lock_timeout = 300")
        await self.execute(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")


class PostgresDatabase:
    _pool: Pool

    def __init__(self, url: str, size: int, timeout: int, pgbouncer: bool) -> None:
        self._hosts = Hosts(url, connection_options(timeout, pgbouncer=pgbouncer))
        self._size, self._timeout, self._pgbouncer = size, timeout, pgbouncer

    async def open(self) -> None:
        # No connection is asked for yet: a database that is away now may be there with the first request.
        self._pool = Pool(self._hosts.connect, self._size, self._timeout + 1, ask_for_pids=not self._pgbouncer)

    async def close(self) -> None:
        await self._pool.close()

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return cast(Sequence[Row], await self._alone("fetch", sql, args, attempts=2))

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        return cast("Row | None", await self._alone("fetchrow", sql, args, attempts=2))

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        # As text: for an array the driver would first have to ask what that is. OFFSET keeps the planner from joining
        # for all keys at once: with old statistics it would go through a whole table for that.
        sql = (
            "SELECT asked.value, found.* FROM unnest($1::text::bigint[]) AS asked (value)"
            f" CROSS JOIN LATERAL (SELECT {columns} FROM {source} asked.value OFFSET 0) AS found"
        )
        return await self.fetch(sql, f"{{{','.join(map(str, keys))}}}", *args)

    async def write_and_read(self, sql: str, *args: Any, then: str) -> Sequence[Row] | None:
        # Once only: whether a statement whose connection was lost took effect, nobody knows.
        row = await self._alone("fetchrow", sql, args, attempts=1)
        return None if row is None else await self.fetch(then, row[0])

    async def read_in_background(self, work: BackgroundRead[T]) -> T:
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            return await work(PostgresTransaction(connection, self._pool))

    async def build_index(self, name: str, definition: str, report: Callable[[int, int], None]) -> None:
        """Builds an index, unless it is there, while others read and write.

        Waits for another node that is at it; what one left unfinished is built anew. `report` is told now and then how
        many pages of the table are done, and of how many.
        """
        valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)"
        turn = "SELECT pg_try_advisory_lock(hashtext($1))"  # Held until the connection ends.
        try:
            # A connection of its own, for as long as it takes.
            connection = await self._hosts.connect()
        except _AWAY as error:
            raise DatabaseUnavailable from error
        try:
            if not self._pgbouncer:
                await connection.execute("SET statement_timeout = 0")
            while not await connection.fetchval(valid, name):
                # Another may be at it: a node, or what a killed one began, which PostgreSQL goes on with.
                at_it = await self._look_on(connection, name, report)
                # Tried, not waited for: whoever builds an index waits for all statements under way, ours included.
                if at_it or not await connection.fetchval(turn, _BUILD_LOCK):
                    await asyncio.sleep(_BUILD_PAUSE_SECONDS)
                    continue
                with contextlib.suppress(asyncpg.DeadlockDetectedError):
                    await connection.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
                    sql = f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {definition}"
                    async with self._watching(name, report):
                        await connection.execute(sql, timeout=_LONGEST_BUILD_SECONDS)
        except _AWAY as error:
            raise DatabaseUnavailable from error
        finally:
            connection.terminate()

    @contextlib.asynccontextmanager
    async def _watching(self, name: str, report: Callable[[int, int], None]) -> AsyncIterator[None]:
        async def watch() -> None:
            while True:
                await asyncio.sleep(_BUILD_PAUSE_SECONDS)
                with contextlib.suppress(DatabaseUnavailable):
                    await self._look_on(self, name, report)

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def _look_on(self, reader: Any, name: str, report: Callable[[int, int], None]) -> bool:
        """Tells how far somebody is with an index. Returns whether anybody is at it."""
        sql = "SELECT blocks_done, blocks_total FROM pg_stat_progress_create_index WHERE index_relid = to_regclass($1)"
        row = await reader.fetchrow(sql, name)
        if row and row[1]:
            report(row[0], row[1])
        return row is not None

    def gauges(self) -> dict[str, float]:
        return self._pool.gauges()

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 WHERE to_regclass($1) IS NOT NULL", name) is not None

    async def write(self, work: Work[T]) -> T:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with self._connection() as connection:
                    return await self._transact(connection, work)
            except (*_RETRY, _NotBegun):
                if attempt == _ATTEMPTS:
                    raise DatabaseUnavailable from None
            except asyncpg.ReadOnlySQLTransactionError:
                # A primary that became a standby: the next connection goes to its successor.
                self._pool.discard_idle()
                if attempt == _ATTEMPTS:
                    raise DatabaseUnavailable from None
        raise AssertionError("unreachable")

    async def _alone(self, method: str, sql: str, args: tuple[Any, ...], attempts: int) -> Any:
        """One statement by itself: one round trip."""
        while True:
            attempts -= 1
            try:
                async with self._connection() as connection:
                    return await getattr(connection, method)(sql, *args)
            except DatabaseUnavailable as fault:
                if attempts == 0 or not isinstance(fault.__cause__, _CUT_OFF):
                    raise

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection, on which an error means what it means for the service."""
        connection: Any = None
        try:
            connection = await self._pool.take()
            yield connection
        except asyncpg.ReadOnlySQLTransactionError:
            connection.terminate()
            raise
        except _AWAY as error:
            if connection is not None and isinstance(error, _LOST):
                connection.terminate()
            raise DatabaseUnavailable from error
        except asyncpg.InterfaceError as error:
            # Either we used a connection wrongly, or it was lost between two statements.
            if connection is None or not connection.is_closed():
                raise
            raise DatabaseUnavailable from error
        except BaseException as error:
            # Whoever was cancelled in the middle of a statement leaves its answer behind.
            if connection is not None and not isinstance(error, Exception):
                connection.terminate()
            raise
        finally:
            if connection is not None:
                self._pool.give(connection)

    async def _transact(self, connection: Any, work: Work[T]) -> T:
        try:
            await connection.execute("BEGIN")
        except _LOST:
            connection.terminate()
            raise _NotBegun from None  # It died while it was idle, so nothing is lost but a moment.
        try:
            result = await work(PostgresTransaction(connection, self._pool))
        except Exception:
            if not connection.is_closed():
                await connection.execute("ROLLBACK")
            raise
        self._pool.touch(connection)
        # A transaction in which a statement failed is rolled back without complaint.
        if await connection.execute("COMMIT") != "COMMIT":
            raise RuntimeError("a statement failed in a transaction that went on")
        return result


class _NotBegun(Exception):
    """The connection was lost before the transaction began."""


def connection_options(timeout: int, *, pgbouncer: bool) -> dict[str, Any]:
    if pgbouncer:
        # It hands a connection to somebody else after each transaction, so nothing may be left on it;
        # and it refuses start-up parameters that it does not know.
        return {"statement_cache_size": 0}
    return {
        "server_settings": {
            "application_name": "doorward",
            # Compiling a statement takes longer than any of ours.
            "jit": "off",
            "statement_timeout": f"{timeout}s",
            "idle_in_transaction_session_timeout": f"{_IDLE_IN_TRANSACTION_SECONDS}s",
        }
    }
