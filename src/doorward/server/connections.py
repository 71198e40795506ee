"""Closes connections that do not read their responses, and those beyond the limits.

What a client has read is known to the kernel alone. So a thread of each worker inspects the sockets of its own process,
as Linux lists them in /proc; elsewhere it does not run (decision 19).
"""

import contextlib
import logging
import os
import socket
import struct
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address
from typing import Final, Literal, NamedTuple

from doorward.domain.sign_in.throttle import networks_of
from doorward.settings import Settings
from doorward.settings.values import Network

Cause = Literal["slow", "excess"]

logger = logging.getLogger("doorward")

_FOLDER: Final = "/proc/self/fd"
_MOST_FILES: Final = 65_536
# Descriptors other than client connections: database, logs, libraries.
_OTHER_FILES: Final = 256
_MOST_OF_A_NETWORK: Final = 4096
# Slower readers are cut off: the bytes a second that a response must move at, on average over the write timeout.
_SLOWEST: Final = 1024
# Seconds between two inspections: while few connections are open, and while many are.
_PAUSE, _SHORT_PAUSE = 1.0, 0.1
# An inspection takes a few microseconds for each connection; at most this part of the time is spent on it.
_SHARE: Final = 0.1
# Of the kernel's struct tcp_info: tcpi_unacked, tcpi_last_data_recv, tcpi_bytes_acked, tcpi_notsent_bytes (Linux 4.6).
_TCP_INFO: Final = struct.Struct("=24x I 24x I 64x Q 16x I")
# Bytes that the kernel holds unsent. By itself it would hold megabytes for each client that does not read.
_UNSENT: Final = 65_536
_ABORT: Final = struct.pack("ii", 1, 0)


class Limits(NamedTuple):
    """Of one worker, since each has its own descriptors."""

    in_all: int
    per_network: int
    write_timeout: int


class Connection(NamedTuple):
    descriptor: int
    peer: tuple[str, int]
    # None for a trusted proxy, which stands for many clients.
    network: str | None
    # Milliseconds since the client sent something.
    silent: int
    # Bytes that the client has acknowledged, and whether there are others that it has not.
    acknowledged: int
    waiting: bool


def limits(settings: Settings) -> Limits:
    """From the settings, within the limit of descriptors."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, _MOST_FILES)
    possible = max(files - _OTHER_FILES, 1)
    in_all = min(settings.connections or possible, possible)
    # By default half, so that one network can never use up all.
    per_network = settings.connections_per_network or min(in_all // 2, _MOST_OF_A_NETWORK)
    return Limits(in_all, max(min(per_network, in_all), 1), settings.write_timeout)


def raise_file_limit() -> None:
    """As far as the system allows: each connection is a descriptor, and programs often start with 1,024."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def counted_network(address: str, proxies: tuple[Network, ...]) -> str | None:
    """The network that a connection counts for; None for a trusted proxy."""
    plain = ip_address(address.partition("%")[0])
    plain = getattr(plain, "ipv4_mapped", None) or plain
    if any(plain in proxy for proxy in proxies):
        return None
    # The widest one: a customer with a /48 of IPv6 has 65,536 narrower ones to spread connections over.
    return networks_of(str(plain))[-1]


def beyond_limits(connections: Iterable[Connection], limits: Limits) -> Iterator[Connection]:
    """The connections to close: of each network those that have been silent for longest.

    While all together come close to the limit, at which new ones are refused, the largest networks make room.
    """
    networks: defaultdict[str, list[Connection]] = defaultdict(list)
    room = limits.in_all - limits.in_all // 8
    for connection in connections:
        if connection.network is None:
            room -= 1
        else:
            networks[connection.network].append(connection)
    level = limits.per_network
    while level > 1 and sum(min(len(held), level) for held in networks.values()) > room:
        level = level * 7 // 8
    for held in networks.values():
        if len(held) > level:
            held.sort(key=lambda connection: connection.silent, reverse=True)
            yield from held[: len(held) - level]


