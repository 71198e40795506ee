"""Query parameters that all lists with page numbers share."""

from collections.abc import Callable
from typing import Annotated, Any, Generic, Self, TypeVar

from msgspec import Meta, Struct

from doorward.domain.paging import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, Page, PageRequest

Item = TypeVar("Item")
Listed = TypeVar("Listed")


class PageParams(Struct, rename="camel"):
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE

    def request(self) -> PageRequest:
        return PageRequest.capped(self.page, self.page_size)


class PageData(Struct, Generic[Item], rename="camel"):
    """A page of a list, as a response has it."""

    list: list[Item]
    total: Annotated[int, Meta(ge=0, description="Exact, or 10000 when `totalCapped`", examples=[1])]
    page: Annotated[int, Meta(ge=1, examples=[1])]
    page_size: Annotated[int, Meta(ge=1, le=MAX_PAGE_SIZE, description="The page size that was used", examples=[20])]
    total_capped: Annotated[bool, Meta(description="More match; counting stops there", examples=[False])]

    @classmethod
    def of(cls, page: Page[Listed], shown: Callable[[Listed], Item], *others: Any) -> Self:
        """`shown` makes the wire type of an item; `others` are the fields that a subclass adds."""
        items = [shown(item) for item in page.items]
        return cls(items, page.total, page.request.number, page.request.size, page.total_capped, *others)
