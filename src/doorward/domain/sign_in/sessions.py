"""Sessions and the rotation of refresh tokens."""

import enum
from typing import Final

from msgspec import Struct

from doorward.domain.sign_in.devices import device_name

CLOCK_SKEW: Final = 5_000  # Milliseconds by which the clocks of nodes may differ.


class SessionPolicy(Struct, frozen=True):
    """All durations in milliseconds."""

    idle_ttl: int
    max_ttl: int
    grace: int
    rotation: bool
    grace_bound: bool
    per_user: int  # Sessions of one user; a sign-in beyond that ends the least recently used one.

    def expiry(self, created_at: int, now: int) -> int:
        return min(now + self.idle_ttl, created_at + self.max_ttl)


class Session(Struct, frozen=True):
    """A session as users see it."""

    id: int
    user_agent: str
    address: str
    created_at: int
    last_used_at: int
    expires_at: int
    impersonator: str | None  # The username of the administrator who acts as the user in it.

    @property
    def device(self) -> str:
        return device_name(self.user_agent)


class EndedSessions(Struct, frozen=True):
    """The sessions of a user that ended, and those of other users that were opened from them and ended with them."""

    own: list[int]
    opened: list[int] = []

    def __len__(self) -> int:
        return len(self.own) + len(self.opened)


class Replay(enum.Enum):
    """Why a refresh token other than the current one was presented."""

    WITHIN_GRACE = "the direct predecessor within the grace period: a second tab, or a lost response"
    REUSE = "a token that was replaced earlier: two clients hold it, so it was stolen"
    UNKNOWN = "a token that was never issued for this session"


def judge_replay(presented: int, current: int, rotated_at: int, now: int, grace: int) -> Replay:
    if presented > current:
        return Replay.UNKNOWN
    # Only the direct predecessor is accepted: once its successor was used, the successor has arrived at the client.
    # Clocks of nodes differ, so the rotation may seem to lie slightly in the future. If it lies further ahead, a clock
    # was set back and the age of the rotation is unknown: refuse.
    if presented == current - 1 and -min(CLOCK_SKEW, grace) <= now - rotated_at < grace:
        return Replay.WITHIN_GRACE
    return Replay.REUSE
