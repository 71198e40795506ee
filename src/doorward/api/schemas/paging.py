"""Query parameters that all lists with page numbers share."""

from typing import Annotated

from msgspec import Meta, Struct

from doorward.domain.paging import DEFAULT_PAGE_SIZE, MAX_PAGE, PageRequest


class PageParams(Struct, rename="camel"):
    page: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[int, Meta(ge=1, description="Above 100 counts as 100")] = DEFAULT_PAGE_SIZE

    def request(self) -> PageRequest:
        return PageRequest.capped(self.page, self.page_size)
