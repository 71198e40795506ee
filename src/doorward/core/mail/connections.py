"""Connections to the mail server that wait for the next message: connecting costs more than sending."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from doorward.core.mail.smtp import Connection, ServerTrouble, SmtpClient

# Messages on one connection: servers end longer ones.
_MOST_MESSAGES: Final = 50


class Crowded(Exception):
    """The server refuses a further connection while it serves others."""

    def __init__(self, connections: int) -> None:
        super().__init__(f"the server takes no more than {connections} connections")
        self.connections = connections


class Connections:
    def __init__(self, client: SmtpClient) -> None:
        self._client = client
        self._idle: list[Connection] = []
        self._in_use = 0

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Connection]:
        """A connection for one message. Raises ServerTrouble when there is none, and Crowded when others are in use."""
        connection = self._take() or await self._connect()
        self._in_use += 1
        try:
            yield connection
        finally:
            self._in_use -= 1
            if connection.usable:
                self._idle.append(connection)

    async def _connect(self) -> Connection:
        try:
            return await self._client.connect()
        except ServerTrouble as error:
            if self._in_use:
                raise Crowded(self._in_use) from error
            raise

    def _take(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.usable and connection.sent < _MOST_MESSAGES:
                return connection
            connection.close()
        return None

    async def close(self) -> None:
        """Ends all that are not in use, at the same time: the next mails wait for it."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*(connection.quit() for connection in idle))
