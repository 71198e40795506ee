"""The outbox: work that a committed change asks for, and that is done after it."""

import enum

from msgspec import Struct


class OutboxState(enum.StrEnum):
    QUEUED = "queued"  # Waits until it is due; also while a node works on it.
    HELD = "held"  # A mail without a server to send it: an administrator passes it on.
    DELIVERED = "delivered"
    FAILED = "failed"  # Given up.


class OutboxItem(Struct, frozen=True):
    id: int
    topic: str  # Which job works on it.
    kind: str
    recipient: str
    user_id: int | None
    sealed: str  # Erased once delivered or given up.
    state: str
    attempts: int
    due_at: int
    error: str
    created_at: int
    finished_at: int | None
