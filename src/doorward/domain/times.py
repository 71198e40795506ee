"""Times: milliseconds since 1970 inside the service, ISO 8601 in UTC outside."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Final, cast

from msgspec import Meta

from doorward.errors import ValidationFailed

Moment = Annotated[
    str,
    Meta(
        description="ISO 8601, UTC",
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
        examples=["2026-01-31T12:00:00.000Z"],
        extra_json_schema={"format": "date-time"},
    ),
]


# The years 1 to 9999, which is what ISO 8601 and `datetime` can express.
FIRST: Final = -62_135_596_800_000
LAST: Final = 253_402_300_799_999


_DAY: Final = 86_400_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def parse_moment(text: str) -> int:
    """A time or a day in ISO 8601, in UTC unless it says otherwise."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError("must be a time such as 2026-01-31T12:00:00Z, or a day") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return clamped((moment - _EPOCH) // _MILLISECOND)


def range_bound(field: str, text: str, *, end: bool = False) -> int:
    """A bound of a range, as a query gives it in this field."""
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


def is_moment(milliseconds: int) -> bool:
    """Whether a number is a time that can be shown. Microseconds instead of milliseconds are not."""
    return FIRST <= milliseconds <= LAST


def clamped(milliseconds: int) -> int:
    return max(FIRST, min(milliseconds, LAST))


_MINUTES: Final = tuple(f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(60))
_EPOCH_DAY: Final = _EPOCH.toordinal()


@lru_cache(4096)
def _date(day: int) -> str:
    """Of a day since 1970."""
    return date.fromordinal(_EPOCH_DAY + day).isoformat()


# Formatting takes a good part of rendering a user, and users are read far more often than they change. By `datetime` it
# would take four times as long.
@lru_cache(8192)
def iso_or_none(milliseconds: int | None) -> str | None:
    if milliseconds is None:
        return None
    # Clamped: a number that is no time must not make every page that contains it fail.
    day, rest = divmod(clamped(milliseconds), _DAY)
    minute, rest = divmod(rest, 60_000)
    return f"{_date(day)}T{_MINUTES[minute]}:{rest // 1000:02}.{rest % 1000:03}Z"


def readable(milliseconds: int) -> str:
    """For people, in any language: `2026-01-31 12:00 UTC`."""
    return f"{datetime.fromtimestamp(clamped(milliseconds) // 1000, UTC):%Y-%m-%d %H:%M} UTC"


# The same function and cache, for times that are never null.
iso: Final = cast("Callable[[int], str]", iso_or_none)
