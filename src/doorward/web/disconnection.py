"""Stops a request whose client has closed the connection."""

import asyncio
from typing import Final

from doorward.errors import ClientDisconnected
from doorward.web.messages import Cancellation, Receive

# Nearly all lists are answered sooner, also those that wait among many of one user, and pay for a timer alone.
_WATCH_AFTER_SECONDS: Final = 0.25


class WhileConnected:
    """Cancels the work in its `with` block when the client closes the connection, and raises ClientDisconnected.

    For requests without a body, since it reads the messages of the client.
    """

    def __init__(self, receive: Receive) -> None:
        self._cancellation, self._receive = Cancellation(), receive
        self._watching: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_WATCH_AFTER_SECONDS, self._start)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()
        if self._cancellation.caused(error):
            raise ClientDisconnected from None

    def _start(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._cancellation()
