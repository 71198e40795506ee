"""Lists of users that cost hardly more among a million than among ten thousand.

Totals and deep pages come from counts that are kept for each block of a thousand ids. A keyword is counted in the
index, up to the cap. Then there are two ways to a page, and both give the same one: to *walk* along the wanted order
and pick what matches, which is quick when much matches, or to *gather* all that matches and sort it, which is quick
when little does.
"""

import asyncio
from functools import partial
from typing import Any, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from doorward.database.protocol import Database, Reader
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.user_query import Filter, folded, order
from doorward.domain.users import User
from doorward.errors import SearchTooDeep
from doorward.search import index, scan
from doorward.search.index import BLOCK, IndexFiller, Report
from doorward.store import roles, users

# How much further than expected a walk goes before it gives up: what matches may all be at the other end.
_PATIENCE: Final = 4
_SHORTEST_WALK: Final = 2000
# So few who have a status and a role are looked at one by one, instead of reading all that the index has of a keyword.
_FEW: Final = 2000
# How many blocks are added up before the one is looked for that a deep page begins in.
_STRETCH: Final = 64


class Values(list[Any]):
    """The values of a statement; calling it adds one and gives its placeholder."""

    def __call__(self, value: Any) -> str:
        self.append(value)
        return f"${len(self)}"


class UserQuery(Struct, frozen=True):
    """A filter in the terms of the index."""

    wanted: Filter
    keyword: str
    role_id: int | None
    # How many have the status and the role, and, for a keyword, how many have the status. For a keyword alone, about.
    members: int = 0
    peers: int = 0

    @property
    def filtered(self) -> bool:
        return bool(self.keyword) or self.wanted.status is not None or self.role_id is not None

    @property
    def few(self) -> bool:
        """Whether those who have the status and the role are better looked at one by one."""
        return bool(self.keyword and self.facets) and self.members <= _FEW

    @property
    def facets(self) -> list[str]:
        status = [] if self.wanted.status is None else [f"s{self.wanted.status}"]
        return status + ([] if self.role_id is None else [f"r{self.role_id}"])


class Matches(Struct, frozen=True):
    """What a keyword finds."""

    # Beyond the cap: anything from there to about how many it may be.
    number: int
    # Where they are at hand: a query for their ids in order, its values, and how many of these come before the page.
    page: tuple[str, list[Any], int] | None = None


class SearchBackend(IndexFiller, Protocol):
    """How one database goes about it. Each returns a query for ids."""

    finds_in_order_of_id: bool
    # How many who are gathered cost as much as one who is passed by on a walk.
    walking: int

    async def user_count(self, reader: Reader) -> int:
        """About how many users there are."""
        ...

    async def find(self, reader: Reader, query: UserQuery, page: PageRequest) -> Matches:
        """How many match the keyword, and, where it costs nothing more, who is on the page."""
        ...

    def in_order(self, query: UserQuery, start: str, values: Values) -> str:
        """Straight from an index that has the wanted order."""
        ...

    def walk(self, query: UserQuery, start: str, budget: int, values: Values) -> str:
        """What matches among the first so many, in order."""
        ...

    async def gather(self, reader: Reader, query: UserQuery, first: int, values: Values) -> str:
        """All that matches, in order; at least the first so many."""
        ...


# Once filled, the indexes stay so, until somebody imports a great many: that is noticed within this time.
_ASK_AGAIN_SECONDS: Final = 1.0


