"""Locked accounts."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

# Failed sign-ins, the newest ones, among which locked accounts are looked for.
EXAMINED: Final = 2000


class Lock(Struct, frozen=True):
    network: str  # Empty for all networks.
    failures: int
    until: int


class LockedAccount(Struct, frozen=True):
    """A user whom failed sign-ins keep out: from everywhere, or from some networks."""

    user_id: int
    username: str
    name: str
    until: int
    failures: int
    everywhere: bool
    networks: tuple[str, ...]

    @classmethod
    def of(cls, user_id: int, username: str, name: str, locks: Sequence[Lock]) -> "LockedAccount":
        return cls(
            user_id,
            username,
            name,
            max(lock.until for lock in locks),
            max(lock.failures for lock in locks),
            any(not lock.network for lock in locks),
            tuple(sorted({lock.network for lock in locks if lock.network})),
        )
