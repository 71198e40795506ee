"""Figures for people who look after the service."""

from typing import Final

from msgspec import Struct

DAY: Final = 86_400_000
DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 90


class SignIns(Struct, frozen=True):
    """How the sign-ins of one day, by UTC, went; counted no further than a cap."""

    day: int  # The millisecond with which it begins.
    succeeded: int
    failed: int


class Stats(Struct, frozen=True):
    active_sessions: int
    sign_ins: tuple[SignIns, ...]  # Oldest first; today, so far, is the last.
