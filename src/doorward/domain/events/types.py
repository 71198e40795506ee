"""Events: what webhooks and the event stream tell other programs about an audit entry."""

from collections.abc import Collection, Iterable, Mapping
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
# Characters of a wrong filter that an error repeats.
_SHOWN: Final = 100


def event_type(action: str) -> str:
    return RENAMED.get(action, action)


def event_types(actions: Iterable[str]) -> list[str]:
    """The types of all events, in alphabetical order."""
    return sorted({event_type(action) for action in actions})


def matches(filters: Iterable[str], kind: str) -> bool:
    """Whether one of the filters names this type: `user.created`, a group such as `user.*`, or `*` for all."""
    return any(given in (kind, ALL) or (given.endswith(".*") and kind.startswith(given[:-1])) for given in filters)


def parse_filters(names: Iterable[str], types: Collection[str]) -> tuple[str, ...]:
    """The filters in order, only `*` when it is among them. ValueError for one that no event could match."""
    given = sorted({name.strip() for name in names})
    if not given:
        raise ValueError("must name at least one type of event, a group such as user.*, or *")
    for name in given:
        group = name.endswith(".*") and any(kind.startswith(name[:-1]) for kind in types)
        if name != ALL and name not in types and not group:
            raise ValueError(f"has {name[:_SHOWN]!r}, which is no type of event, no group such as user.*, and not *")
    return (ALL,) if ALL in given else tuple(given)


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
