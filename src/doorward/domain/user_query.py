"""Lists of users: filters, sort orders, and the text that keywords are looked for in."""

from typing import Any, Final

from msgspec import Struct

from doorward.domain.paging import parse_keyword, parse_sort
from doorward.domain.user_fields import FIELDS
from doorward.domain.users import fold

# No keyword can contain it, so that a match never runs from one field into the next.
SEPARATOR: Final = "\x1f"

# The name in JSON, and the column.
SORTABLE: Final = {field.wire: field.sort_column for field in FIELDS if field.sort_column}


class UserFilter(Struct, frozen=True):
    keyword: str = ""
    status: int | None = None
    role: str = ""
    sort: str = "id"
    descending: bool = False
    id: int | None = None
    phone: str = ""  # Anywhere in the number, as it is written.
    created_from: int | None = None
    created_to: int | None = None  # Exclusive.
    never_signed_in: bool | None = None
    must_change_password: bool | None = None
    email_verified: bool | None = None
    no_role: bool | None = None
    service: bool | None = None

    @classmethod
    def parse(cls, keyword: str, status: int | None, role: str, sort: str, **others: Any) -> "UserFilter":
        return cls(parse_keyword(keyword), status, role, *parse_sort(sort, SORTABLE), **others)

    @property
    def by_attributes(self) -> bool:
        """Whether it asks for more than keyword, status and role, which the search index has."""
        return self != UserFilter(self.keyword, self.status, self.role, self.sort, self.descending)


def search_text(username: str, name: str, email: str | None) -> str:
    """The folded text in which keywords are looked for."""
    return joined(fold(username), fold(name), fold(email) if email else None)


def joined(username_key: str, name_key: str, email_key: str | None) -> str:
    return SEPARATOR.join((username_key, name_key, email_key or ""))
