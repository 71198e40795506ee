"""Keys as the database keeps them, and the life of those that sign access tokens."""

import enum
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

ACCESS: Final = "access"
REFRESH: Final = "refresh"
AUDIT: Final = "audit"

# Nodes look for new keys this often, and their clocks may differ by a minute: until then a key may still sign.
RELOAD_SECONDS: Final = 10
LATE_SIGNATURES: Final = (RELOAD_SECONDS + 60) * 1000


class StoredKey(Struct, frozen=True):
    """The private part is sealed under the master secret."""

    kid: str
    purpose: str
    algorithm: str
    sealed: str
    created_at: int
    active_at: int
    retire_at: int | None = None


class State(enum.StrEnum):
    ANNOUNCED = "announced"  # Verifiers may fetch it; nothing is signed with it yet.
    ACTIVE = "active"
    RETIRING = "retiring"  # Signs nothing any more, but its last tokens live.
    RETIRED = "retired"


def signer(keys: Sequence[StoredKey], now: int) -> StoredKey:
    """The key that signs access tokens at this moment."""
    living = [key for key in keys if key.purpose == ACCESS and not _retired(key, now)]
    begun = [key for key in living if key.active_at <= now]
    # A clock that was set back may find that no key has begun; the oldest is the one verifiers know best.
    return max(begun, key=_age) if begun else min(living, key=_age)


def states(keys: Sequence[StoredKey], now: int) -> dict[str, State]:
    signs = signer(keys, now)
    return {key.kid: _state(key, signs, now) for key in keys}


def _state(key: StoredKey, signs: StoredKey, now: int) -> State:
    if key.purpose != ACCESS or key.kid == signs.kid:
        return State.ACTIVE
    if _retired(key, now):
        return State.RETIRED
    return State.ANNOUNCED if _age(key) > _age(signs) else State.RETIRING


def _retired(key: StoredKey, now: int) -> bool:
    return key.retire_at is not None and key.retire_at <= now


def _age(key: StoredKey) -> tuple[int, int, str]:
    return key.active_at, key.created_at, key.kid
