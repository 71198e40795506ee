"""The database that the settings name, and how users are searched in it."""

from doorward.database.protocol import Database
from doorward.search.options import SearchOptions
from doorward.search.planner import SearchBackend
from doorward.search.postgres.backend import PostgresSearch
from doorward.search.sqlite.backend import SQLiteSearch
from doorward.settings import Settings
from doorward.store import audit


def choose(settings: Settings, search: SearchOptions, patient: bool = False) -> tuple[Database, SearchBackend]:
    # Each driver is imported only where it is used: the other would cost start-up time.
    if settings.sqlite_path is not None:
        from doorward.database.sqlite.database import SQLiteDatabase

        file = SQLiteDatabase(settings.sqlite_path, settings.database_timeout, settings.search_timeout)
        return file, SQLiteSearch(file.sorted_rows, search)
    from doorward.database.postgres.database import PostgresDatabase
    from doorward.database.postgres.replica import Replica

    replica = None
    if settings.database_replica_url and not patient:
        replica = Replica(
            settings.database_replica_url,
            settings.database_pool,
            max(settings.database_timeout, settings.search_timeout),
            settings.database_replica_lag,
            pgbouncer=settings.database_pgbouncer,
            newest_change=audit.newest_of_user,
            has_change=audit.exists,
        )
    database = PostgresDatabase(
        settings.database_url,
        settings.database_pool,
        settings.database_timeout,
        settings.search_timeout,
        pgbouncer=settings.database_pgbouncer,
        patient=patient,
        replica=replica,
    )
    return database, PostgresSearch(database.build_index, search)
