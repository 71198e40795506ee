"""Statistics for administrators."""

from typing import Final

from msgspec import Struct

DAY: Final = 86_400_000
DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 90


class SignIns(Struct, frozen=True):
    """Sign-ins of one day in UTC, counted up to a cap."""

    day: int  # Its start, in milliseconds.
    succeeded: int
    failed: int


class Stats(Struct, frozen=True):
    active_sessions: int
    sign_ins: tuple[SignIns, ...]  # Oldest first; the last is today so far.
