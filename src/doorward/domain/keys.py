"""Stored keys, and the life cycle of those that sign access tokens."""

import enum
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

ACCESS: Final = "access"
REFRESH: Final = "refresh"
AUDIT: Final = "audit"
DATA: Final = "data"

# Nodes reload keys this often, and their clocks may differ by a minute. For so long after a rotation, a node may still
# sign with the previous key.
RELOAD_SECONDS: Final = 10
LATE_SIGNATURES: Final = (RELOAD_SECONDS + 60) * 1000


class StoredKey(Struct, frozen=True):
    """`sealed` is the private part, encrypted under the master secret."""

    kid: str
    purpose: str
    algorithm: str
    sealed: str
    created_at: int
    active_at: int
    retire_at: int | None = None


class State(enum.StrEnum):
    ANNOUNCED = "announced"  # Published, so that verifiers can fetch it, but not yet signing.
    ACTIVE = "active"
    RETIRING = "retiring"  # No longer signing; kept until its last tokens have expired.
    RETIRED = "retired"


def signer(keys: Sequence[StoredKey], now: int) -> StoredKey:
    """The key that signs access tokens now."""
    usable = [key for key in keys if key.purpose == ACCESS and not _retired(key, now)]
    active = [key for key in usable if key.active_at <= now]
    # After a clock was set back, no key may be active yet. Verifiers most likely have the oldest one.
    return max(active, key=_order) if active else min(usable, key=_order)


def states(keys: Sequence[StoredKey], now: int) -> dict[str, State]:
    signs = signer(keys, now)
    return {key.kid: _state(key, signs, now) for key in keys}


def _state(key: StoredKey, signs: StoredKey, now: int) -> State:
    if key.purpose != ACCESS or key.kid == signs.kid:
        return State.ACTIVE
    if _retired(key, now):
        return State.RETIRED
    return State.ANNOUNCED if _order(key) > _order(signs) else State.RETIRING


def _retired(key: StoredKey, now: int) -> bool:
    return key.retire_at is not None and key.retire_at <= now


def _order(key: StoredKey) -> tuple[int, int, str]:
    return key.active_at, key.created_at, key.kid
