"""Requests that are answered at once and carried out by a job: so that neither the answer nor its time can tell whether
an address belongs to a user (docs/decisions/0026).

The request writes one row to the outbox, whatever it names. The job finds the user, if there is one, and issues the
token and queues the mail.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from doorward.core.keys.ring import KeyRing
from doorward.database.protocol import Database, Transaction
from doorward.domain.events.outbox import OutboxItem, OutboxState
from doorward.errors import DatabaseUnavailable
from doorward.store import outbox

T = TypeVar("T", bound=Struct)

_AT_ONCE: Final = 50
_CLAIM_BYTES: Final = 12
# In milliseconds. When this process dies, another one carries out what it had claimed after that time.
_CLAIMED_FOR: Final = 60_000
_MOST_ATTEMPTS: Final = 5

logger = logging.getLogger("doorward")


class Deferred(Struct, frozen=True):
    database: Database
    keys: KeyRing
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]

    async def put(self, tx: Transaction, topic: str, request: Struct) -> None:
        sealed = self.keys.data.seal(msgspec.json.encode(request), topic)
        await outbox.insert(tx, topic, topic, "", None, sealed, OutboxState.QUEUED, self.clock())

    async def work(self, topic: str, kind: type[T], carry_out: Callable[[Transaction, T], Awaitable[None]]) -> None:
        """Carries out what is due, each request in a transaction of its own that also removes it from the outbox."""
        while await outbox.any_due(self.database, topic, self.clock()):
            if not await self._work_some(topic, kind, carry_out):
                return

    async def _work_some(
        self, topic: str, kind: type[T], carry_out: Callable[[Transaction, T], Awaitable[None]]
    ) -> bool:
        claim = self.entropy(_CLAIM_BYTES).hex()
        now = self.clock()
        claimed = await self.database.write(
            lambda tx: outbox.claim(tx, topic, claim, now, now + _CLAIMED_FOR, _AT_ONCE)
        )
        for item in claimed:
            try:
                await self._carry_out(item, claim, kind, carry_out)
            except DatabaseUnavailable:
                raise
            except Exception:
                # One request that fails must not keep back those behind it.
                logger.exception("%s failed for a request; attempt %s of %s", topic, item.attempts, _MOST_ATTEMPTS)
                await self._set_aside(item, claim)
        return bool(claimed)

    async def _carry_out(
        self, item: OutboxItem, claim: str, kind: type[T], carry_out: Callable[[Transaction, T], Awaitable[None]]
    ) -> None:
        request = msgspec.json.decode(self.keys.data.open(item.sealed, item.topic), type=kind)

        async def work(tx: Transaction) -> None:
            if await outbox.delete_claimed(tx, item.id, claim):
                await carry_out(tx, request)

        await self.database.write(work)

    async def _set_aside(self, item: OutboxItem, claim: str) -> None:
        """Tries a request again later, and gives it up after some attempts."""
        if item.attempts >= _MOST_ATTEMPTS:
            await self.database.write(lambda tx: outbox.delete_claimed(tx, item.id, claim))
            return
        due_at = self.clock() + item.attempts * _CLAIMED_FOR
        await self.database.write(lambda tx: outbox.postpone(tx, item.id, claim, "failed", due_at))
