"""A PostgreSQL database as the source of a move, or as its target."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Final

import asyncpg

from doorward.database.move import postgres_catalogue as catalogue
from doorward.database.move.layout import CannotMove, Copy, Kind, Relation, Table, is_derived, quoted
from doorward.database.move.protocol import MAX_BYTES, MAX_ROWS, Batch, Progress, Report, Row, in_batches, unstorable
from doorward.database.postgres.hosts import Connector
from doorward.database.postgres.options import connection_options
from doorward.database.schema import UNFINISHED

_LOCK_SECONDS: Final = 5
# A node that was just stopped may still be listed.
_LEAVE_SECONDS: Final = 2.0
_POLL: Final = 0.1
_FIRST_FETCH: Final = 50
_STATE: Final = (
    "CREATE TABLE unfinished_move (part text NOT NULL, name text NOT NULL, n bigint NOT NULL, value text NOT NULL,"
    " PRIMARY KEY (part, name))"
)
# Of a transaction: behind PgBouncer the limits of the account hold otherwise, which a large table exceeds.
_UNLIMITED: Final = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
_NODES: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND application_name = 'doorward'"
)


async def _connect(url: str, *, pgbouncer: bool) -> Any:
    options = connection_options(0, pgbouncer=pgbouncer)
    if not pgbouncer:
        # Another name than that of nodes, which the move looks for. It may be idle while the other side works.
        options["server_settings"] |= {
            "application_name": "doorward move",
            "idle_in_transaction_session_timeout": "0",
        }
    try:
        return await Connector(url, options, pgbouncer=False).connect()
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise CannotMove(f"PostgreSQL can't be reached: {error}") from None


class _PostgresReader:
    kind: Kind = "postgres"

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def tables(self) -> dict[str, Table]:
        return await catalogue.tables(self._connection)

    async def count(self, table: str) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {quoted(table)}"))

    async def read(self, relation: Relation) -> AsyncGenerator[Batch]:
        booleans = [place for place, kind in enumerate(relation.types) if kind == "boolean"]
        size = _FIRST_FETCH
        async with self._connection.transaction():
            await self._connection.execute(_UNLIMITED)
            cursor = await self._connection.cursor(relation.sql(' COLLATE "C"'))
            while records := await cursor.fetch(size):
                read = 0
                for batch in in_batches(_values(record, booleans) for record in records):
                    read += sum(map(len, batch.encoded))
                    yield batch
                # So many rows as MAX_BYTES holds of the size of these.
                size = max(1, min(MAX_ROWS, 2 * size, MAX_BYTES * len(records) // read))

    async def close(self) -> None:
        await self._connection.close()


class PostgresSource(_PostgresReader):
    """One transaction. With `hold`, no other can write to a table that is copied until it ends; reading goes on."""

    @classmethod
    async def open(cls, url: str, *, pgbouncer: bool, hold: bool) -> "PostgresSource":
        source = cls(await _connect(url, pgbouncer=pgbouncer))
        try:
            await source._begin(hold=hold)
        except BaseException:
            source._connection.terminate()
            raise
        return source

    async def _begin(self, *, hold: bool) -> None:
        names = [quoted(name) for name in await self.tables() if not is_derived(name)]
        if hold and (nodes := await self._nodes()):
            raise CannotMove(
                f"Nodes of the service are connected to the source ({nodes} connections):"
                " stop them, then run this again"
            )
        await self._connection.transaction(isolation="repeatable_read").start()
        await self._connection.execute(_UNLIMITED)
        if hold and names:
            await self._connection.execute(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'")
            try:
                # Before the first read, which decides what this transaction sees.
                await self._connection.execute(f"LOCK TABLE {', '.join(names)} IN SHARE MODE")
            except asyncpg.LockNotAvailableError:
                raise CannotMove(
                    "Other transactions write to the source. Stop the service and other commands, then run this again"
                ) from None

    async def _nodes(self) -> int:
        for _ in range(int(_LEAVE_SECONDS / _POLL)):
            nodes = int(await self._connection.fetchval(_NODES))
            if not nodes:
                return 0
            await asyncio.sleep(_POLL)
        return nodes

    async def check_held(self) -> None:
        if not await self._connection.fetchval("SELECT true"):
            raise ConnectionError

    async def counters(self, tables: Mapping[str, Table]) -> dict[str, int]:
        counted = (table for table in tables.values() if table.counter and not is_derived(table.name))
        return {table.name: await catalogue.last_value(self._connection, table) for table in counted}


class PostgresTarget(_PostgresReader):
    @classmethod
    async def open(cls, url: str, *, pgbouncer: bool) -> "PostgresTarget":
        return cls(await _connect(url, pgbouncer=pgbouncer))

    async def check(self) -> str:
        encoding, standby, version, may_create, account = await self._connection.fetchrow(
            "SELECT current_setting('server_encoding'), pg_is_in_recovery(), current_setting('server_version'),"
            " has_schema_privilege(current_schema(), 'CREATE'), current_user"
        )
        if encoding != "UTF8":
            raise CannotMove(f"The target has the encoding {encoding}: create a database with the encoding UTF8")
        if standby:
            raise CannotMove("The target is a standby, which accepts no writes: name the primary")
        if not may_create:
            raise CannotMove(f"{account} may not create tables in the target: make it the owner of that database")
        return f"PostgreSQL {version}"

    async def version(self) -> str | None:
        if not await self._connection.fetchval("SELECT to_regclass('alembic_version')"):
            return None
        found = await self._connection.fetchval("SELECT version_num FROM alembic_version")
        return str(found) if found else None

    async def about(self) -> dict[str, str]:
        if not await self._connection.fetchval("SELECT to_regclass('unfinished_move')"):
            return {}
        rows = await self._connection.fetch("SELECT name, value FROM unfinished_move WHERE part = 'about'")
        return {row[0]: row[1] for row in rows}

    async def progress(self) -> dict[str, Progress]:
        rows = await self._connection.fetch("SELECT name, n, value FROM unfinished_move WHERE part = 'table'")
        return {row[0]: Progress(row[1], row[2]) for row in rows}

    async def begin(self, copies: Sequence[Copy], about: Mapping[str, str]) -> None:
        names = [copy.name for copy in copies]
        async with self._connection.transaction():
            await self._connection.execute(_STATE)
            for name, value in about.items():
                await self._note("about", name, 0, value)
            await self._put_off(names)
            for name in names:
                # What the migrations wrote: the source has it too.
                await self._connection.execute(f"DELETE FROM {quoted(name)}")
            await self._connection.execute("UPDATE alembic_version SET version_num = $1", UNFINISHED)

    async def _put_off(self, names: Sequence[str]) -> None:
        later = await catalogue.later(self._connection, names)
        for number, part in enumerate(later):
            await self._note("later", part.name, number, part.create)
        for part in reversed(later):  # References before the indexes that they need.
            await self._connection.execute(part.drop)
        for name in names:
            await self._note("table", name, 0, "")
            await self._connection.execute(f"ALTER TABLE {quoted(name)} DISABLE TRIGGER USER")

    async def write(self, copy: Copy, batch: list[Row], reached: Progress) -> None:
        relation = copy.target
        booleans = {place for place, kind in enumerate(relation.types) if kind == "boolean"}
        rows = [_with_booleans(row, booleans) for row in batch] if booleans else batch
        try:
            async with self._connection.transaction():
                # The commit of `finish` makes all of them durable.
                await self._connection.execute("SET LOCAL synchronous_commit = off")
                await self._connection.copy_records_to_table(relation.table, records=rows, columns=relation.columns)
                await self._note("table", relation.table, reached.rows, reached.digest)
        except (asyncpg.DataError, ValueError, TypeError) as error:
            raise CannotMove(
                f"A value of {relation.table} can't be stored by PostgreSQL: {error}"
                f"{unstorable(relation, batch)}. Correct it in the source, then run this again"
            ) from None

    async def build(self, report: Report) -> None:
        later = await self._connection.fetch("SELECT name, value FROM unfinished_move WHERE part = 'later' ORDER BY n")
        for number, (name, sql) in enumerate(later, 1):
            async with self._connection.transaction():
                await self._connection.execute(_UNLIMITED)
                try:
                    await self._connection.execute(sql)
                except asyncpg.IntegrityConstraintViolationError as error:
                    raise CannotMove(f"The source breaks a rule of its own schema: {error}; {error.detail}") from None
                await self._connection.execute("DELETE FROM unfinished_move WHERE part = 'later' AND name = $1", name)
            report("indexes", number, len(later))
        for name in await self.progress():
            await self._connection.execute(f"ALTER TABLE {quoted(name)} ENABLE TRIGGER USER")
        async with self._connection.transaction():
            await self._connection.execute(_UNLIMITED)
            # Without statistics the first statements would read whole tables.
            await self._connection.execute("ANALYZE")

    async def set_counters(self, copies: Sequence[Copy], largest: Mapping[str, int]) -> None:
        for copy in copies:
            if copy.counter:
                carried = largest.get(copy.name, 0) if copy.continues else 0
                await catalogue.continue_after(self._connection, copy.name, copy.counter, carried)

    async def finish(self, version: str) -> None:
        async with self._connection.transaction():
            await self._connection.execute("DROP TABLE unfinished_move")
            await self._connection.execute("UPDATE alembic_version SET version_num = $1", version)

    async def erase(self) -> None:
        kept = ("alembic_version", "list_index", "unfinished_move")
        tables = ", ".join(quoted(name) for name in await self.tables() if name not in kept)
        async with self._connection.transaction():
            await self._connection.execute(_UNLIMITED)
            await self._put_off(list(await self.progress()))
            await self._connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
            await self._connection.execute("UPDATE list_index SET upto = 0, ready = 0")

    async def _note(self, part: str, name: str, n: int, value: str) -> None:
        sql = (
            "INSERT INTO unfinished_move VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (part, name) DO UPDATE SET n = excluded.n, value = excluded.value"
        )
        await self._connection.execute(sql, part, name, n, value)


def _values(record: Any, booleans: Sequence[int]) -> Row:
    row = tuple(record)
    if not booleans:
        return row
    return tuple(int(value) if place in booleans and value is not None else value for place, value in enumerate(row))


def _with_booleans(row: Row, booleans: set[int]) -> Row:
    return tuple(bool(value) if place in booleans and value is not None else value for place, value in enumerate(row))
