"""Statistics for administrators."""

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from doorward.database.protocol import Database
from doorward.domain.access import Actor
from doorward.store import statistics

DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 90
_DAY: Final = 86_400_000


class SignIns(Struct, frozen=True):
    """Sign-ins of one day in UTC, counted up to a cap."""

    day: int  # Its start, in milliseconds.
    succeeded: int
    failed: int


class Stats(Struct, frozen=True):
    active_sessions: int
    sign_ins: tuple[SignIns, ...]  # Oldest first; the last is today so far.


class Statistics(Struct, frozen=True):
    database: Database
    clock: Callable[[], int]
    # Counts of past days, which no longer change.
    past: dict[int, SignIns] = field(default_factory=dict)

    async def read(self, actor: Actor, days: int) -> Stats:
        actor.require("audit:read")
        now = self.clock()
        today = now - now % _DAY
        self._forget_before(today - MAX_DAYS * _DAY)
        sign_ins = [await self._day(day, today) for day in range(today - (days - 1) * _DAY, today + 1, _DAY)]
        return Stats(await statistics.active_sessions(self.database, now), tuple(sign_ins))

    async def _day(self, day: int, today: int) -> SignIns:
        known = self.past.get(day)
        if known is not None:
            return known
        succeeded = await statistics.events(self.database, "auth.login", day, day + _DAY)
        failed = await statistics.events(self.database, "auth.login_failed", day, day + _DAY)
        counted = SignIns(day, succeeded, failed)
        if day < today:
            self.past[day] = counted
        # SQLite reads run on the event loop: let other requests run between two days.
        await asyncio.sleep(0)
        return counted

    def _forget_before(self, oldest: int) -> None:
        for day in [day for day in self.past if day < oldest]:
            del self.past[day]
