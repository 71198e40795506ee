"""The connections of one worker to PostgreSQL, and the monitor that detects a silent server.

After a crash of the machine, a cut cable or a firewall that dropped the connection, a statement neither fails nor
returns. So a statement that takes long makes the pool ask the server, on a new connection, whether it works on it.
If the server does not, that connection is closed. If it answers neither there nor on another connection meanwhile, it
counts as unavailable, and requests fail at once until a connection succeeds. A statement that is merely slow goes on
(docs/decisions/0010).
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import asyncpg

from doorward.database.postgres.slots import NoFreeSlot, Slots

# A check begins after _CHECK_AFTER_SECONDS and one tick at most, and takes _CHECK_TICKS ticks at most: together less
# than the second within which every request is answered.
_CHECK_AFTER_SECONDS: Final = 0.3
_TICK: Final = 0.1
_CHECK_TICKS: Final = 4
CONNECT_SECONDS: Final = 0.8
# For commands, which no client waits for: a server under the load of an import may need seconds for a new connection.
_PATIENT_CHECK_TICKS: Final = 300
_PATIENT_CONNECT_SECONDS: Final = 30.0
_RETRY_SECONDS: Final = 0.25
_IDLE_SECONDS: Final = 300.0
# Writes leave one connection in this many to reads: writes that wait for a lock never stop token checks.
_KEPT_FOR_READS: Final = 5

# What work has to take, in this order, before it gets a connection.
Lane = tuple[Slots, ...]


class ServerUnavailable(Exception):
    """The server does not answer, or no connection became free in time."""


class Pool:
    """Two lanes share `size` connections: writes, which leave some of them to reads, and short reads.

    Callers take turns to write, so that one who writes all the time does not keep the sign-ins of others waiting.
    Connections beyond `size` are for work that its caller bounds: the lane of lists (docs/decisions/0020).
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], size: int, limit: float, *, check_pids: bool, patient: bool = False
    ) -> None:
        """`limit`: seconds after which a statement is given up, even if the server works on it."""
        self._check_ticks = _PATIENT_CHECK_TICKS if patient else _CHECK_TICKS
        self._connect_seconds = _PATIENT_CONNECT_SECONDS if patient else CONNECT_SECONDS
        self._connect, self._limit, self._check_pids = connect, limit, check_pids
        self._loop = asyncio.get_running_loop()
        self._shared = Slots(size)
        self._writers = Slots(max(1, size - max(1, size // _KEPT_FOR_READS)), take_turns=True)
        self.reads: Lane = (self._shared,)
        self.writes: Lane = (self._writers, self._shared)
        self._idle: list[tuple[Any, float]] = []
        self._busy: dict[Any, float] = {}
        self._unavailable = self._closed = False
        self._answered_at = 0.0  # When the server last completed work of this pool.
        self._timer: asyncio.TimerHandle | None = None
        self._check: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def acquire(self, lane: Lane = ()) -> Any:
        """A connection, when the lane has a free slot. `release` it with the same lane."""
        if self._unavailable:
            raise ServerUnavailable
        taken: list[Slots] = []
        until = self._loop.time() + self._connect_seconds  # For all slots of the lane together.
        try:
            for slots in lane:
                await slots.take(until)
                taken.append(slots)
            connection = self._pop_idle() or await self._open()
        except BaseException as error:
            _give_back(taken)
            if isinstance(error, NoFreeSlot):
                raise ServerUnavailable("no free connection") from None
            raise
        self.begin_statement(connection)
        if self._timer is None:
            self._timer = self._loop.call_later(_TICK, self._monitor)
        return connection

    def begin_statement(self, connection: Any) -> None:
        """Restarts the time after which the statement on this connection is checked."""
        self._busy[connection] = self._loop.time()

    def release(self, connection: Any, lane: Lane = ()) -> None:
        del self._busy[connection]
        if not connection.is_closed():
            self._answered_at = self._loop.time()
            # The most recently used one is reused first, so that connections beyond the usual load become old.
            self._idle.append((connection, self._loop.time()))
            if self._loop.time() - self._idle[0][1] > _IDLE_SECONDS:
                self._run(self._idle.pop(0)[0].close(timeout=CONNECT_SECONDS))
        _give_back(lane)

    def discard_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].terminate()

    def gauges(self) -> dict[str, float]:
        idle = len(self._idle)
        waiting = self._shared.waiting + self._writers.waiting
        return {"connections": idle + len(self._busy), "connections_idle": idle, "database_waiting": waiting}

    async def close(self) -> None:
        self._unavailable = True  # A read that is retried because its connection was closed here gets no other.
        if self._timer:
            self._timer.cancel()
        self._closed = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            # Bounded: a cancellation can be lost, since `asyncio.wait_for` drops one that arrives with its result.
            await asyncio.wait(self._tasks, timeout=CONNECT_SECONDS)
        for connection, _ in self._idle:
            with contextlib.suppress(Exception):
                await connection.close(timeout=CONNECT_SECONDS)
        for connection in self._busy:
            connection.terminate()

    def _pop_idle(self) -> Any:
        while self._idle:
            connection, _ = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _open(self) -> Any:
        try:
            async with asyncio.timeout(self._connect_seconds):
                return await self._connect()
        except TimeoutError:
            raise ServerUnavailable("no answer") from None

    def _monitor(self) -> None:
        self._timer = None
        if not self._busy:
            return
        now = self._loop.time()
        late = {connection: since for connection, since in self._busy.items() if now - since > _CHECK_AFTER_SECONDS}
        if late and self._check is None:
            self._check = self._run(self._check_late(late))
        self._timer = self._loop.call_later(_TICK, self._monitor)

    async def _check_late(self, late: dict[Any, float]) -> None:
        begun = self._loop.time()
        try:
            active = await self._in_time(self._active_pids([connection.get_server_pid() for connection in late]))
        except asyncpg.PostgresError:
            return  # The server answers, even if it refuses another connection.
        except Exception:
            # A busy machine may take longer for a new connection, while the server answers on those that it has.
            if self._answered_at < begun:
                self._mark_unavailable()
            return
        finally:
            self._check = None
        for connection, since in late.items():
            lost = self._check_pids and connection.get_server_pid() not in active
            # With another time it is a later statement: the late one has ended during the check.
            if self._busy.get(connection) == since and (lost or self._loop.time() - since > self._limit):
                connection.terminate()

    async def _active_pids(self, pids: list[int]) -> set[int]:
        """Returns which of these backends work on a statement."""
        connection = await self._connect()
        try:
            sql = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state NOT LIKE 'idle%'"
            return {row[0] for row in await connection.fetch(sql, pids)} if self._check_pids else set()
        finally:
            connection.terminate()

    def _mark_unavailable(self) -> None:
        self._unavailable = True
        self.discard_idle()
        for connection in self._busy:
            connection.terminate()
        self._shared.reject_waiting()
        self._writers.reject_waiting()
        self._run(self._reconnect())

    async def _reconnect(self) -> None:
        while self._unavailable and not self._closed:
            await asyncio.sleep(_RETRY_SECONDS)
            with contextlib.suppress(Exception):
                connection = await self._open()
                self._idle.append((connection, self._loop.time()))
                self._unavailable = False

    async def _in_time(self, query: Any) -> Any:
        task = self._run(query)
        task.add_done_callback(_retrieve_exception)
        # Ticks of this event loop instead of one time-out: while the loop itself is late, the server is not blamed.
        for _ in range(self._check_ticks):
            done, _pending = await asyncio.wait({task}, timeout=_TICK)
            if done:
                return task.result()
        task.cancel()
        raise ServerUnavailable

    def _run(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _give_back(lane: Iterable[Slots]) -> None:
    for slots in lane:
        slots.give_back()


def _retrieve_exception(task: asyncio.Task[Any]) -> None:
    """Keeps asyncio from logging the error of a check that was given up."""
    if not task.cancelled():
        task.exception()
