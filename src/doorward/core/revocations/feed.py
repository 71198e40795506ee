"""The revocation feed of this process (docs/decisions/0040)."""

import asyncio
import gzip
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from doorward.core.keys.ring import KeyRing
from doorward.core.revocations.entries import Entries
from doorward.core.revocations.waiting import Waiting
from doorward.database.protocol import Database, Reader
from doorward.fifo_cache import FifoCache
from doorward.store import revocations
from doorward.store.events import last_seq
from doorward.store.revocations import Revocation

logger = logging.getLogger("doorward")

TYPE: Final = "revocations+jwt"
# Milliseconds between two reads.
_INTERVAL: Final = 1_000
# A document without news is signed again after this long, so that its readers can prove that they are current.
_SIGNED_AGAIN: Final = 3_000
# Clocks of nodes, and those of verifiers, may differ from ours by a minute each: entries are kept for as much longer.
_SKEW: Final = 120_000
# After a pause this long, the events of the whole period are read again, by their time.
_PAUSE: Final = 60_000
# Differences that are made for one state. Further ones get the whole document: signing for each number that a client
# may invent would cost too much.
_DIFFERENCES: Final = 16
# Bytes that fit into one packet.
_COMPRESSED: Final = 1_400


class SignedDocument(Struct, frozen=True, eq=False):
    body: bytes
    compressed: bytes  # By gzip; empty where that saves little.
    tag: str


class RevocationFeed:
    def __init__(
        self,
        database: Database,
        keys: KeyRing,
        sequence: Callable[[], Awaitable[object]],
        issuer: str,
        ttl: int,
        clock: Callable[[], int],
    ) -> None:
        """`sequence` numbers the events that are committed when it is called; `ttl` of access tokens, in seconds."""
        self._database, self._keys, self._sequence, self._clock = database, keys, sequence, clock
        self._issuer, self._period = issuer, ttl * 1000 + _SKEW
        self._entries = Entries()
        self._read_at, self._read_to, self._until, self._signed_at = 0, 0, 0, 0
        self._failed_at = 0  # When a read has failed since the last one that has not.
        self._reading: asyncio.Task[None] | None = None
        self._documents: FifoCache[int, asyncio.Task[SignedDocument]] = FifoCache(_DIFFERENCES + 1)
        self.waiting = Waiting(self._read_again, self._interval_left)

    async def document(self, since: int | None) -> SignedDocument:
        """The whole document, or what it has after the event `since`. At most a second old, or older if the database
        is away: its `until` tells."""
        if self._interval_left() <= 0:
            await self._read_again()
        if not self._read_at:
            await self._read()  # Raises why there is none.
        last = self._entries.last
        # Everything that is told is after 0. A number from the future is of another database, restored since.
        after = 0 if since is None or since > self._read_to else min(since, last)
        if after not in self._documents and len(self._documents) >= _DIFFERENCES and after != last:
            after = 0
        signing = self._documents.get(after)
        if signing is None:  # Signed once for all requests. In a thread: ten thousand entries take milliseconds.
            signing = asyncio.create_task(asyncio.to_thread(self._sign, self._claims(after)))
            self._documents.put(after, signing)
        return signing.result() if signing.done() else await asyncio.shield(signing)

    def has_news(self, since: int) -> bool:
        """Whether there is something to tell after the event `since`, which another node may know before this one."""
        return since < min(self._entries.last, self._seq)

    def knows(self, since: int) -> bool:
        return since <= self._read_to

    def renew(self) -> None:
        """Has the next document signed anew, if the last read was after its signature."""
        if self._signed_at < self._read_at:
            self._forget_documents()

    @property
    def _seq(self) -> int:
        pending = self._entries.pending
        return self._read_to if pending is None else pending.seq - 1

    def _claims(self, after: int) -> dict[str, Any]:
        pending = self._entries.pending
        return {
            "iss": self._issuer,
            "iat": self._clock() // 1000,
            "seq": self._seq,
            "from": -(-(self._until - self._period) // 1000),
            "until": (self._until if pending is None else min(self._until, pending.at)) // 1000,
            **self._entries.claims(after),
        }

    def _sign(self, claims: dict[str, Any]) -> SignedDocument:
        body = self._keys.access.sign(TYPE, msgspec.json.encode(claims), self._clock()).encode()
        compressed = gzip.compress(body, 1, mtime=0) if len(body) > _COMPRESSED else b""
        return SignedDocument(body, compressed, f"{claims['seq']}.{hashlib.blake2b(body, digest_size=12).hexdigest()}")

    def _interval_left(self) -> float:
        """Seconds until the next read."""
        age = self._clock() - (self._failed_at or self._read_at)
        return (_INTERVAL - age) / 1000 if age >= 0 else 0  # A clock that was set back must not stop the feed.

    async def _read_again(self) -> None:
        """Concurrent requests share one read. The last documents serve on when it fails: they tell their age."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_or_log())
            self._reading.add_done_callback(self._has_read)
        await asyncio.shield(self._reading)

    def _has_read(self, task: "asyncio.Task[None]") -> None:
        self._reading = None

    async def _read_or_log(self) -> None:
        try:
            await self._read()
            self._failed_at = 0
        except Exception:
            if not self._failed_at:
                logger.exception("the revocation feed cannot be read; verifiers get the last state until it can")
            self._failed_at = self._clock()

    async def _read(self) -> None:
        began = self._clock()
        await self._sequence()
        resumes = 0 <= began - self._read_at < _PAUSE
        if resumes:  # Little, which must not wait for lists: verifiers may refuse tokens by a feed that is late.
            last = await last_seq(self._database)
            events = await revocations.after(self._database, self._read_to)
            last = max([last, *(event.seq for event in events)])  # The second read may see more.
        else:
            events, last = await self._database.read_in_background(lambda reader: self._fetch(reader, began))
            self._entries = Entries()
        changed = self._entries.add(events, began, self._read_at if resumes else 0)
        changed |= self._entries.forget(began - self._period)
        self._read_at = self._until = began
        self._read_to = last
        if changed or not resumes or not 0 <= began - self._signed_at < _SIGNED_AGAIN:
            self._forget_documents()

    async def _fetch(self, reader: Reader, now: int) -> tuple[list[Revocation], int]:
        return await revocations.since(reader, now - self._period), await last_seq(reader)

    def _forget_documents(self) -> None:
        self._documents.clear()
        self._signed_at = self._read_at
