"""Wire types of the audit trail."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from doorward.domain.audit import Entry, Position
from doorward.domain.audit_query import CURSOR_MAX, AuditQuery, cursor, parse_cursor
from doorward.domain.paging import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE
from doorward.domain.times import Moment

Who = Annotated[
    str, Meta(max_length=200, description="`user:5`, `role:3`, `cli:ann`, `system`, the id of a user, or a username")
]
Time = Annotated[str, Meta(max_length=40, description="ISO 8601; UTC unless it has an offset", examples=["2026-01-31"])]


class AuditParams(Struct, rename="camel"):
    actor: Who = ""
    target: Who = ""
    action: Annotated[
        str, Meta(max_length=100, description="An action, or a group such as `user.*`", examples=["user.*"])
    ] = ""
    since: Time = msgspec.field(name="from", default="")
    until: Time = msgspec.field(name="to", default="")
    cursor: Annotated[str, Meta(max_length=CURSOR_MAX, description="`nextCursor` of the previous page")] = ""
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE
    format: Annotated[Literal["json", "csv"], Meta(description="`csv` exports all matching entries, not one page")] = (
        "json"
    )

    @property
    def size(self) -> int:
        return min(self.page_size, MAX_PAGE_SIZE)

    def query(self) -> AuditQuery:
        return AuditQuery.parse(self.actor, self.target, self.action, self.since, self.until)

    def position(self) -> Position | None:
        return parse_cursor(self.cursor)


class AuditEntryData(Struct, rename="camel"):
    id: Annotated[str, Meta(description="Lane and number of the entry", examples=["0-17"])]
    time: Moment
    action: Annotated[str, Meta(examples=["user.updated"])]
    actor: Annotated[str, Meta(description="The actor; empty when unknown", examples=["user:1"])]
    actor_name: Annotated[str, Meta(description="The name at that time", examples=["admin"])]
    target: Annotated[str, Meta(description="What the action changed or concerned", examples=["user:5"])]
    target_name: Annotated[str, Meta(description="The name at that time", examples=["ann"])]
    address: Annotated[str, Meta(examples=["192.0.2.1"])]
    request_id: str
    details: Annotated[dict[str, Any], Meta(description="What changed, as `[before, after]`; never a secret")]
    hash: Annotated[str, Meta(description="Over this entry and all before it in its lane")]

    @classmethod
    def of(cls, entry: Entry) -> "AuditEntryData":
        return cls(*entry.document().values())


class AuditPage(Struct, rename="camel"):
    list: list[AuditEntryData]
    page_size: int
    next_cursor: Annotated[str | None, Meta(description="Start of the next page; null on the last page")]

    @classmethod
    def of(cls, found: Sequence[Entry], following: Position | None, size: int) -> "AuditPage":
        return cls([AuditEntryData.of(entry) for entry in found], size, cursor(following))
