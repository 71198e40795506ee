"""Connections to the mail server that wait for the next message: connecting costs more than sending."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from doorward.core.mail.smtp import Connection, SmtpClient

# Messages on one connection: servers end longer ones.
_MOST_MESSAGES: Final = 50


class Connections:
    def __init__(self, client: SmtpClient) -> None:
        self._client = client
        self._idle: list[Connection] = []

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Connection]:
        """A connection for one message. Raises ServerTrouble when there is none."""
        connection = self._take() or await self._client.connect()
        try:
            yield connection
        finally:
            if connection.usable:
                self._idle.append(connection)

    def _take(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.usable and connection.sent < _MOST_MESSAGES:
                return connection
            connection.close()
        return None

    async def close(self) -> None:
        """Ends all that are not in use."""
        idle, self._idle = self._idle, []
        for connection in idle:
            await connection.quit()
