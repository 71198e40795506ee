"""Lists of users from indexes. Until these are filled, lists are table scans."""

import asyncio
from functools import partial
from typing import Final

from doorward.database.protocol import Database
from doorward.domain.paging import Page, PageRequest
from doorward.domain.user_query import Filter
from doorward.domain.users import User
from doorward.search import filling
from doorward.search.backend import SearchBackend
from doorward.search.filling import BLOCK, PAUSE, Pacer, Report, ignore_progress
from doorward.search.options import DEFAULTS, SearchOptions
from doorward.search.planner import Planner
from doorward.search.scan import ScanDirectory

# Filled indexes stay filled until a bulk load postpones them. Every node notices that within this time.
_RECHECK_SECONDS: Final = 1.0


class IndexedDirectory:
    def __init__(self, database: Database, backend: SearchBackend, options: SearchOptions = DEFAULTS) -> None:
        self._database, self._backend, self._batches = database, backend, options.batches
        self._planner, self._scan = Planner(backend, options.thresholds), ScanDirectory(database)
        self._ready, self._checked_at = False, 0.0

    async def page(self, criteria: Filter, request: PageRequest) -> Page[User]:
        if not await self._is_ready():
            return await self._scan.page(criteria, request)
        # First pages in the order of ids take less time than handing them to the background reader.
        if criteria.keyword or criteria.sort != "id" or request.offset >= BLOCK:
            return await self._database.read_in_background(partial(self._planner.page, criteria, request))
        return await self._planner.page(criteria, request, self._database)

    async def fill(self, report: Report = ignore_progress, pause: float = PAUSE) -> None:
        await filling.fill_indexes(self._database, self._backend, report, Pacer(pause, self._batches.seconds))

    async def postpone(self) -> None:
        await self._database.write(partial(filling.postpone, filler=self._backend))
        # By then every node has checked again, and scans.
        await asyncio.sleep(2 * _RECHECK_SECONDS)

    async def _is_ready(self) -> bool:
        now = asyncio.get_running_loop().time()
        if not self._ready or now - self._checked_at >= _RECHECK_SECONDS:
            self._ready, self._checked_at = await filling.is_ready(self._database), now
        return self._ready
