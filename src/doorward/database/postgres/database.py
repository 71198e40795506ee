"""PostgreSQL: transactions over a pool of connections, and which errors are outages."""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, Final, TypeVar, cast

import asyncpg

from doorward.database.list_lane import ListLane
from doorward.database.postgres import held_lock
from doorward.database.postgres.connections import CONNECTION_LOST, CUT_OFF, OUTAGE, Connections
from doorward.database.postgres.hosts import Connector
from doorward.database.postgres.index_builds import IndexBuilds, Progress
from doorward.database.postgres.options import connection_options
from doorward.database.postgres.pool import CONNECT_SECONDS, Pool
from doorward.database.postgres.replica import Replica, ReplicaUnusable
from doorward.database.postgres.transaction import PostgresTransaction
from doorward.database.protocol import BackgroundRead, Reader, Row, Work
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

_MAX_ATTEMPTS: Final = 5
# Other statements queue behind a lock that waits. Before it waits again, they are done.
_LOCK_PAUSE_SECONDS: Final = 0.3
# For the bitmap of a list: 26 million users, on the pages of `user_search`.
_LIST_MEMORY: Final = "32MB"
# The work lost a race and is run again: it then sees what the other transaction wrote. Or a migration changed the
# result type of a prepared statement.
_RETRY: Final = (
    asyncpg.UniqueViolationError,
    asyncpg.ForeignKeyViolationError,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.InvalidCachedStatementError,
)


