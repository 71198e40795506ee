"""Our own form: the user object's field names, with `password` or `passwordHash`."""

from typing import Any, Final

from doorward.features.transfer.files.values import Row, iso, moment, names, text

FIELDS: Final = (
    "username", "name", "email", "phone", "avatar", "roles", "status", "passwordHash", "createdAt", "updatedAt",
    "lastLoginAt",
)  # fmt: skip


def read(row: Row, options: Row) -> Row:
    """Only what the row has: an absent field is not an empty one."""
    return {
        # Most are what they should be, and need not be looked at.
        field: value if value and type(value) is _USUAL[field] else _READ[field](value)
        for field, value in row.items()
        if field in _READ
    }


def _status(value: Any) -> Any:
    return int(value or 1) if value in ("0", "1", "") else value


_READ: Final[dict[str, Any]] = {
    **dict.fromkeys((*FIELDS, "password"), text),
    "roles": names,
    "status": _status,
    "createdAt": moment,
    "updatedAt": moment,
    "lastLoginAt": moment,
}
_USUAL: Final = {field: {text: str, names: None}.get(read_field, int) for field, read_field in _READ.items()}


def write(row: Row) -> Row:
    times = {field: iso(row[field]) for field in ("createdAt", "updatedAt", "lastLoginAt")}
    return {field: row[field] for field in FIELDS} | times
