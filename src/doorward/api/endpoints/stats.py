"""Statistics for operators of the service."""

from typing import Annotated

from msgspec import Meta, Struct, convert

from doorward.core import Core
from doorward.core.statistics import DEFAULT_DAYS, MAX_DAYS, FailingSource, RecentSignIn, SignIns, Stats
from doorward.domain.times import Moment, iso
from doorward.store.statistics import EXAMINED
from doorward.web.messages import Request, Response, success

Count = Annotated[int, Meta(description="10000 means 10000 or more")]


class StatsParams(Struct):
    days: Annotated[int, Meta(ge=1, le=MAX_DAYS, description="Number of days, including today")] = DEFAULT_DAYS


class SignInData(Struct):
    date: Annotated[str, Meta(description="The day, by UTC", examples=["2026-01-31"])]
    succeeded: Count
    failed: Count

    @classmethod
    def of(cls, day: SignIns) -> "SignInData":
        return cls(iso(day.day)[:10], day.succeeded, day.failed)


class FactorCountsData(Struct, rename="camel"):
    """How many users have each type of second factor."""

    totp: Count
    passkey: Count
    recovery_codes: Count


class FailingAccountData(Struct, rename="camel"):
    user_id: Annotated[int | None, Meta(description="Null for a name that no user has")]
    username: Annotated[str, Meta(description="Empty for a name that no user has: it may be a mistyped password")]
    failures: Annotated[int, Meta(ge=1)]
    last_at: Moment

    @classmethod
    def of(cls, account: FailingSource) -> "FailingAccountData":
        return cls(_user_id(account.ref), account.name, account.failures, iso(account.last))


class FailingNetworkData(Struct, rename="camel"):
    network: Annotated[str, Meta(description="An IPv4 address, or a /64 of IPv6", examples=["192.0.2.1"])]
    failures: Annotated[int, Meta(ge=1)]
    last_at: Moment

    @classmethod
    def of(cls, network: FailingSource) -> "FailingNetworkData":
        return cls(network.ref, network.failures, iso(network.last))


class RecentSignInData(Struct, rename="camel"):
    time: Moment
    user_id: int | None
    username: str
    address: str

    @classmethod
    def of(cls, sign_in: RecentSignIn) -> "RecentSignInData":
        return cls(iso(sign_in.at), _user_id(sign_in.ref), sign_in.name, sign_in.address)


class StatsData(Struct, rename="camel"):
    active_sessions: Count
    sign_ins: Annotated[list[SignInData], Meta(description="One item a day, oldest first")]
    factors: FactorCountsData
    new_users: Annotated[int, Meta(ge=0, description="Created within these days")]
    failing_accounts: Annotated[
        list[FailingAccountData],
        Meta(description=f"The most frequent 10 among the newest {EXAMINED} failed sign-ins of these days"),
    ]
    failing_networks: Annotated[list[FailingNetworkData], Meta(description="The same by network")]
    recent_sign_ins: Annotated[list[RecentSignInData], Meta(description="The newest 10 of these days")]

    @classmethod
    def of(cls, stats: Stats) -> "StatsData":
        return cls(
            stats.active_sessions,
            [SignInData.of(day) for day in stats.sign_ins],
            convert(stats.factors, FactorCountsData, from_attributes=True),
            stats.new_users,
            [FailingAccountData.of(account) for account in stats.failing_accounts],
            [FailingNetworkData.of(network) for network in stats.failing_networks],
            [RecentSignInData.of(sign_in) for sign_in in stats.recent_sign_ins],
        )


def _user_id(ref: str) -> int | None:
    kind, _, number = ref.partition(":")
    return int(number) if kind == "user" and number.isdecimal() else None


async def read(core: Core, request: Request) -> Response:
    """Returns the number of live sessions, and succeeded and failed sign-ins by day, counted from the audit trail,
    how many users have each type of second factor, how many are new, which accounts and networks fail most, and who
    signed in last.

    For the number of users, enabled or disabled, read `total` of the list of users.
    """
    return success(StatsData.of(await core.statistics.read(request.signed_in(), request.filter.days)))
