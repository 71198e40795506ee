"""The interface of search: the only class of this package that use cases and commands call.

Pages come from indexes and cost hardly more for a million users than for ten thousand. Until the indexes are filled,
and wherever `use_indexes` is off, `scan` reads the same pages from the table. docs/decisions/0009
"""

import asyncio
from functools import partial
from typing import Final

from doorward.database.protocol import Database, Reader
from doorward.domain.paging import Page, PageRequest
from doorward.domain.user_query import UserFilter
from doorward.domain.users import User
from doorward.search import filling, scan
from doorward.search.filling import BLOCK, PAUSE, Pacer, Report, ignore_progress
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.search.planner import Planner, SearchBackend

# Filled indexes stay filled until a bulk load postpones them. Every node notices that within this time.
_RECHECK_SECONDS: Final = 1.0


class UserDirectory:
    def __init__(
        self, database: Database, backend: SearchBackend, options: SearchOptions = DEFAULTS, *, replicated: bool = False
    ) -> None:
        """`replicated`: pages may come from a replica."""
        self._replicated = replicated
        self._database, self._backend, self._options = database, backend, options
        self._planner = Planner(backend, options.thresholds)
        self._ready, self._checked_at = False, 0.0

    async def page(self, criteria: UserFilter, request: PageRequest, user_id: int | None = None) -> Page[User]:
        """One page of the users that match. Raises SearchTooDeep for pages of a keyword beyond the cap.

        `user_id`: the user for whom it is read.
        """
        by_scan = criteria.by_attributes and (
            criteria.id is not None or not await self._backend.plans_attributes(self._database)
        )
        if by_scan or not self._options.use_indexes or not await self._is_ready():
            return await self._database.read_in_background(partial(scan.page, criteria, request), user_id, replica=True)
        # First pages of all users in the order of ids take less time than handing them to the background reader.
        filtered = criteria.keyword or criteria.role or criteria.status is not None or criteria.by_attributes
        if filtered or criteria.sort != "id" or request.offset >= BLOCK:
            work = partial(self._page_of_replica if self._replicated else self._planner.page, criteria, request)
            return await self._database.read_in_background(work, user_id, replica=True)
        return await self._planner.page(criteria, request, self._database)

    async def _page_of_replica(self, criteria: UserFilter, request: PageRequest, reader: Reader) -> Page[User]:
        # The indexes of the primary are complete. Those in this snapshot may lack users until the replica has replayed
        # the end of their fill.
        if await filling.is_ready(reader):
            return await self._planner.page(criteria, request, reader)
        return await scan.page(criteria, request, reader)

    async def fill(self, report: Report = ignore_progress, pause: float = PAUSE) -> None:
        """Brings the indexes up to date: fills what is missing, then applies pending changes.

        Without a pause (seconds) between transactions it finishes sooner, and other writers wait longer.
        """
        pacer = Pacer(pause, self._options.batches.seconds)
        await filling.fill_indexes(self._database, self._backend, report, pacer)

    async def postpone(self, rows: int) -> bool:
        """Call before a bulk load: users created from now on are not indexed until `fill`. Pages stay correct.

        Returns whether they are postponed: only if that takes less time. Raises DatabaseUnavailable, and has postponed
        nothing, if others keep the table of users locked.
        """
        if not await self._backend.postponing_pays(self._database, rows):
            return False
        await self._database.write(lambda tx: filling.postpone(tx, self._backend))
        # Afterwards, because what is dropped or not makes no difference to lists: a fill builds what is missing.
        await self._backend.drop_indexes(self._database)
        # By then every node has checked again, and scans.
        await asyncio.sleep(2 * _RECHECK_SECONDS)
        return True

    async def _is_ready(self) -> bool:
        now = asyncio.get_running_loop().time()
        if not self._ready or now - self._checked_at >= _RECHECK_SECONDS:
            complete = await filling.is_complete(self._database, self._backend)
            self._ready, self._checked_at = complete, now
        return self._ready
