"""Events: what webhooks and the event stream tell other programs about an audit entry."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from doorward.domain.audit import Event
from doorward.domain.times import iso

# The type of an event is the action of its audit entry, except for these. A receiver that asks for `session.ended`
# need not know the ways in which sessions end.
RENAMED: Final[Mapping[str, str]] = {
    "auth.logout": "session.ended",
    "auth.logout_all": "session.ended",
    "auth.refresh_reused": "session.ended",
    "user.sessions_ended": "session.ended",
}
ALL: Final = "*"


def event_type(action: str) -> str:
    return RENAMED.get(action, action)


def event_types(actions: Iterable[str]) -> list[str]:
    """The types of all events, in alphabetical order."""
    return sorted({event_type(action) for action in actions})


def matches(filters: Iterable[str], kind: str) -> bool:
    """Whether one of the filters names this type: `user.created`, a group such as `user.*`, or `*` for all."""
    return any(given in (kind, ALL) or (given.endswith(".*") and kind.startswith(given[:-1])) for given in filters)


class RecordedEvent(Struct, frozen=True):
    seq: int  # Consumers see events in this order, without a gap that is filled later.
    type: str
    revokes: str  # Whose tokens end: `session:ID`, `user:ID` or `*`; empty for events that end none.
    entry: Event

    @property
    def id(self) -> str:
        return f"evt_{self.seq}"

    def document(self) -> dict[str, Any]:
        """The body of a webhook, and the data of a server-sent event. It never changes: entries are append-only."""
        entry = self.entry
        return {
            "type": self.type,
            "timestamp": iso(entry.at),
            "data": {
                "id": self.id,
                "action": entry.action,
                "actor": entry.actor,
                "actorName": entry.actor_name,
                "target": entry.target,
                "targetName": entry.target_name,
                "address": entry.address,
                "requestId": entry.request_id,
                "revokes": self.revokes or None,
                "details": msgspec.json.decode(entry.details),
            },
        }
