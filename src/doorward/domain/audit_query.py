"""Questions to the audit trail, as the API and the command line parse them."""

import re
from typing import Final

from msgspec import Struct

from doorward.domain.audit import Position
from doorward.domain.times import range_bound
from doorward.errors import ValidationFailed

CURSOR_MAX: Final = 40
_CURSOR: Final = re.compile(r"(\d{1,15})-(\d{1,4})-(\d{1,18})")


class AuditQuery(Struct, frozen=True):
    """Actor and target are a reference (`user:5`, `cli:ann`), the id of a user, or a username."""

    actor: str = ""
    target: str = ""
    action: str = ""  # One action, or a group such as `user.*`.
    since: int | None = None
    until: int | None = None

    @classmethod
    def parse(cls, actor: str, target: str, action: str, since: str, until: str) -> "AuditQuery":
        return cls(
            actor.strip(),
            target.strip(),
            action,
            range_bound("from", since) if since else None,
            range_bound("to", until, end=True) if until else None,
        )


def parse_cursor(text: str) -> Position | None:
    if not text:
        return None
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise ValidationFailed(("cursor", "must be the nextCursor of another page"))
    return Position(*map(int, match.groups()))


def cursor(following: Position | None) -> str | None:
    return None if following is None else f"{following.at}-{following.lane}-{following.seq}"
