"""What lists of users can be asked for, and the text that keywords are looked for in."""

from typing import Final

from msgspec import Struct

from doorward.domain.users import fold

# No keyword can contain it, so that a match never runs from one field into the next.
SEPARATOR: Final = "\x1f"

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
