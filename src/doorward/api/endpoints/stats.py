"""Statistics for operators of the service."""

from typing import Annotated

from msgspec import Meta, Struct

from doorward.core import Core
from doorward.core.statistics import DEFAULT_DAYS, MAX_DAYS, FactorCounts, SignIns, Stats
from doorward.domain.times import iso
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

    @classmethod
    def of(cls, counts: FactorCounts) -> "FactorCountsData":
        return cls(counts.totp, counts.passkey, counts.recovery_codes)


class StatsData(Struct, rename="camel"):
    active_sessions: Count
    sign_ins: Annotated[list[SignInData], Meta(description="One item a day, oldest first")]
    factors: FactorCountsData

    @classmethod
    def of(cls, stats: Stats) -> "StatsData":
        return cls(
            stats.active_sessions, [SignInData.of(day) for day in stats.sign_ins], FactorCountsData.of(stats.factors)
        )


async def read(core: Core, request: Request) -> Response:
    """Returns the number of live sessions, and succeeded and failed sign-ins by day, counted from the audit trail,
    and how many users have each type of second factor.

    For the number of users, enabled or disabled, read `total` of the list of users.
    """
    return success(StatsData.of(await core.statistics.read(request.signed_in(), request.filter.days)))
