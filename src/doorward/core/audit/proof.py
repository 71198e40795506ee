"""Verifies that no entry of the audit trail was changed, removed, added or moved. Works while the service writes."""

from typing import Final

from msgspec import Struct

from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Reader
from doorward.domain.audit import Entry, LaneHead
from doorward.store import audit

_BATCH: Final = 500


class Damage(Struct, frozen=True):
    """The first entry of a lane that is not as it was written, and how it differs."""

    entry: str
    what: str


class Proof(Struct, frozen=True):
    entries: int
    removed_by_retention: int
    damages: list[Damage]


async def verify(reader: Reader, chain: HashChain) -> Proof:
    walks = [_Walk(reader, chain, lane) for lane in range(audit.LANES)]
    damages = [damage for walk in walks if (damage := await walk.run())]
    misplaced = await audit.find_misplaced(reader)
    if misplaced is not None:
        damages.append(Damage(misplaced, "was added"))
    return Proof(sum(walk.seen for walk in walks), sum(walk.removed for walk in walks), damages)


class _Walk:
    """Checks one lane from its first entry to its head."""

    def __init__(self, reader: Reader, chain: HashChain, lane: int) -> None:
        self._reader, self._chain, self._lane = reader, chain, lane
        self.seen = self.removed = 0
        self._seq, self._hash = 0, b""

    async def run(self) -> Damage | None:
        while True:
            batch = await audit.entries_after(self._reader, self._lane, self._seq, _BATCH)
            # Read after the entries, so that it covers all of them.
            head = await audit.find_head(self._reader, self._lane)
            if head is None or not self._is_sealed(head):
                return Damage(f"{self._lane}", "is the lane whose head was changed or removed")
            if head.first > self._seq + 1:
                self._begin(head)
                continue
            damage = self._check(batch, head)
            if damage is not None:
                return damage
            if head.seq <= self._seq:
                return None
            if not batch and not await audit.entries_after(self._reader, self._lane, self._seq, 1):
                return self._damage(self._seq + 1, "was removed")

    def _begin(self, head: LaneHead) -> None:
        """Retention removed the entries before `head.first`, maybe during this run; `anchor` is their last hash."""
        self._seq, self._hash, self.removed = head.first - 1, head.anchor, head.first - 1

    def _check(self, batch: list[Entry], head: LaneHead) -> Damage | None:
        for position, entry in enumerate(batch):
            expected = self._seq + 1
            if entry.seq != expected:
                return self._damage(expected, "was removed")
            if entry.seq > head.seq:
                return self._damage(expected, "was added")
            if not self._fits(entry):
                moved = any(self._fits(later) for later in batch[position + 1 :])
                return self._damage(expected, "was moved" if moved else "was changed")
            self._seq, self._hash = entry.seq, entry.hash
            self.seen += 1
        return None

    def _fits(self, entry: Entry) -> bool:
        """Whether this is the entry that was written as the next one."""
        return self._chain.link(self._hash, self._lane, self._seq + 1, entry.event) == entry.hash

    def _is_sealed(self, head: LaneHead) -> bool:
        return self._chain.seal(head.lane, head.first, head.anchor, head.seq, head.hash) == head.seal

    def _damage(self, seq: int, what: str) -> Damage:
        return Damage(f"{self._lane}-{seq}", what)
