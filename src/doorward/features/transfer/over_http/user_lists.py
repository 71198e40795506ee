"""Exports of the list of users, as a filter and a sort order show it: never with password hashes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct

from doorward.core import Core
from doorward.database.protocol import Reader
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.domain.paging import MAX_PAGE_SIZE, TOTAL_CAP, Page, PageRequest
from doorward.domain.times import iso_or_none
from doorward.domain.user_fields import EXPORTED, reader
from doorward.domain.user_query import UserFilter
from doorward.domain.users import User
from doorward.errors import ListsBusy, TooManyLists, ValidationFailed
from doorward.features.transfer import queries
from doorward.features.transfer.files.values import Row
from doorward.search import scan
from doorward.store import users

T = TypeVar("T")

_NAMES: Final = tuple(field.wire for field in EXPORTED)
_TIMES: Final = tuple(field.wire for field in EXPORTED if field.time)
_values: Final = reader(EXPORTED)
COLUMNS: Final = ("id", *_NAMES)
# Users among whom one read looks for matches. Other lists are read between two.
_WINDOW: Final = 1000
# Seconds. How long a read waits when lists have no room for it, and how often.
_PATIENCE: Final = 0.2
_ATTEMPTS: Final = 50


def parse_columns(given: str) -> tuple[str, ...]:
    """The chosen columns in their order; all if none is named."""
    chosen = tuple(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    unknown = next((name for name in chosen if name not in COLUMNS), None)
    if unknown is not None:
        raise ValidationFailed(("columns", f"must be names of {', '.join(COLUMNS)}, separated by commas"))
    return chosen or COLUMNS


class ListExport(Struct, frozen=True):
    core: Core
    actor: Actor
    wanted: UserFilter
    columns: tuple[str, ...]

    async def start(self, form: str) -> AsyncIterator[list[Row]]:
        """The rows in batches, one of them in memory at a time. The audit entry is written before the first row
        is read."""
        self.actor.require("users:export")
        by_id = self.wanted.sort == "id" and not self.wanted.descending
        if not by_id:
            await self._check_few()
        await self._record(form)
        return self._rows(self._by_id() if by_id else self._sorted())

    async def _check_few(self) -> None:
        """Other orders than that of ids cannot be read on from where the last batch ended, so they are bounded."""
        found = await self._page(PageRequest(1, 1))
        if found.total_capped or found.total > TOTAL_CAP:
            raise ValidationFailed(
                ("sort", f"must be id for more than {TOTAL_CAP:,} users; narrow the filter, or sort")
            )

    async def _record(self, form: str) -> None:
        given = {name: value for name in UserFilter.__struct_fields__ if (value := getattr(self.wanted, name))}
        details: dict[str, Any] = {"format": form, "filter": given, "columns": list(self.columns), "hashes": False}
        await self.core.database.write(
            lambda tx: self.core.trail.record(tx, self.actor, "users.exported", Target("users", ""), **details)
        )

    async def _by_id(self) -> AsyncIterator[list[User]]:
        """In windows of ids, each read on a snapshot of its own: a long export holds none."""
        last = await users.last_id(self.core.database)
        after, more = 0, True
        while more:
            start = after

            async def step(reader: Reader, start: int = start) -> tuple[scan.Window, list[User]]:
                found = await scan.window(reader, self.wanted, start, last, _WINDOW)
                return found, await queries.find_all(reader, found.ids)

            window, people = await self._read(step)
            after, more = window.end, window.more
            if people:
                yield people

    async def _sorted(self) -> AsyncIterator[list[User]]:
        for number in range(1, TOTAL_CAP // MAX_PAGE_SIZE + 1):
            page = await _patiently(partial(self._page, PageRequest(number, MAX_PAGE_SIZE)))
            if page.items:
                yield page.items
            if len(page.items) < MAX_PAGE_SIZE:
                return

    async def _page(self, request: PageRequest) -> Page[User]:
        return await self.core.users.directory.page(self.wanted, request, self.actor.user_id)

    async def _read(self, step: Callable[[Reader], Awaitable[T]]) -> T:
        return await _patiently(lambda: self.core.database.read_in_background(step, self.actor.user_id))

    async def _rows(self, batches: AsyncIterator[list[User]]) -> AsyncIterator[list[Row]]:
        async for people in batches:
            yield [self._row(user) for user in people]

    def _row(self, user: User) -> Row:
        row = dict(zip(_NAMES, _values(user), strict=True)) | {"id": user.id}
        for name in _TIMES:
            row[name] = iso_or_none(row[name])
        return {name: row[name] for name in self.columns}


async def _patiently(read: Callable[[], Awaitable[T]]) -> T:
    """A response that has begun can't say that the service is busy: so it waits for its turn."""
    for _ in range(_ATTEMPTS):
        try:
            return await read()
        except (ListsBusy, TooManyLists):
            await asyncio.sleep(_PATIENCE)
    return await read()
