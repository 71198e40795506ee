"""The interface of search: the only part of this package that use cases and commands call.

Two implementations return the same pages. `IndexedDirectory` reads from indexes, and costs hardly more for a million
users than for ten thousand. `ScanDirectory` is a plain query on the table of users: the readable reference.
"""

from typing import Protocol

from doorward.domain.paging import Page, PageRequest
from doorward.domain.user_query import Filter
from doorward.domain.users import User
from doorward.search.filling import PAUSE, Report, ignore_progress


class UserDirectory(Protocol):
    async def page(self, criteria: Filter, request: PageRequest) -> Page[User]:
        """One page of the users that match. Raises SearchTooDeep for pages of a keyword beyond the cap."""
        ...

    async def fill(self, report: Report = ignore_progress, pause: float = PAUSE) -> None:
        """Brings the indexes up to date: builds what is missing, then applies pending changes.

        Without a pause (seconds) between transactions it finishes sooner, and other writers wait longer.
        """
        ...

    async def postpone(self) -> None:
        """Call before a bulk load: users created from now on are not indexed until `fill`. Pages stay correct."""
        ...
