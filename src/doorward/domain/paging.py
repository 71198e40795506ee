"""Pages of lists."""

from typing import Final, Generic, TypeVar

from msgspec import Struct

DEFAULT_PAGE_SIZE: Final = 20
MAX_PAGE_SIZE: Final = 100
MAX_PAGE: Final = 1_000_000_000
KEYWORD_MAX: Final = 100
# Matches of a keyword are counted up to here: counting all of them would cost more than finding a page.
TOTAL_CAP: Final = 10_000

Item = TypeVar("Item")


class PageRequest(Struct, frozen=True):
    number: int = 1
    size: int = DEFAULT_PAGE_SIZE

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


class Page(Struct, Generic[Item], frozen=True):
    items: list[Item]
    total: int
    total_capped: bool
    request: PageRequest
