"""A connection reads no more than its application takes, and writes no more than its client does."""

import asyncio
import contextlib
import socket
import struct
import sys
from termios import TIOCOUTQ
from typing import Any, Final

# Bytes of a body that the application has not read, or of further requests, above which nothing more is read.
READ_AHEAD: Final = 65_536
# Bytes of a response that the kernel has not taken, above which the application waits.
WRITE_AHEAD: Final = 65_536
# Seconds for a client to take in the rest of the last response.
FLUSH_SECONDS: Final = 60.0
# Seconds for a client that has all of it to confirm the end, as TLS asks; one that is idle does not see it.
_CONFIRM_SECONDS: Final = 2.0
# Seconds for a client to stop sending what is not read any more; a reset would lose the answer.
_LINGER_SECONDS: Final = 5.0
# Slower readers are cut off: the bytes a second that a response must move at.
_SLOWEST: Final = 1024
# What a client took faster counts for later, for up to so many write timeouts: kernels move bytes in jumps of hundreds
# of KB, between which a client that reads steadily seems to take nothing.
_CREDIT: Final = 4
# Of SO_LINGER: the kernel drops what was not sent, and resets the connection.
_RESET: Final = struct.pack("ii", 1, 0)


class FlowControl(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: Any = None
        self.handshake: asyncio.Task[None] | None = None  # Of TLS, which comes before the transport.
        self._ahead = b""  # What the client has sent behind the request that is being answered.
        self._reading = True
        self._discarding = False  # Whether what the client sends is dropped.
        self.ended = False  # Whether the client will send no more.
        self._writable: asyncio.Future[None] | None = None
        self._written = 0
        # While bytes wait for the client: when that was last looked at, and the bytes that it may still be behind.
        self._looked_at: float | None = None
        self._taken, self._credit = 0, 0.0
        # When to close, and when what was not sent by then is dropped.
        self.due = self._drop_at = float("inf")
        self._sent = False

    def close(self) -> None:
        """When what was written is sent."""
        now = self._loop.time()
        self.due, self._drop_at = now + _CONFIRM_SECONDS, min(self._drop_at, now + FLUSH_SECONDS)
        if self.handshake is not None:
            self.handshake.cancel()
        else:
            self._transport.close()

    def linger(self) -> None:
        """Closes when the client has stopped sending, and within a few seconds in any case."""
        self._discarding, self.due = True, self._loop.time() + _LINGER_SECONDS
        self._ahead = b""
        self.limit_reading()
        if self._transport.can_write_eof():
            self._transport.write_eof()

    def expire(self) -> None:
        """Its time is over."""
        now = self._loop.time()
        if self.handshake is not None or not self._transport.is_closing():
            self.close()
        else:
            # Twice, since the kernel may have sent all and be given more a moment later.
            before, self._sent = self._sent, self._is_sent()
            if before and self._sent:
                self._transport.abort()  # Without a reset, for which the client would drop what it has not read.
            elif now >= self._drop_at:
                self.abort()
            else:
                self.due = now  # To be asked again.

    def _is_sent(self) -> bool:
        """Whether the kernel has no bytes that the client has not confirmed. What waits between TLS and the kernel is
        hidden, but as long as bytes wait there, the kernel has some too."""
        if sys.platform != "linux":
            return False
        from fcntl import ioctl

        try:
            return ioctl(self._transport.get_extra_info("socket").fileno(), TIOCOUTQ, bytes(4)) == bytes(4)
        except (OSError, ValueError, AttributeError):  # It is closed already.
            return True

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
        """Whether the client has taken too little of its responses for so long. To be asked about once a second."""
        waiting = 0 if self.handshake is not None else self._transport.get_write_buffer_size()
        before, self._taken = self._taken, self._written - waiting
        if not waiting:
            self._looked_at = None
            return False
        allowance = seconds * _SLOWEST
        if self._looked_at is None:
            self._looked_at, self._credit = now, allowance
        self._credit += self._taken - before - (now - self._looked_at) * _SLOWEST
        self._credit, self._looked_at = min(self._credit, _CREDIT * allowance), now
        return self._credit < 0

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
