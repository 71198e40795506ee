"""A lock that is held over many transactions, as an advisory lock of a transaction on a connection of its own."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

# A transaction that waits between statements has no snapshot, and so does not delay VACUUM. A lock of the session would
# not do: PgBouncer gives a connection to other clients between transactions. The keepalives tell the server within a
# minute that the client's machine is gone; a process that ends closes the connection at once.
_SETTINGS: Final = """
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL tcp_keepalives_idle = 30;
    SET LOCAL tcp_keepalives_interval = 10;
    SET LOCAL tcp_keepalives_count = 3;
"""
# Another name than that of `Transaction.lock`, which the holder may use too.
_LOCK: Final = "SELECT pg_try_advisory_xact_lock(hashtext('held ' || $1))"


async def take(connect: Callable[[], Awaitable[Any]], name: str) -> tuple[Any, bool]:
    """A connection, which holds the lock until it is closed, and whether the lock was free."""
    connection = await connect()
    try:
        await connection.execute("BEGIN")
        free = await connection.fetchval(_LOCK, name)
        # After the lock: the statement before it keeps its snapshot until the next one, and CREATE INDEX CONCURRENTLY
        # would wait for it for ever.
        await connection.execute(_SETTINGS)
        return connection, free
    except BaseException:
        connection.terminate()
        raise
