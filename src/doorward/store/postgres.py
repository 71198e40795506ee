"""PostgreSQL: one pool of connections for each worker."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, TypeVar, cast

import asyncpg

from doorward.errors import DatabaseUnavailable
from doorward.store.database import Row, Work

T = TypeVar("T")

# Whoever can't have a connection within this time is told so: an answer within a second, whatever the database does.
_ACQUIRE_TIMEOUT: Final = 0.8
_ATTEMPTS: Final = 5
# Lost races: run the work again, it then sees what the winner wrote.
_RETRY: Final = (asyncpg.UniqueViolationError, asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_AWAY: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,  # Shutting down, starting up, statement time-out.
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,  # A primary that became a standby.
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.TargetServerAttributeNotMatched,
    asyncpg.PostgresSystemError,
)


class PostgresTransaction:
    claim = " FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: Any) -> None:
        self.fetch = connection.fetch
        self.fetchrow = connection.fetchrow
        self.execute = connection.execute

    async def lock(self, name: str) -> None:
        await self.execute("SELECT pg_advisory_xact_lock(hashtext($1))", name)


class PostgresDatabase:
    def __init__(self, url: str, size: int, timeout: int, pgbouncer: bool) -> None:
        self._url, self._size, self._timeout, self._pgbouncer = url, size, timeout, pgbouncer
        self._pool: Any = None

    async def open(self) -> None:
        milliseconds = str(self._timeout * 1000)
        # PgBouncer hands a connection to somebody else after each transaction: nothing may be left on it,
        # and it refuses start-up parameters that it does not know.
        options: dict[str, Any] = (
            {"statement_cache_size": 0}
            if self._pgbouncer
            else {"server_settings": {"statement_timeout": milliseconds, "application_name": "doorward"}}
        )
        # No connection is asked for yet: a database that is away now may be there with the first request.
        self._pool = asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=self._size,
            timeout=_ACQUIRE_TIMEOUT,
            command_timeout=self._timeout + 1,
            reset=_nothing_to_reset,
            **options,
        )
        await self._pool

    async def close(self) -> None:
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), self._timeout)
            except TimeoutError:
                self._pool.terminate()
            self._pool = None

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        return cast(Sequence[Row], await self._read("fetch", sql, args))

    async def fetchrow(self, sql: str, *args: Any) -> Row | None:
        return cast("Row | None", await self._read("fetchrow", sql, args))

    async def _read(self, method: str, sql: str, args: tuple[Any, ...]) -> Any:
        try:
            async with self._pool.acquire(timeout=_ACQUIRE_TIMEOUT) as connection:
                return await getattr(connection, method)(sql, *args)
        except _AWAY:
            raise DatabaseUnavailable from None

    async def has_table(self, name: str) -> bool:
        return await self.fetchrow("SELECT 1 WHERE to_regclass($1) IS NOT NULL", name) is not None

    async def write(self, work: Work[T]) -> T:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with self._pool.acquire(timeout=_ACQUIRE_TIMEOUT) as connection, connection.transaction():
                    return await work(PostgresTransaction(connection))
            except _RETRY:
                if attempt == _ATTEMPTS:
                    raise
            except _AWAY:
                raise DatabaseUnavailable from None
        raise AssertionError("unreachable")


async def _nothing_to_reset(connection: Any) -> None:
    """Every transaction ends before its connection goes back, and nothing else leaves a trace on it."""
