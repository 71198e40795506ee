"""Verifies that no entry of the audit trail was changed, removed, added or moved. Works while the service writes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from doorward.core.audit import checkpoint_file
from doorward.core.audit.checkpoint_file import Checkpoint
from doorward.core.audit.trail import is_sealed
from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Reader
from doorward.domain.audit import Entry, LaneHead
from doorward.store import audit

_BATCH: Final = 500
# Lines that are no checkpoints: more of them say nothing new, and a file may hold millions.
_LISTED: Final = 100
_SHOWN: Final = 40
Report = Callable[[int, int | None], None]  # Takes the entries that were verified, and their total.


class Damage(Struct, frozen=True):
    """The first entry of a lane that is not as it was written, and how it differs."""

    entry: str
    what: str


class Proof(Struct, frozen=True):
    entries: int
    removed_by_retention: int
    damages: list[Damage]


class Mark(Struct, frozen=True):
    """An entry as a checkpoint recorded it."""

    hash: bytes
    time: str


class Evidence(Struct, frozen=True):
    """What checkpoints say: marks by lane and number, and the lines that prove nothing."""

    checkpoints: int = 0
    marks: dict[int, dict[int, Mark]] = {}
    damages: list[Damage] = []


def read_checkpoints(files: Iterable[Path], chain: HashChain) -> Evidence:
    """To be called before `verify`, so that the trail has every entry that they name."""
    marks: dict[int, dict[int, Mark]] = {}
    damages, count, unlisted = list[Damage](), 0, 0
    for file in files:
        for number, checkpoint in checkpoint_file.read(file):
            wrong = _wrong(checkpoint, chain)
            if checkpoint is None or wrong:
                unlisted += len(damages) >= _LISTED
                damages += [Damage(f"{file}:{number}", wrong)] if len(damages) < _LISTED else []
            else:
                count += 1
                for mark in checkpoint.lanes:
                    # Of several, the first: a later one repeats it, or differs because the trail was replaced.
                    known = marks.setdefault(mark.lane, {})
                    known.setdefault(mark.seq, Mark(bytes.fromhex(mark.hash), checkpoint.audit_checkpoint))
    if unlisted:
        damages.append(Damage(f"{unlisted:,} more lines", "are no checkpoints of this trail"))
    return Evidence(count, marks, damages)


def _wrong(checkpoint: Checkpoint | None, chain: HashChain) -> str:
    """Why a line proves nothing; empty if it is a checkpoint of this trail."""
    if checkpoint is None:
        return "is not a checkpoint"
    if checkpoint.key != chain.kid:
        return f"was signed with the key {checkpoint.key[:_SHOWN]}, which the database lacks"
    return "" if checkpoint.is_signed(chain) else "is a checkpoint that was changed"


async def verify(
    reader: Reader, chain: HashChain, evidence: Evidence | None = None, report: Report = lambda done, total: None
) -> Proof:
    """Compares the trail with its own hashes, and with checkpoints if there are any.

    Each batch is a read of its own: no snapshot and no lock is held, and memory does not grow with the trail.
    """
    evidence = evidence or Evidence()
    heads = await audit.all_heads(reader)
    total = sum(head.seq - head.first + 1 for head in heads)
    damages, seen, removed = list(evidence.damages), 0, 0
    for lane in range(audit.LANES):
        walk = LaneWalk(reader, chain, lane, evidence.marks.get(lane, {}))
        damage = await walk.run(partial(_advance, report, seen, total))
        damages += [damage] if damage else []
        seen, removed = seen + walk.seen, removed + walk.removed
    misplaced = await audit.find_misplaced(reader, await audit.all_heads(reader))
    if misplaced is not None:
        damages.append(Damage(misplaced, "was added"))
    return Proof(seen, removed, damages)


def _advance(report: Report, before: int, total: int, done: int) -> None:
    report(before + done, total)


class LaneWalk:
    """Checks one lane from its first entry to its head, or from an entry that an earlier walk has reached."""

    def __init__(
        self, reader: Reader, chain: HashChain, lane: int, marks: Mapping[int, Mark], seq: int = 0, hash: bytes = b""
    ) -> None:
        self._reader, self._chain, self._lane, self._marks = reader, chain, lane, marks
        self.seen = self.removed = 0
        self.seq, self.hash = seq, hash
        self.finished = False

    async def run(self, report: Callable[[int], None]) -> Damage | None:
        while not self.finished:
            if damage := await self.step():
                return damage
            report(self.seen)
        return None

    async def step(self) -> Damage | None:
        """Checks one batch. A damage is the last that it finds: nothing behind it can be proved."""
        batch = await audit.entries_after(self._reader, self._lane, self.seq, _BATCH)
        # Read after the entries, so that it covers all of them.
        head = await audit.find_head(self._reader, self._lane)
        if head is None or not is_sealed(self._chain, head):
            return Damage(f"{self._lane}", "is the lane whose head was changed or removed")
        if head.first > self.seq + 1:
            self._begin(head)
            return self._compare()
        damage = self._check(batch, head)
        if damage is not None:
            return damage
        if head.seq <= self.seq:
            self.finished = True
            return self._cut()
        if not batch and not await audit.entries_after(self._reader, self._lane, self.seq, 1):
            return self._damage(self.seq + 1, "was removed")
        return None

    def _begin(self, head: LaneHead) -> None:
        """Retention removed the entries before `head.first`, maybe during this run; `anchor` is their last hash."""
        self.seq, self.hash, self.removed = head.first - 1, head.anchor, head.first - 1

    def _check(self, batch: list[Entry], head: LaneHead) -> Damage | None:
        for position, entry in enumerate(batch):
            expected = self.seq + 1
            if entry.seq != expected:
                return self._damage(expected, "was removed")
            if entry.seq > head.seq:
                return self._damage(expected, "was added")
            if not self._fits(entry):
                moved = any(self._fits(later) for later in batch[position + 1 :])
                return self._damage(expected, "was moved" if moved else "was changed")
            self.seq, self.hash = entry.seq, entry.hash
            self.seen += 1
            if damage := self._compare():
                return damage
        return None

    def _compare(self) -> Damage | None:
        """Compares the entry that was reached with its mark."""
        mark = self._marks.get(self.seq)
        if mark is None or mark.hash == self.hash:
            return None
        return self._damage(self.seq, f"was replaced after the checkpoint of {mark.time}")

    def _cut(self) -> Damage | None:
        """Whether checkpoints name entries after the last one. Those before the first were removed by retention."""
        last = max(self._marks, default=0)
        if last <= self.seq:
            return None
        return self._damage(
            self.seq + 1, f"was cut off: the checkpoint of {self._marks[last].time} has {self._lane}-{last}"
        )

    def _fits(self, entry: Entry) -> bool:
        """Whether this is the entry that was written as the next one."""
        return self._chain.link(self.hash, self._lane, self.seq + 1, entry.event) == entry.hash

    def _damage(self, seq: int, what: str) -> Damage:
        return Damage(f"{self._lane}-{seq}", what)