class PostgresDatabase:
    _pool: Pool
    _connections: Connections

    def __init__(
        self,
        url: str,
        size: int,
        timeout: int,
        list_timeout: int = 5,
        *,
        pgbouncer: bool,
        patient: bool = False,
        replica: Replica | None = None,
    ) -> None:
        """`patient`: statements and commits take as long as they take, and a slow server is given more time to answer.

        For commands. A commit that is given up may still happen, and the caller would not know.
        """
        options = connection_options(0 if patient else timeout, pgbouncer=pgbouncer)
        self._connector = Connector(url, options, pgbouncer=pgbouncer)
        self._size, self._pgbouncer, self._patient = size, pgbouncer, patient
        self._limit = math.inf if patient else max(timeout, list_timeout) + 1
        self._index_builds = IndexBuilds(self._connector.connect, self, pgbouncer=pgbouncer)
        self._replica = replica
        self._lists = ListLane(_list_connections(size), list_timeout)
        # With the time limit on the server as well: a list whose node has died stops there too. A bitmap of matches
        # that outgrows `work_mem` names pages instead of rows: the n-grams of all rows on them are computed again.
        self._begin_list = (
            f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '{list_timeout + 1}s';"
            f" SET LOCAL work_mem = '{_LIST_MEMORY}'"
        )

    async def open(self) -> None:
        # Opens no connection yet: a server that is down now may be up at the first request.
        self._pool = Pool(
            self._connector.connect, self._size, self._limit, check_pids=not self._pgbouncer, patient=self._patient
        )
        self._connections = Connections(self._pool)
        if self._replica is not None:
            self._replica.open(self)

    async def close(self) -> None:
        if self._replica is not None:
            await self._replica.close()
        await self._pool.close()

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return cast(Sequence[Row], await self._read("fetch", sql, args))

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        return cast("Row | None", await self._read("fetchrow", sql, args))

    async def fetch_each(self, columns: str, source: str, keys: Collection[int], *args: Any) -> Sequence[Row]:
        # The keys are sent as text, because asyncpg would first query the server about the array type. OFFSET keeps the
        # planner from joining all keys at once: with outdated statistics it would scan a whole table for that.
        sql = (
            "SELECT wanted.key, found.* FROM unnest($1::text::bigint[]) AS wanted (key)"
            f" CROSS JOIN LATERAL (SELECT {columns} FROM {source.format(key='wanted.key')} OFFSET 0) AS found"
        )
        return await self.fetch(sql, f"{{{','.join(map(str, keys))}}}", *args)

    async def read_in_background(
        self, work: BackgroundRead[T], user_id: int | None = None, *, replica: bool = False
    ) -> T:
        source = self._replica
        if replica and source is not None:
            return await self._lists.run(user_id, lambda: self._read_from_replica(source, work, user_id))
        return await self._lists.run(user_id, lambda: self._connections.read_snapshot(self._begin_list, work))

    async def _read_from_replica(self, replica: Replica, work: BackgroundRead[T], user_id: int | None) -> T:
        """Reads from the replica, and from this server whenever that fails, for whatever reason."""
        try:
            return await replica.read(self._begin_list, work, user_id)
        except ReplicaUnusable:
            return await self._connections.read_snapshot(self._begin_list, work)

    async def build_index(self, name: str, definition: str, report: Progress) -> None:
        """Builds an index unless it exists, while other transactions read and write."""
        try:
            await self._index_builds.build(name, definition, report)
        except OUTAGE as error:
            raise DatabaseUnavailable from error

    @contextlib.asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[bool]:
        try:
            connection, free = await held_lock.take(self._connector.connect, name)
        except OUTAGE as error:
            raise DatabaseUnavailable from error
        try:
            yield free
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=CONNECT_SECONDS)

    def gauges(self) -> dict[str, float]:
        gauges = self._pool.gauges()
        gauges |= {"database_waiting": gauges["database_waiting"] + self._lists.waiting}
        return gauges | self._replica.gauges() if self._replica is not None else gauges

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 WHERE to_regclass($1) IS NOT NULL", name) is not None

    async def write(self, work: Work[T]) -> T:
        for _ in range(_MAX_ATTEMPTS):
            try:
                async with self._connections.use(self._pool.writes) as connection:
                    return await self._transact(connection, work)
            except (*_RETRY, _NotBegun):
                continue
            except asyncpg.LockNotAvailableError:
                await asyncio.sleep(_LOCK_PAUSE_SECONDS)
            except asyncpg.ReadOnlySQLTransactionError:
                # A primary that became a standby: the next connection goes to its successor.
                self._pool.discard_idle()
        raise DatabaseUnavailable

    async def write_once(self, work: Work[T]) -> T:
        try:
            async with self._connections.use(self._pool.writes) as connection:
                return await work(PostgresTransaction(connection, self._pool))
        except asyncpg.ReadOnlySQLTransactionError:
            self._pool.discard_idle()
            raise DatabaseUnavailable from None

    async def _read(self, method: str, sql: str, args: tuple[Any, ...]) -> Any:
        """Runs one statement, and runs it again if its connection turns out to be closed."""
        for last_attempt in (False, True):
            try:
                async with self._connections.use(self._pool.reads) as connection:
                    return await getattr(connection, method)(sql, *args)
            except DatabaseUnavailable as fault:
                if last_attempt or not isinstance(fault.__cause__, CUT_OFF):
                    raise
        raise AssertionError("unreachable")

    async def _transact(self, connection: Any, work: Work[T]) -> T:
        try:
            await connection.execute("BEGIN")
        except CONNECTION_LOST:
            connection.terminate()
            raise _NotBegun from None  # Lost while it was idle: nothing was done yet.
        try:
            result = await work(PostgresTransaction(connection, self._pool))
        except Exception:
            if not connection.is_closed():
                await self._connections.end(connection, "ROLLBACK")
            raise
        # PostgreSQL answers ROLLBACK, and no error, when a statement of the transaction has failed.
        if await self._connections.end(connection, "COMMIT") != "COMMIT":
            raise RuntimeError("a statement failed in a transaction that went on")
        return result


def _list_connections(size: int) -> int:
    """The lane of lists has connections of its own, in addition to the pool: about three for ten."""
    return max(2, size * 3 // 10)


class _NotBegun(Exception):
    """The connection was lost before the transaction began."""


async def server_clock(reader: Reader) -> int:
    """Returns the server's time in milliseconds since 1970."""
    row = await reader.fetchrow("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return int(row[0]) if row else 0


async def statement_timeout(reader: Reader) -> tuple[int, str]:
    """The limit that this connection has, in milliseconds, 0 for none; and the account."""
    sql = "SELECT setting::integer, current_user FROM pg_settings WHERE name = 'statement_timeout'"
    row = await reader.fetchrow(sql)
    return (int(row[0]), str(row[1])) if row else (0, "")
