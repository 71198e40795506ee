"""Events in the order of their commits, for webhooks, the event stream and the revocation feed (docs/decisions/0039).

`AuditTrail` writes an event in the transaction of the change. Consumers read by `seq` and keep the last one that they
have seen. SQLite has one writer, so `seq` is its row id. PostgreSQL's transactions commit in another order than they
take ids: a reader by id would miss one that commits late. There, events get `seq` after their commit.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from doorward.database.protocol import Database, Transaction
from doorward.domain.events.types import RecordedEvent
from doorward.store import events

# Seconds between two looks for events without a number, at most. Consumers call `sequence` themselves as well.
SEQUENCE_SECONDS: Final = 0.25
# Milliseconds. Longer than a webhook is tried, and than a consumer of the stream may be away.
KEPT_FOR: Final = 7 * 86_400_000
_NUMBERED_AT_ONCE: Final = 1000
_PURGED_AT_ONCE: Final = 500


class Events(Struct, frozen=True):
    database: Database
    sequenced: bool  # Whether events get their number after the commit: on PostgreSQL.
    clock: Callable[[], int]

    async def sequence(self) -> None:
        """Numbers what was committed before this call. Costs one indexed read when there is nothing to number."""
        while self.sequenced and await events.any_waiting(self.database):
            if await self.database.write(lambda tx: events.sequence(tx, _NUMBERED_AT_ONCE)) < _NUMBERED_AT_ONCE:
                return

    async def newest(self, tx: Transaction) -> int:
        """The `seq` of the newest event that this transaction sees; later events get higher ones."""
        while self.sequenced and await events.sequence(tx, _NUMBERED_AT_ONCE) == _NUMBERED_AT_ONCE:
            pass
        return await events.last_seq(tx)

    async def after(self, seq: int, limit: int) -> list[RecordedEvent]:
        """The next events behind `seq`, oldest first, with their audit entries."""
        return await events.after(self.database, seq, limit)

    async def purge_old(self) -> None:
        """The newest event stays, however old: the next `seq` is counted from it. Goes on behind events with a time in
        the future, which a clock that was wrong has left."""
        now, seq = self.clock(), 0
        before = now - KEPT_FOR
        while step := await events.times(self.database, seq, _PURGED_AT_ONCE):
            first, (seq, at) = step[0][0], step[-1]
            if any(at < before for _, at in step):
                await self.database.write(partial(events.purge, first=first, last=seq, before=before))
            if before <= at <= now:
                return
