"""Idempotent requests: repeating the same key and content returns the stored answer of the first request."""

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Reader, Transaction
from doorward.domain.access import Actor
from doorward.errors import IdempotencyKeyReused
from doorward.store import idempotency

T = TypeVar("T", bound=Struct)

KEPT_FOR: Final = 24 * 3600 * 1000


class IdempotentRequest(Struct, frozen=True):
    """Two requests with equal key and content are the same request."""

    key: str
    content: str


class Idempotency(Struct, frozen=True):
    chain: Callable[[], HashChain]
    clock: Callable[[], int]

    async def find(self, reader: Reader, actor: Actor, idempotent: IdempotentRequest | None, kind: type[T]) -> T | None:
        """The stored answer of the first request, or None."""
        if idempotent is None or actor.user_id is None:
            return None
        kept = await idempotency.find(reader, actor.user_id, idempotent.key, self.clock() - KEPT_FOR)
        if kept is None:
            return None
        if kept.fingerprint != self._fingerprint(actor, idempotent):
            raise IdempotencyKeyReused
        return msgspec.json.decode(kept.answer, type=kind)

    async def claim(
        self, tx: Transaction, actor: Actor, idempotent: IdempotentRequest | None, kind: type[T]
    ) -> T | None:
        """None for the first request. Concurrent repetitions wait for its transaction and then get its answer."""
        if idempotent is None or actor.user_id is None:
            return None
        now, fingerprint = self.clock(), self._fingerprint(actor, idempotent)
        if await idempotency.claim(tx, actor.user_id, idempotent.key, fingerprint, now, now - KEPT_FOR):
            return None
        return await self.find(tx, actor, idempotent, kind)

    async def keep(self, tx: Transaction, actor: Actor, idempotent: IdempotentRequest | None, answer: Struct) -> None:
        if idempotent is not None and actor.user_id is not None:
            await idempotency.store_answer(tx, actor.user_id, idempotent.key, msgspec.json.encode(answer).decode())

    def _fingerprint(self, actor: Actor, idempotent: IdempotentRequest) -> bytes:
        """A keyed hash: a request may contain a password, which could be guessed from a plain hash.

        Each API key repeats its own requests alone: it may be narrower than its owner, whose answers may show secrets.
        """
        by = () if actor.key is None else (actor.key.id,)
        return self.chain().fingerprint(idempotent.content, *by)
