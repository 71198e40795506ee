"""Fills the indexes of search on a database that had users before it had these indexes.

One block of ids after another is indexed, each in a short transaction, so that other writers wait only briefly. Then
PostgreSQL builds its indexes concurrently. Progress is stored with each block: an interrupted run continues from there.
docs/decisions/0009
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from doorward.database.protocol import Database, Reader, Transaction

BLOCK: Final = 1000
# Seconds between two stretches of work. A writer in another process polls SQLite's lock every tenth of a second; with
# shorter gaps it would rarely find the lock free.
PAUSE: Final = 0.12
# Without a pause, more blocks in one transaction: cheaper in all, and other writers wait a second.
_BLOCKS_WITHOUT_PAUSE: Final = 16
ALL_IDS: Final = 2**63 - 1

# Called with what is being done, how much of it is done, and how much there is in all.
Report = Callable[[str, int, int], None]


def ignore_progress(what: str, done: int, whole: int) -> None:
    """A report for callers that show no progress."""


class Pacer:
    """Pauses between transactions once they have taken `stretch` seconds since the last pause."""

    def __init__(self, pause: float, stretch: float) -> None:
        self._pause, self._stretch, self._since = pause, stretch, time.monotonic()
        self.blocks = 1 if pause else _BLOCKS_WITHOUT_PAUSE

    async def pause_if_due(self) -> None:
        due = time.monotonic() - self._since >= self._stretch
        await asyncio.sleep(self._pause if due else 0)
        self._since = time.monotonic() if due else self._since


class IndexFiller(Protocol):
    """How one database fills its indexes."""

    async def drop_legacy_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        """Removes the indexes of an earlier version in small transactions."""

    async def fill_range(self, tx: Transaction, after: int, upto: int) -> None:
        """Indexes the users with `after < id <= upto`."""

    async def build_indexes(self, database: Database, report: Report, pacer: Pacer) -> None:
        """Builds the indexes that need all rows to be there, without blocking reads or writes."""

    async def are_built(self, reader: Reader) -> bool:
        """Whether `build_indexes` has nothing to do."""

    async def postponing_pays(self, reader: Reader, rows: int) -> bool:
        """Whether that many new users are indexed sooner after all are created than one by one."""

    async def last_indexed(self, reader: Reader) -> int:
        """The largest id of a user that the indexes have; 0 if there is none."""

    async def prepare_bulk_load(self, tx: Transaction) -> None:
        """Prepares for creating very many users. Lists do not use the indexes then."""

    async def drop_indexes(self, database: Database) -> None:
        """Drops the indexes that `build_indexes` builds, except those of a table that others keep locked."""

    async def apply_pending_changes(self, database: Database) -> bool:
        """Indexes one batch of changed users, where writes do not do that themselves.

        Returns whether the batch was full, so that more may be pending. A loop until nothing is pending would never
        end under constant writes.
        """


async def is_ready(reader: Reader) -> bool:
    """Whether a node has marked the indexes as filled."""
    row = await reader.fetchrow("SELECT ready FROM list_index")
    return row is not None and row[0] == 1


async def is_complete(reader: Reader, filler: IndexFiller) -> bool:
    """Whether lists can use the indexes."""
    # The mark alone does not tell: a node of the version before sets it when the indexes that it knows are there, and a
    # bulk load may have dropped some since another node built them. docs/decisions/0059
    return await is_ready(reader) and await filler.are_built(reader)


async def fill_indexes(database: Database, filler: IndexFiller, report: Report, pacer: Pacer) -> None:
    if not await is_complete(database, filler):
        await _fill_all(database, filler, report, pacer)
        if not await is_complete(database, filler):
            return  # A bulk load has postponed them meanwhile, or another process builds them.
    while await filler.apply_pending_changes(database):
        await pacer.pause_if_due()


async def _fill_all(database: Database, filler: IndexFiller, report: Report, pacer: Pacer) -> None:
    await filler.drop_legacy_indexes(database, report, pacer)
    while (progress := await database.write(lambda tx: _fill_blocks(tx, filler, pacer.blocks))) is not None:
        report("users", *progress)
        await pacer.pause_if_due()
    await filler.build_indexes(database, report, pacer)
    await database.write(lambda tx: _finish(tx, filler))


async def _finish(tx: Transaction, filler: IndexFiller) -> None:
    if await filler.are_built(tx):
        await tx.execute("UPDATE list_index SET ready = 1 WHERE upto = $1", ALL_IDS)


async def postpone(tx: Transaction, filler: IndexFiller) -> None:
    """Leaves users created from now on to `fill_indexes`, except those that fall into the block already begun.

    For bulk loads: filling by blocks costs a fraction of indexing users one by one.
    """
    await tx.hold_writers("users", "user_roles")
    end = (await filler.last_indexed(tx) // BLOCK + 1) * BLOCK - 1
    await tx.execute("UPDATE list_index SET ready = 0, upto = $1 WHERE upto > $1", end)
    await filler.prepare_bulk_load(tx)


async def _fill_blocks(tx: Transaction, filler: IndexFiller, blocks: int) -> tuple[int, int] | None:
    """Indexes the next blocks that have users. Returns the last id done and the last id there is; None at the end."""
    # Triggers index changes up to `list_index.upto`. Without this lock, a user changed after the block was read and
    # before `upto` is raised would be indexed by neither.
    await tx.hold_writers("users", "user_roles")
    row = await tx.fetchrow("SELECT upto FROM list_index")
    upto = int(row[0]) if row else 0
    row = await tx.fetchrow("SELECT min(id), (SELECT max(id) FROM users) FROM users WHERE id > $1", upto)
    if row is None or row[0] is None:
        await tx.execute("UPDATE list_index SET upto = $1", ALL_IDS)
        return None
    end = (row[0] // BLOCK + blocks) * BLOCK - 1
    await filler.fill_range(tx, upto, end)
    await tx.execute("UPDATE list_index SET upto = $1", end)
    return min(end, row[1]), row[1]
