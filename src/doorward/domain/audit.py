"""The audit trail: what is recorded, and the values that one entry has."""

from typing import Any, Final

from msgspec import Struct

from doorward.domain.access import Actor
from doorward.domain.users import User

ACTIONS: Final = {
    "auth.login": "Somebody signed in",
    "auth.login_failed": "Somebody could not sign in; `details.reason` says why",
    "auth.logout": "A session was ended by whoever it belongs to",
    "auth.logout_all": "A user ended all of their sessions",
    "auth.token_minted": "A session was opened for a user on the command line, without their password",
    "auth.refresh_reused": "A refresh token came back after it had been replaced; its session was ended",
    "auth.password_changed": "A user changed their own password",
    "auth.password_change_failed": "The current password was wrong",
    "user.created": "A user was created",
    "user.updated": "A user was changed",
    "user.deleted": "A user was deleted",
    "users.exported": "All users were written to a file",
    "users.imported": "Users were imported from a file; `details` has how many of each outcome",
    "user.sessions_ended": "An administrator ended all sessions of a user, or one",
    "role.created": "A role was created",
    "role.updated": "A role was changed",
    "role.deleted": "A role was deleted, and taken from its users",
    "key.created": "A key was added to the key ring",
    "key.retired": "A signing key was retired by hand; what it signed is refused",
    "key.resealed": "The key ring was sealed anew, under the present master secret",
    "settings.changed": "The service started with other settings than before",
}

_LONGEST_NAME: Final = 128


class Target(Struct, frozen=True):
    """What an entry is about: a reference that lasts, and the name it had at that time."""

    ref: str
    name: str


class Event(Struct, frozen=True):
    at: int
    action: str
    actor: str
    actor_name: str
    target: str
    target_name: str
    address: str
    request_id: str
    details: str  # JSON


class Position(Struct, frozen=True):
    """Where an entry stands when all lanes are read together, by time."""

    at: int
    lane: int
    seq: int


class Entry(Struct, frozen=True):
    """An event in its place: the number `seq` of a lane, whose hash covers all before it."""

    lane: int
    seq: int
    event: Event
    hash: bytes

    @property
    def id(self) -> str:
        return f"{self.lane}-{self.seq}"

    @property
    def position(self) -> Position:
        return Position(self.event.at, self.lane, self.seq)


class LaneHead(Struct, frozen=True):
    """Where a lane begins and ends. Retention removed what was before `first`; `anchor` is the hash of its last."""

    lane: int
    first: int
    anchor: bytes
    seq: int
    hash: bytes
    seal: bytes


def user_target(user: User) -> Target:
    return Target(f"user:{user.id}", user.username)


def actor_target(actor: Actor) -> Target:
    """The actor as the target of what they did to their own account."""
    return Target(actor.ref, actor.name)


def unknown_user(username: str, folded: str) -> Target:
    return Target(f"username:{folded[:_LONGEST_NAME]}", username[:_LONGEST_NAME])


def event(actor: Actor, action: str, target: Target, details: str, now: int) -> Event:
    origin = actor.origin
    return Event(
        now, action, actor.ref, actor.name, target.ref, target.name, origin.address, origin.request_id, details
    )


def differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    """What changed, as `field: [before, after]`."""
    return {field: [old, after[field]] for field, old in before.items() if old != after[field]}
