"""Accepts connections."""

import asyncio
import logging
import socket
from collections.abc import Callable
from ssl import SSLContext
from typing import Final

from doorward.server.http1.connection import HEAD_SECONDS, Connection
from doorward.server.http1.flow_control import FLUSH_SECONDS
from doorward.server.http1.server import HttpServer

logger = logging.getLogger("doorward")

_BACKLOG: Final = 1024
# In one turn of the event loop.
_MOST_ACCEPTED: Final = 64
# Until it is tried again, when the system has no descriptor or no memory left.
_PAUSE_SECONDS: Final = 0.5


async def listen(server: HttpServer, listener: socket.socket, tls: SSLContext | None) -> Callable[[], None]:
    """Returns what ends it."""
    if tls is not None:
        return _TlsListener(server, listener, tls).close
    listening = await server.loop.create_server(lambda: Connection(server), sock=listener, backlog=_BACKLOG)
    return listening.close


class _TlsListener:
    """Accepts by itself: the event loop tells of a connection after its handshake, and until then it must count too."""

    def __init__(self, server: HttpServer, listener: socket.socket, context: SSLContext) -> None:
        self._server, self._listener, self._context = server, listener, context
        listener.setblocking(False)
        listener.listen(_BACKLOG)
        self._resume()

    def close(self) -> None:
        self._server.loop.remove_reader(self._listener)
        self._listener.close()

    def _resume(self) -> None:
        if self._listener.fileno() >= 0:
            self._server.loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        loop = self._server.loop
        for _ in range(_MOST_ACCEPTED):
            try:
                link, address = self._listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                logger.error("no connection can be accepted: %s", error)
                loop.remove_reader(self._listener)
                loop.call_later(_PAUSE_SECONDS, self._resume)
                return
            connection = Connection(self._server)
            if self._server.admit(connection, address[0]):
                connection.handshake = loop.create_task(self._handshake(connection, link))
            else:
                link.close()

    async def _handshake(self, connection: Connection, link: socket.socket) -> None:
        try:
            await self._server.loop.connect_accepted_socket(
                lambda: connection,
                link,
                ssl=self._context,
                ssl_handshake_timeout=HEAD_SECONDS,
                # Which also bounds the time in which the last response is sent. `FlowControl.expire` ends it sooner.
                ssl_shutdown_timeout=FLUSH_SECONDS,
            )
        except (OSError, asyncio.CancelledError):  # It is not TLS, or ended.
            link.close()
            self._server.forget(connection)
