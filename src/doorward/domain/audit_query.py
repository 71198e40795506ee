"""Questions to the audit trail, as the API and the command line parse them."""

import re
from typing import Final

from msgspec import Struct

from doorward.domain.audit import Position
from doorward.domain.times import clamped, parse_moment
from doorward.errors import ValidationFailed

CURSOR_MAX: Final = 40
_CURSOR: Final = re.compile(r"(\d{1,15})-(\d{1,4})-(\d{1,18})")

_DAY: Final = 86_400_000


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
            _moment("from", since) if since else None,
            _moment("to", until, end=True) if until else None,
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


def _moment(field: str, text: str, *, end: bool = False) -> int:
    # In a query string a bare + means a space.
    text = text.strip().replace(" ", "+") if "T" in text else text.strip()
    try:
        milliseconds = parse_moment(text)
    except ValueError as error:
        raise ValidationFailed((field, str(error))) from None
    # In whole numbers, which have no end: the day after 9999-12-31 is no `datetime`.
    if end and len(text) == 10:
        milliseconds += _DAY  # A day as the end of a range includes that day.
    return clamped(milliseconds)
