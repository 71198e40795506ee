"""Sessions and the rotation of refresh tokens."""

import enum
from typing import Final

from msgspec import Struct

from doorward.domain.devices import device_name

CLOCK_SKEW: Final = 5_000


class SessionPolicy(Struct, frozen=True):
    """All times in milliseconds, as everywhere below the edge."""

    idle_ttl: int
    max_ttl: int
    grace: int
    rotation: bool

    def expiry(self, created_at: int, now: int) -> int:
        return min(now + self.idle_ttl, created_at + self.max_ttl)


class Session(Struct, frozen=True):
    """Where somebody is signed in, as people see it."""

    id: int
    user_agent: str
    address: str
    created_at: int
    last_used_at: int
    expires_at: int

    @property
    def device(self) -> str:
        return device_name(self.user_agent)


class Replay(enum.Enum):
    """What it means that a refresh token other than the current one was presented."""

    WITHIN_GRACE = "the predecessor within the grace window: a second tab, or a lost response"
    REUSE = "a token that had been replaced: two parties hold it, and one of them is a thief"
    UNKNOWN = "a token that was never issued for the session as it is now"


def judge_replay(presented: int, current: int, rotated_at: int, now: int, grace: int) -> Replay:
    if presented > current:
        return Replay.UNKNOWN
    # Only the direct predecessor is excused. That its successor was used shows that the successor arrived.
    # Nodes' clocks differ a little, so an age just below zero is a twin too. Far below it a clock was set back, nobody
    # can tell how old the rotation is, and the answer is no.
    if presented == current - 1 and -min(CLOCK_SKEW, grace) <= now - rotated_at < grace:
        return Replay.WITHIN_GRACE
    return Replay.REUSE
