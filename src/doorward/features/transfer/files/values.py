"""Conversions of field values that several systems share."""

from datetime import UTC, datetime
from typing import Any

import msgspec

Row = dict[str, Any]


def text(value: Any) -> str | None:
    """Text; None for null and for empty text."""
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else str(value)


def joined(*parts: Any) -> str | None:
    return " ".join(part for part in map(text, parts) if part) or None


def moment(value: Any) -> Any:
    """Milliseconds since 1970, from a number of them or ISO 8601; other values stay as they are, to be refused."""
    if value is None or value == "":
        return None
    if isinstance(value, (int, float)):
        return int(value)
    if value.removeprefix("-").isdigit():  # Times before 1970 are negative.
        return int(value)
    try:
        parsed = datetime.fromisoformat(value)
    except ValueError:
        return value
    parsed = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    return round(parsed.timestamp() * 1000)


def status(enabled: Any) -> int | None:
    """The status for an `enabled` flag; None without a flag."""
    return None if enabled is None else int(flag(enabled))


def flag(value: Any) -> bool:
    return value if isinstance(value, bool) else str(value).lower() in ("1", "true", "t", "yes", "y")


def verified(email: str | None, value: Any) -> bool | None:
    """`emailVerified` for a flag of another system; None without an address or a flag."""
    return None if email is None or value is None or value == "" else flag(value)


def must_change(value: Any) -> bool | None:
    """`mustChangePassword` that an export of this service wrote into the place of another system."""
    return None if value is None else flag(value)


def names(value: Any) -> list[str] | None:
    """Names from a list, or from text separated by commas or semicolons; None for null."""
    if value is None:
        return None
    if isinstance(value, list):
        return [str(name) for name in value]
    return [name.strip() for name in str(value).replace(";", ",").split(",") if name.strip()]


def embedded(value: Any) -> Row:
    """A JSON object, which some exports hold as text; empty if it is neither."""
    if isinstance(value, str) and value:
        try:
            value = msgspec.json.decode(value)
        except msgspec.DecodeError:
            return {}
    return value if isinstance(value, dict) else {}


def metadata(value: Any) -> Row | None:
    """Metadata that an export of this service wrote into the place of another system; None if there is none."""
    return embedded(value) or None


def as_text(document: Any) -> str:
    return msgspec.json.encode(document).decode()
