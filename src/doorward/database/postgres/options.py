"""What Doorward asks for when it connects, and whether PgBouncer keeps prepared statements."""

from typing import Any, Final

# A node that hangs in the middle of a transaction must not hold its locks for ever.
_IDLE_IN_TRANSACTION_SECONDS: Final = 10
_PROBE: Final = "SELECT 'which name has this statement?'"
_PROBE_NAME: Final = "doorward_probe"
# asyncpg's default. The service has fewer hot statements than that.
_CACHED_STATEMENTS: Final = 100


def connection_options(timeout: int, *, pgbouncer: bool) -> dict[str, Any]:
    if pgbouncer:
        # PgBouncer gives a connection to another client after each transaction. Before version 1.21 no statement may
        # stay prepared on it. It rejects start-up parameters that it does not know.
        return {"statement_cache_size": 0}
    return {
        "server_settings": {
            "application_name": "doorward",
            # Compiling a statement would take longer than running it.
            "jit": "off",
            "statement_timeout": f"{timeout}s",
            "idle_in_transaction_session_timeout": f"{_IDLE_IN_TRANSACTION_SECONDS}s",
        }
    }


def with_prepared_statements(options: dict[str, Any]) -> dict[str, Any]:
    return options | {"statement_cache_size": _CACHED_STATEMENTS}


async def keeps_prepared_statements(connection: Any) -> bool:
    """Whether PgBouncer prepares a client's statements on each connection to the server that it uses for it.

    PgBouncer has no statement that tells. But where it keeps them, it gives them names of its own, so that the server
    knows this one by another name. The transaction keeps both statements on the same connection to the server.
    """
    await connection.execute("BEGIN")
    try:
        statement = await connection.prepare(_PROBE, name=_PROBE_NAME)
        rows = await connection.fetch("SELECT name FROM pg_prepared_statements WHERE statement = $1", _PROBE)
        names = {row[0] for row in rows}
        if _PROBE_NAME in names:
            await connection.execute(f"DEALLOCATE {_PROBE_NAME}")
        del statement  # Not before: asyncpg closes a statement that has no reference.
        return bool(names) and _PROBE_NAME not in names
    finally:
        await connection.execute("ROLLBACK")
