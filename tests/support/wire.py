"""A TCP relay to PostgreSQL that can be cut at a commit."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Literal

from tests.support.postgres_install import free_port

_COMMIT = b"Q\0\0\0\x0bCOMMIT\0"
Moment = Literal["before", "after"]


class Wire:
    """Forwards all data until it is cut: before the server receives the next COMMIT, or before its answer arrives."""

    def __init__(self, server_port: int) -> None:
        self.port = free_port()
        self._server_port = server_port
        self._moment: Moment | None = None

    def cut_at_commit(self, moment: Moment) -> None:
        self._moment = moment

    @property
    def was_cut(self) -> bool:
        return self._moment is None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        answering = asyncio.create_task(_forward(server_reader, writer))
        try:
            while data := await reader.read(65536):
                if _COMMIT in data and self._moment is not None:
                    moment, self._moment = self._moment, None
                    answering.cancel()
                    await asyncio.wait({answering})
                    if moment == "after":
                        server_writer.write(data)
                        await server_reader.read(65536)  # The answer: it has committed.
                    return
                server_writer.write(data)
        finally:
            answering.cancel()
            server_writer.close()
            writer.close()


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


@contextlib.asynccontextmanager
async def wire_to(server_port: int) -> AsyncIterator[Wire]:
    wire = Wire(server_port)
    server = await asyncio.start_server(wire.serve, "127.0.0.1", wire.port)
    try:
        yield wire
    finally:
        server.close()
