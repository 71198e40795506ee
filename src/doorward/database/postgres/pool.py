"""The connections of one worker to PostgreSQL, and the watch over them.

A server may be gone without a word: a dead machine, a cut cable, a firewall that forgot us. Then nothing fails, nothing
answers. So a statement that takes its time makes us ask the server, on a new connection, whether it works on it.
If it knows nothing of the statement, its connection is cut off. If it does not answer, it counts as away, and requests
are told so at once until it is back. A statement that is merely slow goes on.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg

# Patience, question and one tick of the watch come to less than the second within which everybody is answered.
_PATIENCE: Final = 0.3
_TICK: Final = 0.1
_ANSWER_TICKS: Final = 4
CONNECT_SECONDS: Final = 0.8
_RETRY_SECONDS: Final = 0.25
_IDLE_SECONDS: Final = 300.0


class Away(Exception):
    """The server does not answer, or has no connection to spare."""


class Pool:
    def __init__(self, connect: Callable[[], Awaitable[Any]], size: int, limit: float, *, ask_for_pids: bool) -> None:
        """`limit`: seconds after which a statement is given up, whatever the server says."""
        self._connect, self._limit, self._ask_for_pids = connect, limit, ask_for_pids
        self._loop = asyncio.get_running_loop()
        self._free = size
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._idle: list[tuple[Any, float]] = []
        self._busy: dict[Any, float] = {}
        self._away = False
        self._timer: asyncio.TimerHandle | None = None
        self._question: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self) -> Any:
        if self._away:
            raise Away
        if self._free:
            self._free -= 1
        else:
            await self._turn()
        connection = self._pop_idle()
        if connection is None:
            try:
                connection = await self._open()
            except BaseException:
                self._leave()
                raise
        self.touch(connection)
        if self._timer is None:
            self._timer = self._loop.call_later(_TICK, self._watch)
        return connection

    def touch(self, connection: Any) -> None:
        """A statement begins: its patience is counted from now."""
        self._busy[connection] = self._loop.time()

    def give(self, connection: Any) -> None:
        del self._busy[connection]
        if not connection.is_closed():
            # The last one is taken first, so that those which a rush left over grow old.
            self._idle.append((connection, self._loop.time()))
            if self._loop.time() - self._idle[0][1] > _IDLE_SECONDS:
                self._run(self._idle.pop(0)[0].close(timeout=CONNECT_SECONDS))
        self._leave()

    def discard_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].terminate()

    def gauges(self) -> dict[str, float]:
        idle = len(self._idle)
        return {
            "connections": idle + len(self._busy),
            "connections_idle": idle,
            "database_waiting": len(self._waiting),
        }

    async def close(self) -> None:
        self._away = True  # Whoever tries once more, as their connection was lost, gets no other.
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
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
            async with asyncio.timeout(CONNECT_SECONDS):
                return await self._connect()
        except TimeoutError:
            raise Away("no answer") from None

    async def _turn(self) -> None:
        """Waits until somebody leaves."""
        turn: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(turn)
        timer = self._loop.call_later(CONNECT_SECONDS, _refuse, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave()
            raise
        finally:
            timer.cancel()

    def _leave(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _watch(self) -> None:
        self._timer = None
        if not self._busy:
            return
        now = self._loop.time()
        late = {connection: since for connection, since in self._busy.items() if now - since > _PATIENCE}
        if late and self._question is None:
            self._question = self._run(self._ask(late))
        self._timer = self._loop.call_later(_TICK, self._watch)

    async def _ask(self, late: dict[Any, float]) -> None:
        try:
            working = await self._answer(self._working([connection.get_server_pid() for connection in late]))
        except asyncpg.PostgresError:
            return  # It answers, if only to say that it has no connection for us.
        except Exception:
            self._lose()
            return
        finally:
            self._question = None
        for connection, since in late.items():
            lost = self._ask_for_pids and connection.get_server_pid() not in working
            # Whoever got an answer meanwhile has moved on.
            if self._busy.get(connection) == since and (lost or self._loop.time() - since > self._limit):
                connection.terminate()

    async def _working(self, pids: list[int]) -> set[int]:
        """Which of these backends work on a statement."""
        connection = await self._connect()
        try:
            sql = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state NOT LIKE 'idle%'"
            return {row[0] for row in await connection.fetch(sql, pids)} if self._ask_for_pids else set()
        finally:
            connection.terminate()

    def _lose(self) -> None:
        self._away = True
        self.discard_idle()
        for connection in self._busy:
            connection.terminate()
        for turn in self._waiting:
            _refuse(turn)
        self._run(self._await_return())

    async def _await_return(self) -> None:
        while self._away:
            await asyncio.sleep(_RETRY_SECONDS)
            with contextlib.suppress(Exception):
                connection = await self._open()
                self._idle.append((connection, self._loop.time()))
                self._away = False

    async def _answer(self, question: Any) -> Any:
        """What the server says, if it says it in time."""
        task = self._run(question)
        task.add_done_callback(_hear_out)
        # Counted in turns of our own loop: when it is we who are slow, the server is not blamed.
        for _ in range(_ANSWER_TICKS):
            done, _pending = await asyncio.wait({task}, timeout=_TICK)
            if done:
                return task.result()
        task.cancel()
        raise Away

    def _run(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _refuse(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(Away("no connection to spare"))


def _hear_out(task: asyncio.Task[Any]) -> None:
    """Whoever stopped waiting for an answer need not be told that it was an error."""
    if not task.cancelled():
        task.exception()
