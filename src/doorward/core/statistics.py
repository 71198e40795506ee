"""Statistics for administrators."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from doorward.database.protocol import Database, Reader
from doorward.domain.access import Actor
from doorward.domain.sign_in.factors import PASSKEY, RECOVERY_CODES, TOTP
from doorward.store import statistics

DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 90
_DAY: Final = 86_400_000


class SignIns(Struct, frozen=True):
    """Sign-ins of one day in UTC, counted up to a cap."""

    day: int  # Its start, in milliseconds.
    succeeded: int
    failed: int


class FactorCounts(Struct, frozen=True):
    """How many users have each type of factor, counted up to a cap."""

    totp: int
    passkey: int
    recovery_codes: int


class Stats(Struct, frozen=True):
    active_sessions: int
    sign_ins: tuple[SignIns, ...]  # Oldest first; the last is today so far.
    factors: FactorCounts


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
        sign_ins = [await self._day(actor, day, today) for day in range(today - (days - 1) * _DAY, today + 1, _DAY)]
        sessions = await self.database.read_in_background(
            lambda reader: statistics.active_sessions(reader, now), actor.user_id
        )
        return Stats(sessions, tuple(sign_ins), await self.factor_counts(actor.user_id))

    async def factor_counts(self, reader_id: int | None = None) -> FactorCounts:
        return await self.database.read_in_background(_count_factors, reader_id)

    async def _day(self, actor: Actor, day: int, today: int) -> SignIns:
        known = self.past.get(day)
        if known is not None:
            return known
        # A read of its own for each day, so that other background reads run between two.
        counted = await self.database.read_in_background(lambda reader: _count(reader, day), actor.user_id)
        if day < today:
            self.past[day] = counted
        return counted

    def _forget_before(self, oldest: int) -> None:
        for day in [day for day in self.past if day < oldest]:
            del self.past[day]


async def _count_factors(reader: Reader) -> FactorCounts:
    return FactorCounts(*[await statistics.users_with(reader, kind) for kind in (TOTP, PASSKEY, RECOVERY_CODES)])


async def _count(reader: Reader, day: int) -> SignIns:
    succeeded = await statistics.events(reader, "auth.login", day, day + _DAY)
    return SignIns(day, succeeded, await statistics.events(reader, "auth.login_failed", day, day + _DAY))
