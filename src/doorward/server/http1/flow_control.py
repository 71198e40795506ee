"""A connection reads no more than its application takes, and writes no more than its client does."""

import asyncio
import contextlib
import socket
import struct
from typing import Any, Final

# Bytes of a body that the application has not read, or of further requests, above which nothing more is read.
READ_AHEAD: Final = 65_536
# Bytes of a response that the kernel has not taken, above which the application waits.
WRITE_AHEAD: Final = 65_536
# Seconds for a client to take in the rest of the last response.
_FLUSH_SECONDS: Final = 60.0
# Slower readers are cut off: the bytes a second that a response must move at, on average over the write timeout.
_SLOWEST: Final = 1024
# Of SO_LINGER: the kernel drops what was not sent, and resets the connection.
_RESET: Final = struct.pack("ii", 1, 0)


class FlowControl(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: Any = None
        self.handshake: asyncio.Task[None] | None = None  # Of TLS, which comes before the transport.
        self._ahead = b""  # What the client has sent behind the request that is being answered.
        self._reading = True
        self._writable: asyncio.Future[None] | None = None
        self._written = 0
        # Since when bytes have been waiting for the client, and how many it had taken by then.
        self._waiting_since: tuple[float, int] | None = None
        # When to close.
        self.due = float("inf")

    def close(self) -> None:
        """When what was written is sent."""
        self.due = self._loop.time() + _FLUSH_SECONDS
        if self.handshake is not None:
            self.handshake.cancel()
        else:
            self._transport.close()

    def expire(self) -> None:
        """Its time is over."""
        if self.handshake is None and self._transport.is_closing():
            self.abort()
        else:
            self.close()

    def abort(self) -> None:
        if self.handshake is not None:
            self.handshake.cancel()
            return
        link = self._transport.get_extra_info("socket")
        if link is not None:
            with contextlib.suppress(OSError, ValueError):  # It is closed already.
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self._transport.abort()

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._written += len(data)
            self._transport.write(data)

    def stalled(self, now: float, seconds: int) -> bool:
        """Whether the client has taken too little of its responses for so long. To be asked now and then."""
        waiting = 0 if self.handshake is not None else self._transport.get_write_buffer_size()
        if not waiting:
            self._waiting_since = None
            return False
        taken = self._written - waiting
        since, before = self._waiting_since or (now, taken)
        stalled = False
        if now - since >= seconds:
            stalled = taken - before < seconds * _SLOWEST
            since, before = now, taken
        self._waiting_since = since, before
        return stalled

    def limit_reading(self, held: int = 0) -> None:
        """`held`: bytes of the body that the application has not read."""
        wanted = held + len(self._ahead) <= READ_AHEAD
        if wanted != self._reading and not self._transport.is_closing():
            self._reading = wanted
            (self._transport.resume_reading if wanted else self._transport.pause_reading)()

    def pause_writing(self) -> None:
        self._writable = self._loop.create_future()

    def resume_writing(self) -> None:
        if self._writable is not None and not self._writable.done():
            self._writable.set_result(None)
        self._writable = None

    async def written(self) -> None:
        """Waits until the client has read enough for more to be written."""
        if self._writable is not None:
            await asyncio.shield(self._writable)
