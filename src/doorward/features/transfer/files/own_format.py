"""The own format: the names of the user object, with `password` or `passwordHash`, and `secondFactors`, which are read
and never exported."""

from typing import Any, Final

import msgspec

from doorward.domain.times import iso_or_none
from doorward.domain.user_fields import EXPORTED
from doorward.features.transfer.files.values import Row, moment, names, text

PLAIN: Final = tuple(field.wire for field in EXPORTED if not field.time)
TIMES: Final = tuple(field.wire for field in EXPORTED if field.time)
# The column of a report for users who were imported without some of their second factors.
LEFT_OUT: Final = "leftOut"
FIELDS: Final = (*PLAIN, "passwordHash", *TIMES)


def read(row: Row, options: Row, now: int) -> Row:
    """Only what the row has: an absent field is not an empty one."""
    return {
        # Most values have the right type already: an import calls nothing for them.
        field: value if value and type(value) is _USUAL[field] else _READ[field](value)
        for field, value in row.items()
        if field in _READ
    }


def _status(value: Any) -> Any:
    return _STATUSES.get(value.lower(), value) if isinstance(value, str) else value


def _verified(value: Any) -> Any:
    # Spreadsheets write the words in capitals.
    return _FLAGS.get(str(value).lower(), value)


def _id(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 20 else value


def _second_factors(value: Any) -> Any:
    """A list; text in the cell of a table."""
    if not isinstance(value, str):
        return value or None
    try:
        return msgspec.json.decode(value) if value else None
    except msgspec.DecodeError:
        raise ValueError("secondFactors must be a JSON list") from None


def _metadata(value: Any) -> Any:
    return value or None


# Also the words that people write into tables (docs/import.md).
_STATUSES: Final = {
    **dict.fromkeys(("1", "", "enabled", "启用", "已启用"), 1),
    **dict.fromkeys(("0", "disabled", "禁用", "已禁用", "停用"), 0),
}
_FLAGS: Final = {"true": True, "1": True, "false": False, "0": False, "": None}
_READ: Final[dict[str, Any]] = {
    **dict.fromkeys((*FIELDS, "password"), text),
    **dict.fromkeys(TIMES, moment),
    "roles": names,
    "status": _status,
    "metadata": _metadata,
    "secondFactors": _second_factors,
    "emailVerified": _verified,
    "mustChangePassword": _verified,
    "id": _id,
}
_USUAL: Final = {
    field: {text: str, names: None, _metadata: dict, _verified: bool, _second_factors: list}.get(read, int)
    for field, read in _READ.items()
}


def write(row: Row) -> Row:
    return {"id": row["id"]} | {field: iso_or_none(row[field]) if field in TIMES else row[field] for field in FIELDS}