class UserDirectory:
    def __init__(self, database: Database, backend: SearchBackend) -> None:
        self._database, self.backend = database, backend
        self._ready, self._asked = False, 0.0

    async def fill(self, report: Report = index.ignore_progress, pause: float = index.PAUSE) -> None:
        await index.build(self._database, self.backend, report, pause)

    async def postpone(self) -> None:
        """Before very many users are created: until `fill`, lists are right but slow, and creating is fast."""
        await self._database.write(partial(index.postpone, filling=self.backend))
        # By then every node has asked again.
        await asyncio.sleep(2 * _ASK_AGAIN_SECONDS)

    async def _is_ready(self) -> bool:
        now = asyncio.get_running_loop().time()
        if not self._ready or now - self._asked >= _ASK_AGAIN_SECONDS:
            self._ready, self._asked = await index.is_ready(self._database), now
        return self._ready

    async def page(self, wanted: Filter, request: PageRequest) -> Page[User]:
        if not await self._is_ready():
            return await self._database.read_in_background(partial(_scan, wanted, request))
        if wanted.keyword or wanted.sort != "id" or request.offset >= BLOCK:
            return await self._database.read_in_background(partial(self._page, wanted, request))
        return await self._page(wanted, request, self._database)

    async def _page(self, wanted: Filter, request: PageRequest, reader: Reader) -> Page[User]:
        query = await self._sought(reader, wanted)
        if query is None:
            return Page([], 0, False, request)
        found = await self.backend.find(reader, query, request) if query.keyword else Matches(query.members)
        capped = bool(query.keyword) and found.number > TOTAL_CAP
        number = TOTAL_CAP if capped else found.number
        if capped and request.offset >= TOTAL_CAP:
            raise SearchTooDeep
        size = min(request.size, number - request.offset)
        items = await self._items(reader, query, size, request.offset, found) if size > 0 else []
        return Page(items, number, capped, request)

    async def _sought(self, reader: Reader, wanted: Filter) -> UserQuery | None:
        """None when nobody can match."""
        keyword = folded(wanted.keyword)
        role = await roles.find_by_name(reader, wanted.role) if wanted.role else None
        if keyword is None or (wanted.role and role is None):
            return None
        query = UserQuery(wanted, keyword, role.id if role else None)
        alone = keyword and not query.facets
        members = await (self.backend.user_count(reader) if alone else total(reader, query))
        peers = await total(reader, replace(query, role_id=None)) if keyword and role else members
        return replace(query, members=members, peers=peers)

    async def _items(self, reader: Reader, query: UserQuery, size: int, offset: int, found: Matches) -> list[User]:
        start, rest = await _start(reader, query, offset)
        fetch = partial(_fetch, reader, query.wanted, size)
        values = Values()
        if found.page is not None:
            ids, at_hand, before = found.page
            return await fetch(ids, before, at_hand)
        by_id = query.wanted.sort == "id"
        if not query.filtered or (by_id and self.backend.finds_in_order_of_id):
            return await fetch(self.backend.in_order(query, start, values), rest, values)
        # Of those who pass by, one in (user_count / found) matches.
        user_count = await total(reader) if query.facets else query.members
        way = (rest + size) * user_count // found.number
        if way * self.backend.walking < found.number:
            # In powers of two: statements that differ in nothing else are prepared once.
            budget = 1 << max(way * _PATIENCE, _SHORTEST_WALK).bit_length()
            items = await fetch(self.backend.walk(query, start, budget, values), rest, values)
            if len(items) == size:
                return items
            values.clear()
        return await fetch(await self.backend.gather(reader, query, offset + size, values), offset, values)


async def _scan(wanted: Filter, request: PageRequest, reader: Reader) -> Page[User]:
    found, capped = await scan.total(reader, wanted)
    if capped and request.offset >= TOTAL_CAP:
        raise SearchTooDeep
    size = min(request.size, found - request.offset)
    if size <= 0:
        return Page([], found, capped, request)
    ids, values = scan.ids(wanted)
    return Page(await _fetch(reader, wanted, size, ids, request.offset, values), found, capped, request)


def _counts(query: UserQuery | None, values: Values) -> str:
    role = f"role_id = {values((query.role_id if query else None) or 0)}"
    status = None if query is None else query.wanted.status
    return f"FROM user_totals WHERE {role}" + ("" if status is None else f" AND status = {values(status)}")


async def total(reader: Reader, query: UserQuery | None = None) -> int:
    """How many users there are with a role and a status; without them, in all."""
    values = Values()
    row = await reader.fetchrow(f"SELECT CAST(coalesce(sum(n), 0) AS BIGINT) {_counts(query, values)}", *values)
    return int(row[0]) if row else 0


async def _start(reader: Reader, query: UserQuery, offset: int) -> tuple[str, int]:
    """Where a deep page without a keyword begins: a condition on the id, and how many to leave out from there."""
    if query.keyword or query.wanted.sort != "id" or offset < BLOCK:
        return "", offset
    stretch, rest = await _part(reader, query, f"block / {_STRETCH}", "", offset)
    within = f"AND block >= {stretch * _STRETCH} AND block < {(stretch + 1) * _STRETCH}"
    block, rest = await _part(reader, query, "block", within, rest)
    return f"< {(block + 1) * BLOCK}" if query.wanted.descending else f">= {block * BLOCK}", rest


async def _part(reader: Reader, query: UserQuery, part: str, within: str, offset: int) -> tuple[int, int]:
    """The part of the blocks that a place in the list falls into, and how far into it; the last for any beyond."""
    values = Values()
    direction = "DESC" if query.wanted.descending else "ASC"
    sql = f"SELECT {part}, CAST(sum(n) AS BIGINT) {_counts(query, values)} {within} GROUP BY 1 ORDER BY 1 {direction}"
    found = 0
    for number, count in await reader.fetch(sql, *values):
        found = int(number)
        if offset < count:
            break
        offset -= count
    return found, offset


async def _fetch(reader: Reader, wanted: Filter, size: int, ids: str, offset: int, values: list[Any]) -> list[User]:
    sql = (
        f"SELECT {users.SELECT} FROM users u {users.JOIN_ROLES}"
        f" WHERE u.id IN ({ids} LIMIT {size} OFFSET {offset}) {order(wanted)}"
    )
    return users.from_rows(await reader.fetch(sql, *values))
