"""The connections of one worker."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from doorward.errors import Fault
from doorward.server.http1.wire import date_header
from doorward.web.messages import Receive, Response, Scope, Send

_SWEEP_SECONDS: Final = 1.0

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class _Connection(Protocol):
    due: float

    def expire(self) -> None: ...

    def close_if_idle(self) -> None: ...


class HttpServer:
    def __init__(
        self,
        application: Application,
        refusal: Callable[[Fault], Response],
        clock: Callable[[], int],
        scheme: str,
        most_connections: int,
    ) -> None:
        """`refusal` makes the answers to what does not reach the application."""
        self.application, self.refusal, self.scheme = application, refusal, scheme
        self.loop, self.context = asyncio.get_running_loop(), contextvars.copy_context()
        self.connections: set[_Connection] = set()
        self.stopping = False
        self.date = b""
        self._clock, self._most = clock, most_connections
        self._empty = asyncio.Event()
        self._sweep()

    def admit(self, connection: _Connection) -> bool:
        """False beyond the limit of all connections, which the limits of networks keep free (decision 19)."""
        if len(self.connections) >= self._most or self.stopping:
            return False
        self.connections.add(connection)
        return True

    def forget(self, connection: _Connection) -> None:
        self.connections.discard(connection)
        if not self.connections:
            self._empty.set()

    async def stop(self) -> None:
        """Returns when all requests in progress are answered."""
        self.stopping = True
        for connection in tuple(self.connections):
            connection.close_if_idle()
        while self.connections:
            self._empty.clear()
            await self._empty.wait()

    def _sweep(self) -> None:
        """Once a second for all connections: a timer for each request would cost more than parsing it."""
        self.loop.call_later(_SWEEP_SECONDS, self._sweep)
        self.date = date_header(self._clock())
        now = self.loop.time()
        for connection in [each for each in self.connections if each.due < now]:
            connection.expire()
