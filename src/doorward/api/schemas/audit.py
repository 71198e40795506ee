"""Wire types of the audit trail."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from doorward.api.schemas.users import Moment, iso
from doorward.core.audit.log import AuditQuery
from doorward.domain.audit import ACTIONS, Entry, Position
from doorward.domain.paging import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE
from doorward.errors import ValidationFailed

_CURSOR: Final = re.compile(r"(\d{1,15})-(\d{1,4})-(\d{1,18})")
_GROUPS: Final = frozenset(action.partition(".")[0] + ".*" for action in ACTIONS)

Who = Annotated[
    str, Meta(max_length=200, description="`user:5`, `role:3`, `cli:ann`, `system`, an id of a user, or a username")
]
Time = Annotated[
    str, Meta(max_length=40, description="ISO 8601; UTC unless it says otherwise", examples=["2026-01-31"])
]


class AuditParams(Struct, rename="camel"):
    actor: Who = ""
    target: Who = ""
    action: Annotated[str, Meta(description="One action, or a group such as `user.*`", examples=["user.*"])] = ""
    since: Time = msgspec.field(name="from", default="")
    until: Time = msgspec.field(name="to", default="")
    cursor: Annotated[str, Meta(description="`nextCursor` of the page before")] = ""
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE
    format: Annotated[Literal["json", "csv"], Meta(description="`csv` exports all that match, not just a page")] = (
        "json"
    )

    @property
    def size(self) -> int:
        return min(self.page_size, MAX_PAGE_SIZE)

    def query(self) -> AuditQuery:
        if self.action and self.action not in ACTIONS and self.action not in _GROUPS:
            raise ValidationFailed(("action", f"must be one of {', '.join(ACTIONS)}, or a group such as user.*"))
        since = _moment("from", self.since) if self.since else None
        until = _moment("to", self.until, end=True) if self.until else None
        return AuditQuery(self.actor.strip(), self.target.strip(), self.action.removesuffix("*"), since, until)

    def position(self) -> Position | None:
        if not self.cursor:
            return None
        match = _CURSOR.fullmatch(self.cursor)
        if match is None:
            raise ValidationFailed(("cursor", "must be the nextCursor of another page"))
        return Position(*map(int, match.groups()))


def _moment(field: str, text: str, *, end: bool = False) -> int:
    # In a query a bare + means a space.
    text = text.strip().replace(" ", "+") if "T" in text else text.strip()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValidationFailed((field, "must be a time such as 2026-01-31T12:00:00Z, or a day")) from None
    if end and len(text) == 10:
        moment += timedelta(days=1)  # A day is meant to its end.
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000)


class AuditEntryData(Struct, rename="camel"):
    id: Annotated[str, Meta(description="Lane and number of the entry", examples=["0-17"])]
    time: Moment
    action: Annotated[str, Meta(examples=["user.updated"])]
    actor: Annotated[str, Meta(description="Who did it; empty when nobody knows", examples=["user:1"])]
    actor_name: Annotated[str, Meta(description="The name at that time", examples=["admin"])]
    target: Annotated[str, Meta(description="To whom or what", examples=["user:5"])]
    target_name: Annotated[str, Meta(description="The name at that time", examples=["ann"])]
    address: Annotated[str, Meta(examples=["192.0.2.1"])]
    request_id: str
    details: Annotated[dict[str, Any], Meta(description="What changed, as `[before, after]`; never a secret")]
    hash: Annotated[str, Meta(description="Over this entry and all before it in its lane")]

    @classmethod
    def of(cls, entry: Entry) -> "AuditEntryData":
        event = entry.event
        return cls(
            entry.id,
            iso(event.at),
            event.action,
            event.actor,
            event.actor_name,
            event.target,
            event.target_name,
            event.address,
            event.request_id,
            msgspec.json.decode(event.details),
            entry.hash.hex(),
        )


class AuditPage(Struct, rename="camel"):
    list: list[AuditEntryData]
    page_size: int
    next_cursor: Annotated[str | None, Meta(description="Where the next page begins; null on the last")]

    @classmethod
    def of(cls, found: Sequence[Entry], following: Position | None, size: int) -> "AuditPage":
        cursor = None if following is None else f"{following.at}-{following.lane}-{following.seq}"
        return cls([AuditEntryData.of(entry) for entry in found], size, cursor)
