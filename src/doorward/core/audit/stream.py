"""The newest events, read once for all streams of this process (docs/decisions/0039).

A stream keeps nothing but the number of the last event that it sent. It takes the next ones from here, or from the
database when its client was away or reads slowly: so a slow client costs no memory.
"""

import asyncio
import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from msgspec import Struct

from doorward.core.audit.events import Events
from doorward.domain.events.types import RecordedEvent
from doorward.errors import DatabaseUnavailable, TooManyStreams
from doorward.store import events

logger = logging.getLogger("doorward")

# Of this process.
MOST_STREAMS: Final = 100
MOST_OF_USER: Final = 4
# Seconds between two looks for new events, while there are streams.
_POLL: Final = 0.25
_PAUSE: Final = 2.0
_AT_ONCE: Final = 100
# Bytes that a stream sends at once, but for those of the last event.
_PIECE_BYTES: Final = 262_144
# Bytes of events that are kept for streams that are a little behind.
_KEPT_BYTES: Final = 4 * 1024 * 1024


class StreamedEvent(Struct, frozen=True):
    seq: int
    type: str
    text: bytes  # As the stream sends it.


class EventStream:
    def __init__(self, source: Events) -> None:
        self._source = source
        self._recent: list[StreamedEvent] = []
        self._size = 0
        # `_recent` has all events behind `_floor` up to `_reached`.
        self._floor = self._reached = 0
        self._of_user: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    def check(self, user: str) -> None:
        """Raises TooManyStreams when this user, or all of them, have as many as they can."""
        if self._of_user[user] >= MOST_OF_USER or self._of_user.total() >= MOST_STREAMS:
            raise TooManyStreams(2)

    @contextmanager
    def opened(self, user: str) -> Iterator[None]:
        self.check(user)
        self._of_user[user] += 1
        try:
            yield
        finally:
            self._of_user[user] -= 1
            if not self._of_user[user]:
                del self._of_user[user]

    async def start(self, after: int | None) -> int:
        """The place from which a stream begins: behind the event that its client has, or the newest one."""
        async with self._starting:
            if self._polling is None or self._polling.done():
                await self._source.sequence()
                self._recent.clear()
                self._size = 0
                self._floor = self._reached = await events.last_seq(self._source.database)
                self._polling = asyncio.create_task(self._poll(), name="poll events")
        if after is None or after <= self._reached:
            return self._reached if after is None else after
        # The client has it from another worker, which has read on, or from another database, and it may be far ahead.
        return min(after, await events.last_seq(self._source.database))

    async def read(self, seq: int) -> tuple[list[StreamedEvent], int]:
        """The next events behind that one, some at a time, and the place up to which they were read."""
        floor = self._floor
        if seq >= floor:
            start = bisect_right(self._recent, seq, key=_seq)
            found = _piece(self._recent[start : start + _AT_ONCE])
        else:
            found = _piece([_streamed(event) for event in await self._source.after(seq, _AT_ONCE)])
        return found, found[-1].seq if found else max(seq, floor)

    async def wait(self, seq: int, seconds: float) -> None:
        """Until there is an event behind that one, at most so long."""
        if self._reached > seq:
            return
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass

    def close(self) -> None:
        if self._polling is not None:
            self._polling.cancel()

    async def _poll(self) -> None:
        while self._of_user:
            try:
                found = await self._next()
            except Exception as error:
                if not isinstance(error, DatabaseUnavailable):
                    logger.exception("the event stream can't read events; it will be tried again")
                await asyncio.sleep(_PAUSE)
                continue
            if found:
                self._add(found)
            if len(found) < _AT_ONCE:
                await asyncio.sleep(_POLL)

    async def _next(self) -> list[StreamedEvent]:
        await self._source.sequence()
        return [_streamed(event) for event in await self._source.after(self._reached, _AT_ONCE)]

    def _add(self, found: list[StreamedEvent]) -> None:
        self._recent.extend(found)
        self._reached = found[-1].seq
        self._size += sum(len(event.text) for event in found)
        evicted = 0
        while self._size > _KEPT_BYTES:
            self._size -= len(self._recent[evicted].text)
            self._floor = self._recent[evicted].seq
            evicted += 1
        del self._recent[:evicted]
        # Wakes those that wait now; the next ones wait for the next news.
        self._news.set()
        self._news = asyncio.Event()


def _seq(event: StreamedEvent) -> int:
    return event.seq


def _piece(found: list[StreamedEvent]) -> list[StreamedEvent]:
    """The first of these events, until they have enough bytes."""
    size = 0
    for number, event in enumerate(found, 1):
        size += len(event.text)
        if size >= _PIECE_BYTES:
            return found[:number]
    return found


def _streamed(event: RecordedEvent) -> StreamedEvent:
    # JSON has no line breaks: each event is one line of data.
    document = msgspec.json.encode(event.document())
    text = b"id: %d\nevent: %s\ndata: %s\n\n" % (event.seq, event.type.encode(), document)
    return StreamedEvent(event.seq, event.type, text)
