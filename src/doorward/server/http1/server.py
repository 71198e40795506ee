"""The connections of one worker."""

import asyncio
import contextlib
import contextvars
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol

from doorward.errors import Fault
from doorward.server.http1.limits import Limits, beyond_limits, counted_network
from doorward.server.http1.wire import date_header
from doorward.web.messages import Receive, Response, Scope, Send

logger = logging.getLogger("doorward")

_SWEEP_SECONDS: Final = 1.0
# Until connections beyond the limits are closed, at least and for each connection there is: to find those that were
# silent for longest goes through all, which takes a tenth of that time.
_TRIM_SECONDS, _TRIM_SECONDS_EACH = 0.1, 1e-5
# Until a group of requests is handled, and how many of it in one turn of the event loop.
_GROUP_SECONDS, _AT_ONCE = 0.05, 50

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Cause = Literal["slow", "excess"]


class _Connection(Protocol):
    network: str | None
    heard: float
    due: float

    def expire(self) -> None: ...

    def close_if_idle(self) -> None: ...

    def go_on(self) -> None: ...

    def stalled(self, now: float, seconds: int) -> bool: ...

    def abort(self) -> None: ...


class HttpServer:
    def __init__(
        self,
        application: Application,
        refusal: Callable[[Fault], Response],
        clock: Callable[[], int],
        limits: Limits,
        closed: Callable[[Cause, int], None],
        scheme: str = "http",
        grouped: tuple[bytes, ...] = (),
    ) -> None:
        """`refusal` makes the answers to what does not reach the application; `closed` is told how many connections
        were closed, and why. Requests whose head begins with one of `grouped` are handled in groups."""
        self.application, self.refusal, self.scheme, self.grouped = application, refusal, scheme, grouped
        self.loop, self.context = asyncio.get_running_loop(), contextvars.copy_context()
        self.connections: set[_Connection] = set()
        self.stopping = False
        self.date = b""
        self._clock, self._limits, self._closed = clock, limits, closed
        self._networks: Counter[str] = Counter()
        self._trimming = False
        self._group: list[_Connection] = []
        self._empty = asyncio.Event()
        self._sweep()

    def admit(self, connection: _Connection, address: str | None) -> bool:
        """False beyond the limit of all connections, which the limits of networks keep free (decision 19)."""
        if connection in self.connections:  # Since before its handshake.
            return True
        if len(self.connections) >= self._limits.in_all:
            return False
        self.connections.add(connection)
        if address is not None:
            connection.network = counted_network(address, self._limits.proxies)
        crowded = len(self.connections) > self._limits.room
        if connection.network is not None:
            self._networks[connection.network] += 1
            crowded |= self._networks[connection.network] > self._limits.per_network
        if crowded:
            self._trim_soon()
        return True

    def forget(self, connection: _Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        if connection.network is not None:
            self._networks[connection.network] -= 1
            if not self._networks[connection.network]:
                del self._networks[connection.network]
        if not self.connections:
            self._empty.set()

    async def stop(self, patience: float = 0) -> None:
        """Returns when all requests in progress are answered. Idle connections are closed after `patience` seconds: a
        client that uses one until then learns from the answer that it ends."""
        self.stopping = True
        await asyncio.sleep(0)  # The event loop tells of connections a turn after it has accepted them.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._all_ended()
        for connection in tuple(self.connections):
            connection.close_if_idle()
        await self._all_ended()

    async def _all_ended(self) -> None:
        while self.connections:
            self._empty.clear()
            await self._empty.wait()

    def add_to_group(self, connection: _Connection) -> None:
        """Requests of many clients that can wait a moment are handled together: one that arrives alone finds the caches
        of the processor cold, and costs up to twice as much."""
        if not self._group:
            self.loop.call_later(_GROUP_SECONDS, self._handle_group)
        self._group.append(connection)

    def _handle_group(self) -> None:
        group, self._group = self._group[:_AT_ONCE], self._group[_AT_ONCE:]
        if self._group:  # Later, so that other requests are not delayed by all of them.
            self.loop.call_soon(self._handle_group)
        for connection in group:
            connection.go_on()

    def _sweep(self) -> None:
        """Once a second for all connections: a timer for each request would cost more than parsing it."""
        self.loop.call_later(_SWEEP_SECONDS, self._sweep)
        self.date = date_header(self._clock())
        now, seconds = self.loop.time(), self._limits.write_timeout
        for connection in [each for each in self.connections if each.due < now]:
            connection.expire()
        self._close("slow", [each for each in self.connections if each.stalled(now, seconds)])

    def _trim_soon(self) -> None:
        if not self._trimming:
            self._trimming = True
            self.loop.call_later(max(_TRIM_SECONDS, len(self.connections) * _TRIM_SECONDS_EACH), self._trim)

    def _trim(self) -> None:
        self._trimming = False
        self._close("excess", beyond_limits(self.connections, self._limits))

    def _close(self, cause: Cause, closed: list[_Connection]) -> None:
        """Resets them, so that the kernel drops what was not read."""
        if not closed:
            return
        for connection in closed:
            connection.abort()
        self._closed(cause, len(closed))
        networks = Counter(str(connection.network) for connection in closed).most_common(3)
        named = ", ".join(f"{network} ({count})" for network, count in networks)
        reason = "did not read their responses" if cause == "slow" else "exceeded the limits"
        logger.warning("closed %d connections that %s, from %s", len(closed), reason, named)
