"""IndexFiller what lists and search read, on a database that had users before it had these indexes.

One block of ids after another, each in a short transaction that keeps writers out only for as long as it takes; then,
on PostgreSQL, the indexes, which it builds beside all other work. Whoever stops in between goes on later from there.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from doorward.database.protocol import Database, Reader, Transaction

BLOCK: Final = 1000
# Seconds. On SQLite whoever waits to write in another process looks only every tenth of a second whether it can: to
# them all work with shorter gaps is one.
PAUSE: Final = 0.12
_TURN: Final = 0.2
# Without a pause, so many at once: it costs less, and others wait for a fraction of a second.
_BLOCKS_IN_A_HURRY: Final = 5
_EVERYBODY: Final = 2**63 - 1

# What is being done, how much of it is done, and how much there is.
Report = Callable[[str, int, int], None]


def ignore_progress(what: str, done: int, whole: int) -> None:
    """Nobody watches."""


class Pacer:
    """Piece after piece, with a pause whenever those since the last have kept others waiting for long enough."""

    def __init__(self, pause: float) -> None:
        self._pause, self._since = pause, time.monotonic()

    async def keep(self) -> None:
        rested = time.monotonic() - self._since >= _TURN
        await asyncio.sleep(self._pause if rested else 0)
        self._since = time.monotonic() if rested else self._since


class IndexFiller(Protocol):
    async def clear_away(self, database: Database, report: Report, pace: Pacer) -> None:
        """Removes the indexes of an earlier version, piece by piece."""
        ...

    async def build_indexes(self, report: Report) -> None:
        """Builds what waits until everything is filled, while others read and write."""
        ...

    async def fill(self, tx: Transaction, after: int, upto: int) -> None:
        """Takes user_count with an id above the one, up to the other, into the lists."""
        ...

    async def expect_many(self, tx: Transaction) -> None:
        """Makes this process ready to create very many users."""
        ...

    async def catch_up(self, database: Database) -> bool:
        """Takes some of those who changed into the indexes, where a change does not do that itself.

        Returns whether there may be more. Not whether there was anybody: where people always change that has no end.
        """
        ...


async def is_ready(reader: Reader) -> bool:
    row = await reader.fetchrow("SELECT ready FROM list_index")
    return row is not None and row[0] == 1


async def build(database: Database, filling: IndexFiller, report: Report, pause: float = PAUSE) -> None:
    pace = Pacer(pause)
    if not await is_ready(database):
        await _build(database, filling, report, pace, 1 if pause else _BLOCKS_IN_A_HURRY)
    while await filling.catch_up(database):
        await pace.keep()


async def _build(database: Database, filling: IndexFiller, report: Report, pace: Pacer, blocks: int) -> None:
    await filling.clear_away(database, report, pace)
    while (progress := await database.write(partial(_fill_blocks, filling=filling, blocks=blocks))) is not None:
        report("users", *progress)
        await pace.keep()
    await filling.build_indexes(report)
    await database.write(lambda tx: tx.execute("UPDATE list_index SET ready = 1"))


async def postpone(tx: Transaction, filling: IndexFiller) -> None:
    """Leaves users who are created from now on to `build`, but for those who still fall into the block that is begun.

    For those who create very many at once: filling by blocks costs a fraction of filling one by one.
    """
    await tx.hold_writers("users", "user_roles")
    row = await tx.fetchrow("SELECT coalesce(max(id), 0) FROM users")
    end = (int(row[0] if row else 0) // BLOCK + 1) * BLOCK - 1
    await tx.execute("UPDATE list_index SET ready = 0, upto = $1 WHERE upto > $1", end)
    await filling.expect_many(tx)


async def _fill_blocks(tx: Transaction, filling: IndexFiller, blocks: int) -> tuple[int, int] | None:
    """Fills the next blocks that have users. Returns how far that is and how far it goes; None at the end."""
    # Nobody may change a user between the moment it is read here and the moment the triggers feel responsible for it.
    await tx.hold_writers("users", "user_roles")
    row = await tx.fetchrow("SELECT upto FROM list_index")
    upto = int(row[0]) if row else 0
    row = await tx.fetchrow("SELECT min(id), (SELECT max(id) FROM users) FROM users WHERE id > $1", upto)
    if row is None or row[0] is None:
        await tx.execute("UPDATE list_index SET upto = $1", _EVERYBODY)
        return None
    end = (row[0] // BLOCK + blocks) * BLOCK - 1
    await filling.fill(tx, upto, end)
    await tx.execute("UPDATE list_index SET upto = $1", end)
    return min(end, row[1]), row[1]
