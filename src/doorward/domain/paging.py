"""Pages of lists."""

from collections.abc import Collection
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from doorward.errors import ValidationFailed

DEFAULT_PAGE_SIZE: Final = 20
MAX_PAGE_SIZE: Final = 100
MAX_PAGE: Final = 1_000_000_000
KEYWORD_MAX: Final = 100
SORT_MAX: Final = 50
# Matches of a keyword are counted up to here: counting all of them would cost more than finding a page.
TOTAL_CAP: Final = 10_000

Item = TypeVar("Item")


def parse_keyword(keyword: str) -> str:
    """Checked here as well as in the wire types: the command line has none."""
    if len(keyword) > KEYWORD_MAX:
        raise ValidationFailed(("keyword", f"must have at most {KEYWORD_MAX} characters"))
    return keyword.strip()


def parse_sort(sort: str, sortable: Collection[str]) -> tuple[str, bool]:
    """The field of a `sort` parameter, and whether it is descending."""
    field = sort.removeprefix("-")
    if field not in sortable:
        raise ValidationFailed(("sort", f"must be one of {', '.join(sortable)}, or one of them after a -"))
    return field, sort.startswith("-")


class PageRequest(Struct, frozen=True):
    number: int = 1
    size: int = DEFAULT_PAGE_SIZE

    @classmethod
    def capped(cls, number: int, size: int) -> "PageRequest":
        return cls(min(number, MAX_PAGE), min(size, MAX_PAGE_SIZE))

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


class Page(Struct, Generic[Item], frozen=True):
    items: list[Item]
    total: int
    total_capped: bool
    request: PageRequest

    def summary(self) -> dict[str, Any]:
        """What stands beside the list in the page's JSON object."""
        return {
            "total": self.total,
            "page": self.request.number,
            "pageSize": self.request.size,
            "totalCapped": self.total_capped,
        }
