"""What lists of users can be asked for, and the text that keywords are looked for in."""

import re
from typing import Final

from msgspec import Struct

from doorward.domain.users import fold

# No keyword can contain it, so that a match never runs from one field into the next.
SEPARATOR: Final = "\x1f"
# What no field may contain, and no keyword can find: control characters and those of private use.
_NOWHERE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ue000-\uf8ff]")
# The longest pieces of text in the index. A longer keyword is looked for by its pieces, and then by itself.
GRAM: Final = 3
# So many pieces say enough about a long keyword.
_MOST_GRAMS: Final = 16

SORTABLE: Final = {
    "id": "id",
    "username": "username_key",
    "name": "name_key",
    "email": "email_key",
    "status": "status",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "lastLoginAt": "last_login_at",
}
_NULLABLE: Final = ("email_key", "last_login_at")


class Filter(Struct, frozen=True):
    keyword: str = ""
    status: int | None = None
    role: str = ""
    sort: str = "id"
    descending: bool = False


def search_text(username: str, name: str, email: str | None) -> str:
    """The folded text in which keywords are looked for."""
    return joined(fold(username), fold(name), fold(email) if email else None)


def joined(username_key: str, name_key: str, email_key: str | None) -> str:
    return SEPARATOR.join((username_key, name_key, email_key or ""))


def folded(keyword: str) -> str | None:
    """The keyword as it stands in the searched text; None for one that can't stand in any."""
    return None if _NOWHERE.search(keyword) else fold(keyword)


def grams(keyword: str) -> list[str]:
    """Pieces of the keyword, all of which a text that contains it has in the index."""
    size = min(len(keyword), GRAM)
    pieces = dict.fromkeys(keyword[start : start + size] for start in range(len(keyword) - size + 1))
    return list(pieces)[:_MOST_GRAMS]


def order(wanted: Filter, column: str = "", identity: str = "u.id") -> str:
    """The order of a list. Nothing comes before everything, and equals are ordered by id."""
    name = SORTABLE[wanted.sort]
    direction = "DESC" if wanted.descending else "ASC"
    nulls = (" NULLS LAST" if wanted.descending else " NULLS FIRST") if name in _NULLABLE else ""
    # A unique column has no equals; asked for less, the databases sort by its index alone.
    tie = "" if name in ("id", "username_key") else f", {identity} {direction}"
    return f"ORDER BY {column or f'u.{name}'} {direction}{nulls}{tie}"
