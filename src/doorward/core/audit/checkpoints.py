"""Signed checkpoints of the audit trail, kept outside the database (docs/decisions/0024).

The trail proves its entries by what is in the database. An attacker who owns the database can put back an older state
of all of it, and so cut off the newest entries. A checkpoint that is kept elsewhere shows that they were there.
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from doorward.core.audit import checkpoint_file
from doorward.core.audit.checkpoint_file import Checkpoint, LaneMark
from doorward.core.audit.trail import is_sealed
from doorward.crypto.hash_chain import HashChain
from doorward.database.protocol import Database
from doorward.domain.times import iso
from doorward.store import audit

logger = logging.getLogger("doorward")

STDOUT: Final = "stdout"


class TamperedLane(Exception):
    """The head of a lane is not as it was written, so that it can't be vouched for."""

    def __init__(self, lane: int) -> None:
        super().__init__(f"lane {lane} of the audit trail was tampered with; run doorward audit verify")


class Checkpoints:
    def __init__(
        self, database: Database, chain: Callable[[], HashChain], target: str, interval: int, clock: Callable[[], int]
    ) -> None:
        """`target` is the path of a file, `stdout`, or empty for none; `interval` in milliseconds."""
        self._database, self._chain, self._clock = database, chain, clock
        self._target, self._interval = target, interval
        self._last: Checkpoint | None = None

    async def write_due(self) -> None:
        """Writes a checkpoint when the last one is older than the interval. Workers share the file, and so the work."""
        if not self._target:
            return
        last = self._last if self._target == STDOUT else await self._read_last()
        if last is not None and 0 <= self._clock() - last.at < self._interval:
            return
        try:
            made = await self.make()
        except TamperedLane as tampered:
            logger.error("no checkpoint is written: %s", tampered)
            return
        if last is not None:
            await self._compare(last)
        self._last = made
        await self.write(made, self._target)

    async def make(self) -> Checkpoint:
        """A checkpoint of the trail as it is now."""
        chain = self._chain()
        heads = await audit.all_heads(self._database)  # One statement, and so one state of all lanes.
        for head in heads:
            if not is_sealed(chain, head):
                raise TamperedLane(head.lane)
        marks = [LaneMark(head.lane, head.seq, head.hash.hex()) for head in heads if head.seq]
        return Checkpoint(iso(self._clock()), chain.kid, marks).signed(chain)

    async def write(self, checkpoint: Checkpoint, target: str) -> None:
        # In a thread: a disk that is slow to sync, or a full pipe, must not stop the event loop.
        if target == STDOUT:
            await asyncio.to_thread(_print, checkpoint)
        else:
            await asyncio.to_thread(checkpoint_file.append, Path(target), checkpoint)

    async def _compare(self, last: Checkpoint) -> None:
        """Reports entries that were cut off since the last checkpoint. Both stay in the file, as evidence."""
        if not last.is_signed(self._chain()):
            logger.error("the last checkpoint, of %s, is not one of this database", last.audit_checkpoint)
            return
        for mark in last.lanes:
            if not await self._has(mark):
                logger.error(
                    "the audit trail was cut: it lacks entry %s-%s of the checkpoint of %s;"
                    " run doorward audit verify --against",
                    mark.lane,
                    mark.seq,
                    last.audit_checkpoint,
                )

    async def _has(self, mark: LaneMark) -> bool:
        """Compares the hash: after a cut, new entries soon have the numbers of those that were cut off."""
        found = await audit.entries_after(self._database, mark.lane, mark.seq - 1, 1)
        # Read after the entry, so that it tells whether retention removed it.
        head = await audit.find_head(self._database, mark.lane)
        if head is not None and mark.seq < head.first:
            return mark.seq < head.first - 1 or head.anchor.hex() == mark.hash
        return bool(found) and found[0].seq == mark.seq and found[0].hash.hex() == mark.hash

    async def _read_last(self) -> Checkpoint | None:
        return await asyncio.to_thread(checkpoint_file.read_last, Path(self._target))


def _print(checkpoint: Checkpoint) -> None:
    sys.stdout.write(checkpoint.line().decode())
    sys.stdout.flush()
