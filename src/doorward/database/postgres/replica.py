"""Reads lists from a replica that is not too far behind (docs/decisions/0053).

How far it is behind is measured against the primary, and not by the replica's own clock: a replica that has lost its
connection to the primary believes to be up to date. Every poll notes the primary's position in the log with the time
before it was asked for. When the replica has replayed that position, it has everything that was committed before that
time.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import asyncpg

from doorward.database.postgres.connections import Connections
from doorward.database.postgres.hosts import Connector
from doorward.database.postgres.options import connection_options
from doorward.database.postgres.pool import Pool
from doorward.database.protocol import BackgroundRead, Reader
from doorward.errors import DatabaseUnavailable

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)
_ROLE: Final = "prefer-standby"
_CHECK_SECONDS: Final = 3
_LONGEST_POLL_SECONDS: Final = 1.0
# Positions that the replica has not reached. Beyond them the oldest is forgotten, and the replica counts as further
# behind than it is.
_POSITIONS: Final = 4096
_PRIMARY: Final = (
    "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint, system_identifier, current_database()"
    " FROM pg_control_system()"
)
_STANDBY: Final = (
    "SELECT (pg_last_wal_replay_lsn() - '0/0')::bigint, system_identifier, current_database(), pg_is_in_recovery()"
    " FROM pg_control_system()"
)
# Reads the newest change of a user: an opaque value, or None if there is none.
NewestChange = Callable[[Reader, int], Awaitable[Any]]
# Whether the change is in the snapshot of this reader.
HasChange = Callable[[Reader, Any], Awaitable[bool]]


class ReplicaUnusable(Exception):
    """The replica does not answer, is too far behind or has not the caller's latest change. Read from the primary."""


class NotAReplica(Exception):
    """The server is not a replica of the primary's database."""


class Replica:
    def __init__(
        self,
        url: str,
        size: int,
        timeout: int,
        max_lag: float,
        *,
        pgbouncer: bool,
        newest_change: NewestChange,
        has_change: HasChange,
    ) -> None:
        options = connection_options(timeout, pgbouncer=pgbouncer)
        self._connector = Connector(url, options, pgbouncer=pgbouncer, role=_ROLE)
        self._size, self._limit, self._check_pids = size, timeout + 1, not pgbouncer
        self._max_lag, self._newest_change, self._has_change = max_lag, newest_change, has_change
        self._positions: deque[tuple[float, int]] = deque(maxlen=_POSITIONS)
        self._current_at = -math.inf  # Everything that was committed before this time of the event loop is there.
        self._answers = False
        self._reported = ""

    def open(self, primary: Reader) -> None:
        self._primary, self._loop = primary, asyncio.get_running_loop()
        self._connections = Connections(
            Pool(self._connector.connect, self._size, self._limit, check_pids=self._check_pids)
        )
        self._polling = self._loop.create_task(self._poll())

    async def close(self) -> None:
        self._polling.cancel()
        await asyncio.wait({self._polling})
        await self._connections.pool.close()

    async def read(self, begin: str, work: BackgroundRead[T], user_id: int | None) -> T:
        """Runs the work on a snapshot of the replica. Raises ReplicaUnusable whenever the primary has to be read."""
        if not self._answers or self._loop.time() - self._current_at > self._max_lag:
            raise ReplicaUnusable
        newest = None if user_id is None else await self._newest_change(self._primary, user_id)

        async def checked(reader: Reader) -> T:
            if newest is not None and not await self._has_change(reader, newest):
                raise ReplicaUnusable
            return await work(reader)

        try:
            return await self._connections.read_snapshot(begin, checked)
        except DatabaseUnavailable:
            self._answers = False  # Until a poll succeeds: one request waits for a dead server, and not each of them.
            raise ReplicaUnusable from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError):
            # Cancelled by replay, or the replica has not the newest schema yet. A real error shows at the primary.
            raise ReplicaUnusable from None

    def gauges(self) -> dict[str, float]:
        """`replica_usable`, and `replica_lag`: seconds, infinite while it does not answer."""
        behind = self._loop.time() - self._current_at
        lag = math.inf if not self._answers else behind if self._positions else 0.0
        return {"replica_usable": float(self._answers and behind <= self._max_lag), "replica_lag": lag}

    async def _poll(self) -> None:
        pause = min(_LONGEST_POLL_SECONDS, self._max_lag / 5)
        while True:
            try:
                await self._measure()
                self._report("")
            except asyncio.CancelledError:
                raise
            except Exception as error:  # Whatever it is, lists are read from the primary and the next poll tries again.
                self._answers = False
                self._report(f"{type(error).__name__}: {error.__cause__ or error}")
            await asyncio.sleep(pause)

    async def _measure(self) -> None:
        """Raises NotAReplica or DatabaseUnavailable."""
        asked_at = self._loop.time()
        position, *identity = _row(await self._primary.fetchrow(_PRIMARY))
        self._positions.append((asked_at, position))
        async with self._connections.use() as connection:
            replayed, *found, in_recovery = _row(await connection.fetchrow(_STANDBY))
        _check(identity, found, in_recovery)
        while self._positions and self._positions[0][1] <= replayed:
            self._current_at = self._positions.popleft()[0]
        self._answers = True

    def _report(self, problem: str) -> None:
        """Logs each change once, and not with every poll."""
        if problem and not self._reported:
            _LOG.warning("the replica is not used, lists are read from the primary: %s", problem)
        elif self._reported and not problem:
            _LOG.warning("the replica is used again")
        self._reported = problem


async def bytes_behind(url: str, primary: Reader, *, pgbouncer: bool, standby: bool = True) -> int | None:
    """How much of the log the replica has not replayed; None if it does not answer. Raises NotAReplica.

    Without `standby` it may be a server that accepts writes: after a failover the two servers may have changed places.
    """
    connector = Connector(url, connection_options(_CHECK_SECONDS, pgbouncer=pgbouncer), pgbouncer=pgbouncer, role=_ROLE)
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            connection = await connector.connect()
    except (OSError, asyncpg.PostgresError):  # A time-out is an OSError.
        return None
    try:
        position, *identity = _row(await primary.fetchrow(_PRIMARY))
        replayed, *found, in_recovery = _row(await connection.fetchrow(_STANDBY))
    finally:
        connection.terminate()
    _check(identity, found, in_recovery or not standby)
    return max(0, int(position) - int(replayed or 0)) if in_recovery else 0


def _row(row: Any) -> Any:
    if row is None:
        raise NotAReplica("the server returned nothing")
    return row


def _check(identity: list[Any], found: list[Any], in_recovery: bool) -> None:
    if identity[0] != found[0]:
        raise NotAReplica("is a server of another cluster: its system identifier differs from the primary's")
    if identity[1] != found[1]:
        raise NotAReplica("names another database than the primary's URL")
    if not in_recovery:
        raise NotAReplica("is no standby: it accepts writes itself")
