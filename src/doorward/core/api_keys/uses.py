"""Last uses of API keys: kept in memory and written together, so that no request writes for it."""

import logging
from typing import Final

from msgspec import Struct, field

from doorward.database.protocol import Database
from doorward.store import api_keys

logger = logging.getLogger("doorward")

# Keys in memory, at some 200 bytes each. The uses of further ones are not recorded until the next writing.
_MAX_KEYS: Final = 20_000
# Keys that one transaction writes, which bounds how long other writers wait for it.
_AT_ONCE: Final = 200


class KeyUses(Struct, frozen=True):
    database: Database
    pending: dict[int, tuple[int, str]] = field(default_factory=dict)

    def note(self, key_id: int, now: int, address: str) -> None:
        pending = self.pending
        if key_id in pending or len(pending) < _MAX_KEYS:
            pending[key_id] = (now, address)

    async def write(self) -> None:
        """Writes what was noted so far. What a failure leaves unwritten is lost: the next use is recorded again."""
        noted = sorted((key_id, *use) for key_id, use in self.pending.items())
        self.pending.clear()
        # In the order of ids, so that nodes that write at the same time wait for each other in one order.
        for start in range(0, len(noted), _AT_ONCE):
            chunk = noted[start : start + _AT_ONCE]
            await self.database.write(lambda tx, chunk=chunk: api_keys.record_uses(tx, chunk))  # type: ignore[misc]

    async def write_before_closing(self) -> None:
        try:
            await self.write()
        except Exception:
            logger.exception("the last uses of API keys could not be written")
