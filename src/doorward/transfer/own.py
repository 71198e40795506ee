"""Our own form: the user object's field names, with `password` or `passwordHash`."""

from typing import Any, Final

from doorward.transfer.fields import Row, iso, moment, names, text

FIELDS: Final = (
    "username", "name", "email", "phone", "avatar", "roles", "status", "passwordHash", "createdAt", "updatedAt",
    "lastLoginAt",
)  # fmt: skip


def read(row: Row, options: Row) -> Row:
    """Only what the row has: an absent field is not an empty one."""
    return {field: read_field(row[field]) for field, read_field in _FIELDS if field in row}


def _status(value: Any) -> int:
    if value in (0, 1) and not isinstance(value, bool):
        return int(value)
    if value in ("0", "1", ""):
        return int(value or 1)
    raise ValueError("must be 0 or 1")


_READ: Final[dict[str, Any]] = {
    "roles": names,
    "status": _status,
    "createdAt": moment,
    "updatedAt": moment,
    "lastLoginAt": moment,
}
_FIELDS: Final = tuple((field, _READ.get(field, text)) for field in (*FIELDS, "password"))


def write(row: Row) -> Row:
    times = {field: iso(row[field]) for field in ("createdAt", "updatedAt", "lastLoginAt")}
    return {field: row[field] for field in FIELDS} | times