class Progress:
    """Remembers since when each connection has had unread data, and how much the client had read by then."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._marks: dict[tuple[str, int], tuple[float, int]] = {}

    def stalled(self, connections: Iterable[Connection], now: float) -> list[Connection]:
        """The connections that have read too little for the write timeout."""
        found, marks = [], {}
        for connection in connections:
            if not connection.waiting:
                continue
            since, before = self._marks.get(connection.peer, (now, connection.acknowledged))
            if now - since >= self._seconds:
                if connection.acknowledged - before < self._seconds * _SLOWEST:
                    found.append(connection)
                since, before = now, connection.acknowledged
            marks[connection.peer] = since, before
        self._marks = marks
        return found


class ConnectionMonitor:
    def __init__(
        self, port: int, limits: Limits, proxies: tuple[Network, ...], closed: Callable[[Cause, int], None]
    ) -> None:
        """`closed` is told how many connections were closed, and why."""
        self._port, self._limits, self._proxies, self._closed = port, limits, proxies, closed
        self._progress = Progress(limits.write_timeout)
        self._networks: dict[str, str | None] = {}
        self._listening = False

    def start(self) -> None:
        if sys.platform == "linux" and os.path.isdir(_FOLDER):
            threading.Thread(target=self._run, name="connections", daemon=True).start()

    def _run(self) -> None:
        while True:
            started = time.monotonic()
            count = 0
            try:
                count = self._inspect(started)
            except Exception:
                logger.exception("the inspection of connections failed; it will be tried again")
            few = self._listening and count <= self._limits.per_network // 2
            pause = _PAUSE if few else _SHORT_PAUSE
            time.sleep(max(pause, (time.monotonic() - started) / _SHARE))

    def _inspect(self, now: float) -> int:
        """Closes what must be closed; returns the number of connections there were."""
        connections = list(self._open())
        if len(self._networks) > _MOST_FILES:
            self._networks.clear()
        stalled = self._progress.stalled(connections, now)
        slow = {connection.peer for connection in stalled}
        others = [connection for connection in connections if connection.peer not in slow]
        self._close("slow", stalled)
        self._close("excess", list(beyond_limits(others, self._limits)))
        return len(connections)

    def _open(self) -> Iterator[Connection]:
        for name in os.listdir(_FOLDER):
            with contextlib.suppress(OSError):  # Closed since, or no connection.
                connection = self._connection(int(name))
                if connection is not None:
                    yield connection

    def _connection(self, descriptor: int) -> Connection | None:
        link = socket.socket(fileno=descriptor)
        try:
            if link.family not in (socket.AF_INET, socket.AF_INET6) or link.getsockname()[1] != self._port:
                return None
            if link.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                # Connections that are accepted inherit it.
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT)
                self._listening = True
                return None
            peer = link.getpeername()[:2]
            info = link.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO.size)
        finally:
            link.detach()  # The descriptor belongs to the event loop.
        unacknowledged, silent, acknowledged, unsent = _TCP_INFO.unpack(info)
        return Connection(
            descriptor, peer, self._network(peer[0]), silent, acknowledged, bool(unacknowledged or unsent)
        )

    def _network(self, address: str) -> str | None:
        if address not in self._networks:
            self._networks[address] = counted_network(address, self._proxies)
        return self._networks[address]

    def _close(self, cause: Cause, connections: list[Connection]) -> None:
        if not connections:
            return
        for connection in connections:
            with contextlib.suppress(OSError):
                _abort(connection)
        self._closed(cause, len(connections))
        networks = Counter(str(connection.network) for connection in connections).most_common(3)
        named = ", ".join(f"{network} ({count})" for network, count in networks)
        reason = "did not read their responses" if cause == "slow" else "exceeded the limits"
        logger.warning("closed %d connections that %s, from %s", len(connections), reason, named)


def _abort(connection: Connection) -> None:
    """Resets the connection, so that the kernel drops what was not read; the event loop then closes its descriptor."""
    # A descriptor of our own: the event loop may close its own, and the next connection may get that number.
    with socket.socket(fileno=os.dup(connection.descriptor)) as link:
        if link.getpeername()[:2] == connection.peer:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABORT)
            link.shutdown(socket.SHUT_RDWR)
