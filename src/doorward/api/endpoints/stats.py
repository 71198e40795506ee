"""Figures for people who look after the service."""

from typing import Annotated

from msgspec import Meta, Struct

from doorward.core import Core
from doorward.domain.statistics import DEFAULT_DAYS, MAX_DAYS, SignIns, Stats
from doorward.domain.times import iso
from doorward.web.messages import Request, Response, success

Count = Annotated[int, Meta(description="10000 stands for 10000 and more")]


class StatsParams(Struct):
    days: Annotated[int, Meta(ge=1, le=MAX_DAYS, description="How far back, today included")] = DEFAULT_DAYS


class SignInData(Struct):
    date: Annotated[str, Meta(description="The day, by UTC", examples=["2026-01-31"])]
    succeeded: Count
    failed: Count

    @classmethod
    def of(cls, day: SignIns) -> "SignInData":
        return cls(iso(day.day)[:10], day.succeeded, day.failed)


class StatsData(Struct, rename="camel"):
    active_sessions: Count
    sign_ins: Annotated[list[SignInData], Meta(description="A day each, the oldest first")]

    @classmethod
    def of(cls, stats: Stats) -> "StatsData":
        return cls(stats.active_sessions, [SignInData.of(day) for day in stats.sign_ins])


async def read(core: Core, request: Request) -> Response:
    """Sessions that are alive, and how the sign-ins of the last days went, from the audit trail.

    How many users there are, enabled or disabled, says the `total` of the list of users.
    """
    return success(StatsData.of(await core.statistics.read(request.signed_in(), request.filter.days)))
