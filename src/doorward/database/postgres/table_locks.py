"""How long a transaction waits for the lock of a table.

Statements that come later queue behind a lock that waits. So it gives up soon, and the transaction is run again after a
pause. An autovacuum of a large table holds its lock for minutes, and PostgreSQL cancels it only for a lock that has
waited for `deadlock_timeout`. So a transaction that may wait for an autovacuum waits a little longer than that.
"""

from typing import Final

_MARGIN_MS: Final = 300


def limit_wait(milliseconds: int, *tables: str) -> str:
    """The statement that limits how long the transaction waits for each lock.

    It may need the locks of these tables; without any, those of all.
    """
    names = ", ".join(f"'{table}'::regclass" for table in tables)
    # Locks are visible to every account; that an autovacuum holds one is not. Besides it, `CREATE INDEX CONCURRENTLY`
    # and ANALYZE have this mode.
    vacuumed = (
        "SELECT FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND granted"
        f" AND {f'relation IN ({names})' if tables else 'relation >= 16384'}"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    waited = f"CASE WHEN EXISTS ({vacuumed}) THEN setting::integer + {_MARGIN_MS} ELSE {milliseconds} END"
    return f"SELECT set_config('lock_timeout', ({waited})::text, true) FROM pg_settings WHERE name = 'deadlock_timeout'"
