"""Requests that are answered at once and carried out by a job: so that neither the answer nor its time can tell whether
an address belongs to a user (docs/decisions/0026).

The request writes one row to the outbox, whatever it names. The job finds the user, if there is one, and issues the
token and queues the mail.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from doorward.core.keys.ring import KeyRing
from doorward.database.protocol import Database, Transaction
from doorward.domain.outbox import OutboxState
from doorward.store import outbox

T = TypeVar("T", bound=Struct)

_AT_ONCE: Final = 50
_CLAIM_BYTES: Final = 12


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
        claimed = await self.database.write(
            # Claimed for a minute: when this process dies, another one carries them out after that.
            lambda tx: outbox.claim(tx, topic, claim, self.clock(), self.clock() + 60_000, _AT_ONCE)
        )
        for item in claimed:
            request = msgspec.json.decode(self.keys.data.open(item.sealed, topic), type=kind)

            async def one(tx: Transaction, item_id: int = item.id, request: T = request) -> None:
                if await outbox.delete_claimed(tx, item_id, claim):
                    await carry_out(tx, request)

            await self.database.write(one)
        return bool(claimed)
