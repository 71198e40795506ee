"""Looks up live sessions and API keys. Concurrent lookups in one event-loop tick share a statement
(docs/decisions/0015).

A statement costs more than the rows it finds: on SQLite it takes file locks and releases the interpreter's lock, on
PostgreSQL it is a round trip. The shared statement begins after all its lookups, so each sees at least what was
committed before it, as with a statement of its own.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from doorward.database.protocol import Database, Row
from doorward.store import users

# Bounds how long the first lookup of a batch waits for the last. Of 64 connections two batches are under way: while
# PostgreSQL works on one, the other is decoded.
_MAX_BATCH: Final = 32
# How many lookups skip batching after a batch of one. A client that is always alone then waits for others in one of
# sixteen lookups only.
_UNBATCHED: Final = 15


class _Lookup(NamedTuple):
    session_id: int
    now: int
    result: asyncio.Future[Sequence[Row]]


class SessionLookup:
    def __init__(self, database: Database, columns: str, source: str = users.LIVE_SESSION) -> None:
        """`columns`: what to select of the user `u` and the roles `r`. `source`: what is looked up by a number."""
        self._database, self._columns, self._source = database, columns, source
        self._select_one = f"SELECT {columns} FROM {source.format(key='$1')}"
        self._unbatched = 0
        self._batch: list[_Lookup] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, session_id: int, now: int) -> Sequence[Row]:
        """Returns a row for each role of the enabled user of this session or key; none if it is not live."""
        if self._unbatched:
            self._unbatched -= 1
            return await self._database.fetch(self._select_one, session_id, now)
        loop = asyncio.get_running_loop()
        if not self._batch:
            # The task begins after all callbacks that are ready now.
            task = loop.create_task(self._run(self._batch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        lookup = _Lookup(session_id, now, loop.create_future())
        self._batch.append(lookup)
        if len(self._batch) == _MAX_BATCH:
            self._batch = []
        return await lookup.result

    async def _run(self, batch: list[_Lookup]) -> None:
        if batch is self._batch:
            self._batch = []
        if len(batch) == 1:
            self._unbatched = _UNBATCHED
        try:
            found = await self._read({lookup.session_id for lookup in batch}, batch[-1].now)
            for lookup in batch:
                # A request that was cancelled meanwhile has cancelled its future.
                if not lookup.result.done():
                    lookup.result.set_result(found[lookup.session_id])
        except Exception as error:
            for lookup in batch:
                if not lookup.result.done():
                    lookup.result.set_exception(error)
        finally:
            for lookup in batch:
                lookup.result.cancel()  # No effect on a future that is done; the others would never be.

    async def _read(self, session_ids: set[int], now: int) -> dict[int, list[Row]]:
        found: dict[int, list[Row]] = {session_id: [] for session_id in session_ids}
        for row in await self._database.fetch_each(self._columns, self._source, session_ids, now):
            found[row[0]].append(row[1:])
        return found
