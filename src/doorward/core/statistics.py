"""Statistics for administrators."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from doorward.database.protocol import Database, Reader
from doorward.domain.access import Actor
from doorward.domain.paging import PageRequest
from doorward.domain.sign_in.factors import PASSKEY, RECOVERY_CODES, TOTP
from doorward.domain.sign_in.throttle import network_of
from doorward.domain.user_query import UserFilter
from doorward.search.directory import UserDirectory
from doorward.store import statistics

DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 90
_DAY: Final = 86_400_000
# Accounts, networks and sign-ins in each list, and addresses that are counted as networks.
_LISTED: Final = 10
_ADDRESSES: Final = 200


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


class FailingSource(Struct, frozen=True):
    """An account or a network with failed sign-ins."""

    ref: str  # `user:5`, `username:...` for a name that no user has, or a network.
    name: str
    failures: int
    last: int


class RecentSignIn(Struct, frozen=True):
    at: int
    ref: str
    name: str
    address: str


class Stats(Struct, frozen=True):
    active_sessions: int
    sign_ins: tuple[SignIns, ...]  # Oldest first; the last is today so far.
    factors: FactorCounts
    new_users: int
    failing_accounts: list[FailingSource]
    failing_networks: list[FailingSource]
    recent_sign_ins: list[RecentSignIn]


class Statistics(Struct, frozen=True):
    database: Database
    directory: UserDirectory
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
        since = sign_ins[0].day
        accounts, networks, recent = await self.database.read_in_background(
            lambda reader: _activity(reader, since), actor.user_id, replica=True
        )
        factors = await self.factor_counts(actor.user_id)
        new_users = await self.directory.page(UserFilter(created_from=since), PageRequest(1, 1), actor.user_id)
        return Stats(sessions, tuple(sign_ins), factors, new_users.total, accounts, networks, recent)

    async def factor_counts(self, reader_id: int | None = None) -> FactorCounts:
        return await self.database.read_in_background(_count_factors, reader_id)

    async def _day(self, actor: Actor, day: int, today: int) -> SignIns:
        known = self.past.get(day)
        if known is not None:
            return known
        # A read of its own for each day, so that other background reads run between two.
        counted = await self.database.read_in_background(
            lambda reader: _count(reader, day), actor.user_id, replica=day == today
        )
        if day < today:
            self.past[day] = counted
        return counted

    def _forget_before(self, oldest: int) -> None:
        for day in [day for day in self.past if day < oldest]:
            del self.past[day]


async def _count_factors(reader: Reader) -> FactorCounts:
    return FactorCounts(*[await statistics.users_with(reader, kind) for kind in (TOTP, PASSKEY, RECOVERY_CODES)])


async def _activity(reader: Reader, since: int) -> tuple[list[FailingSource], list[FailingSource], list[RecentSignIn]]:
    accounts = [FailingSource(*row) for row in await statistics.failing_accounts(reader, since, _LISTED)]
    networks: dict[str, FailingSource] = {}
    for address, failures, last in await statistics.failing_addresses(reader, since, _ADDRESSES):
        network = network_of(address)
        known = networks.get(network, FailingSource(network, network, 0, 0))
        networks[network] = replace(known, failures=known.failures + failures, last=max(known.last, last))
    most = sorted(networks.values(), key=lambda network: (-network.failures, network.ref))[:_LISTED]
    recent = [RecentSignIn(*row) for row in await statistics.newest_sign_ins(reader, since, _LISTED)]
    return accounts, most, recent


async def _count(reader: Reader, day: int) -> SignIns:
    succeeded = await statistics.events(reader, "auth.login", day, day + _DAY)
    return SignIns(day, succeeded, await statistics.events(reader, "auth.login_failed", day, day + _DAY))
