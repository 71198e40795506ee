"""Times: milliseconds since 1970 inside the service, ISO 8601 in UTC outside."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Final, cast

from msgspec import Meta

Moment = Annotated[
    str,
    Meta(
        description="ISO 8601, UTC",
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
        examples=["2026-01-31T12:00:00.000Z"],
    ),
]


# Formatting takes longer than the rest of rendering a user, and users are read far more often than they change.
@lru_cache(8192)
def iso_or_none(milliseconds: int | None) -> str | None:
    if milliseconds is None:
        return None
    whole = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


# The same function and cache, for times that are never null.
iso: Final = cast("Callable[[int], str]", iso_or_none)
