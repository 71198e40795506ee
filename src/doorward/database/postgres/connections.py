"""Work on the connections of one server, and which errors are outages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final, TypeVar

import asyncpg

from doorward.database.postgres.pool import Lane, Pool, ServerUnavailable
from doorward.database.postgres.transaction import PostgresTransaction
from doorward.database.protocol import BackgroundRead
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

# asyncpg raises an internal error when the server closed a connection that was idle.
CUT_OFF: Final = (asyncpg.PostgresConnectionError, asyncpg.InternalClientError)
CONNECTION_LOST: Final = (OSError, *CUT_OFF)
# Anything else (a wrong type, a closed transaction, bad SQL) is a programming error and is raised as it is.
OUTAGE: Final = (
    *CONNECTION_LOST,
    ServerUnavailable,
    asyncpg.OperatorInterventionError,  # Shutting down, starting up, statement time-out.
    asyncpg.InsufficientResourcesError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.PostgresSystemError,
)


class Connections:
    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    @contextlib.asynccontextmanager
    async def use(self, lane: Lane = ()) -> AsyncIterator[Any]:
        """Yields a connection of the pool, and turns errors that are outages into DatabaseUnavailable."""
        connection: Any = None
        try:
            connection = await self.pool.acquire(lane)
            yield connection
        except asyncpg.ReadOnlySQLTransactionError:
            connection.terminate()
            raise
        except OUTAGE as error:
            if connection is not None and isinstance(error, CONNECTION_LOST):
                connection.terminate()
            raise DatabaseUnavailable from error
        except asyncpg.InterfaceError as error:
            # Raised for wrong use of a connection, and for one that was lost between two statements.
            if connection is None or not connection.is_closed():
                raise
            raise DatabaseUnavailable from error
        except BaseException as error:
            # Work that was cancelled in the middle of a statement leaves its result unread.
            if connection is not None and not isinstance(error, Exception):
                connection.terminate()
            raise
        finally:
            if connection is not None:
                self.pool.release(connection, lane)

    async def read_snapshot(self, begin: str, work: BackgroundRead[T]) -> T:
        cancellation: asyncio.CancelledError
        async with self.use() as connection:
            await connection.execute(begin)
            try:
                result = await work(PostgresTransaction(connection, self.pool))
            except asyncio.CancelledError as error:
                cancellation = error
            except Exception:
                if not connection.is_closed():
                    await self.end(connection, "ROLLBACK")
                raise
            else:
                await self.end(connection, "COMMIT")
                return result
            # asyncpg has asked the server to stop the statement, and waits for that before it sends the next one. Then
            # the connection can be used again: raised in here, the cancellation would close it.
            await self.end(connection, "ROLLBACK")
        raise cancellation

    async def end(self, connection: Any, how: str) -> Any:
        self.pool.begin_statement(connection)
        return await connection.execute(how)
