"""Audit trail: the actions of the kernel and the values of an entry."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from doorward.domain.access import Actor
from doorward.domain.times import iso
from doorward.domain.users import User

ACTIONS: Final = {
    "auth.login": "User signed in; `details.endedSessions` are older ones beyond the limit of a user, `details.method`"
    " is how, unless by password",
    "auth.login_failed": "Sign-in failed; `details.reason` says why",
    "auth.second_factor_asked": "First factor proved; the sign-in waits for one of `details.methods`;"
    " `details.outcome` is `limited` where no code could be mailed",
    "auth.step_up": "User authenticated again in a session, for a change that needs it",
    "auth.step_up_failed": "Repeated authentication failed: the password or the factor was wrong",
    "auth.logout": "User signed out or ended one of their sessions",
    "auth.logout_all": "User ended all of their sessions",
    "auth.token_minted": "Session opened for a user on the command line, without their password",
    "auth.refresh_reused": "Replaced refresh token used again; its session was ended",
    "auth.refresh_grace": "Replaced refresh token used again within the grace period, from another network or device",
    "auth.password_changed": "User changed their password",
    "auth.password_change_failed": "Password change failed: the current password was wrong",
    "auth.email_change_requested": "User asked for another e-mail address, which waits for its confirmation",
    "user.created": "User created",
    "user.updated": "User updated",
    "user.deleted": "User deleted",
    "user.password_breached": "User signed in with a password that is known from data breaches, and must change it",
    "user.sessions_ended": "Administrator ended one or all sessions of a user, or the service those beyond the limit",
    "api_key.created": "API key created; the target is its owner",
    "api_key.renamed": "API key renamed",
    "api_key.deleted": "API key deleted, or all `details.keys` of the owner",
    "api_key.expiring": "API key expires soon; its owner was told by mail, if they have an address",
    "role.created": "Role created",
    "role.updated": "Role updated",
    "role.deleted": "Role deleted and removed from its users",
    "key.created": "Key added to the key ring",
    "key.retired": "Signing key retired by an administrator; tokens that it signed are refused",
    "key.resealed": "Keys encrypted again under the current master secret",
    "operation.created": "Operation on many users started, or another one that goes on after its request",
    "operation.cancelled": "Operation cancelled; what it had done stays",
    "operation.finished": "Operation ended; `details.state` is `done` or `failed`, `details.reason` says why it failed",
    "settings.changed": "Service started with changed settings",
}

# Of the numbers in an id, so that they fit a BIGINT.
_DIGITS: Final = 16
_FIELDS: Final = (
    *("id", "time", "action", "actor", "actorName", "target", "targetName"),
    *("address", "requestId", "details", "hash"),
)


class Target(Struct, frozen=True):
    """What an entry is about: a permanent reference, and the name at that time."""

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
    """The sort key of an entry when all lanes are read together, by time."""

    at: int
    lane: int
    seq: int


class Entry(Struct, frozen=True):
    """An event as stored: number `seq` of a lane, with a hash that covers every earlier entry of the lane."""

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

    def texts(self) -> tuple[str, ...]:
        """The fields as text, in the order of the wire type; `details` as JSON."""
        _, *rest = astuple(self.event)  # In the same order.
        return (self.id, iso(self.event.at), *rest, self.hash.hex())

    def document(self) -> dict[str, Any]:
        """The entry object, in the order of its wire type."""
        return dict(zip(_FIELDS, self.texts(), strict=True)) | {"details": msgspec.json.decode(self.event.details)}


def parse_id(text: str) -> tuple[int, int] | None:
    """Lane and number of the entry with this id; None for text that is no id."""
    lane, dash, seq = text.partition("-")
    if not (dash and lane.isdecimal() and seq.isdecimal() and len(lane) <= _DIGITS and len(seq) <= _DIGITS):
        return None
    return int(lane), int(seq)


class LaneHead(Struct, frozen=True):
    """The bounds of a lane. Retention removed the entries before `first`; `anchor` is the hash of the last of them."""

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


def unknown_user(digest: str) -> Target:
    """A username that no user has. Its text is not recorded: users type passwords into the wrong field."""
    return Target(f"username:{digest}", "")


def event(actor: Actor, action: str, target: Target, details: str, now: int) -> Event:
    origin = actor.origin
    return Event(
        now, action, actor.ref, actor.name, target.ref, target.name, origin.address, origin.request_id, details
    )


def differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    """What changed, as `field: [before, after]`."""
    return {field: [old, after[field]] for field, old in before.items() if old != after[field]}
