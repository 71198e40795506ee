"""A connection reads no more than its application takes, and writes no more than its client does."""

import asyncio
from typing import Any, Final

# Bytes of a body that the application has not read, or of further requests, above which nothing more is read.
READ_AHEAD: Final = 65_536
# Bytes of a response that the kernel has not taken, above which the application waits.
WRITE_AHEAD: Final = 65_536
# Seconds for a client to take in the rest of the last response.
_FLUSH_SECONDS: Final = 60.0


class FlowControl(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: Any = None
        self._ahead = b""  # What the client has sent behind the request that is being answered.
        self._reading = True
        self._writable: asyncio.Future[None] | None = None
        # When to close.
        self.due = float("inf")

    def close(self) -> None:
        """When what was written is sent."""
        self.due = self._loop.time() + _FLUSH_SECONDS
        self._transport.close()

    def expire(self) -> None:
        """Its time is over."""
        if self._transport.is_closing():
            self._transport.abort()
        else:
            self.close()

    def abort(self) -> None:
        self._transport.abort()

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

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
