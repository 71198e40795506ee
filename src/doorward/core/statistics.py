"""Statistics for administrators."""

import asyncio
from collections.abc import Callable

from msgspec import Struct, field

from doorward.database.protocol import Database
from doorward.domain.access import Actor
from doorward.domain.statistics import DAY, MAX_DAYS, SignIns, Stats
from doorward.store import statistics


class Statistics(Struct, frozen=True):
    database: Database
    clock: Callable[[], int]
    # Counts of past days, which no longer change.
    past: dict[int, SignIns] = field(default_factory=dict)

    async def read(self, actor: Actor, days: int) -> Stats:
        actor.require("audit:read")
        now = self.clock()
        today = now - now % DAY
        self._forget_before(today - MAX_DAYS * DAY)
        sign_ins = [await self._day(day, today) for day in range(today - (days - 1) * DAY, today + 1, DAY)]
        return Stats(await statistics.active_sessions(self.database, now), tuple(sign_ins))

    async def _day(self, day: int, today: int) -> SignIns:
        known = self.past.get(day)
        if known is not None:
            return known
        succeeded = await statistics.events(self.database, "auth.login", day, day + DAY)
        failed = await statistics.events(self.database, "auth.login_failed", day, day + DAY)
        counted = SignIns(day, succeeded, failed)
        if day < today:
            self.past[day] = counted
        # SQLite reads run on the event loop: let other requests run between two days.
        await asyncio.sleep(0)
        return counted

    def _forget_before(self, oldest: int) -> None:
        for day in [day for day in self.past if day < oldest]:
            del self.past[day]
