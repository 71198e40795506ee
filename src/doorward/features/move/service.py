"""Moves everything from one database to the other: holds, copies, compares, indexes, verifies, finishes."""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from doorward.core import Core
from doorward.core.audit import proof
from doorward.database import schema
from doorward.database.move.copying import Compared, SourceChanged, compare, copy_table
from doorward.database.move.layout import CannotMove, Copy, is_derived, plan
from doorward.database.move.opening import open_source, open_target
from doorward.database.move.protocol import Progress, Source, Target
from doorward.features.move.model import Estimate, Outcome, Rehearsal, Report
from doorward.settings import Settings

_LOCK: Final = "move"
# Migrations write rows to these tables of a new database.
_SEEDED: Final = ("roles", "facts")
# A SQLite file with its indexes, in relation to the rows.
_ROOM: Final = 3


class Move:
    """`source_id`: a key that no other installation has, by which an unfinished move is recognised."""

    def __init__(
        self, source: Settings, target: Settings, source_id: str, build: Callable[[Settings], Core], report: Report
    ) -> None:
        self._source, self._target, self._build, self._report = source, target, build, report
        self._about = {"source": source_id, "schema": schema.HEAD}

    async def rehearse(self) -> Rehearsal:
        """What a run would do. Writes nothing, and works while the service runs."""
        in_use = ""
        try:
            source = await self._open_source(hold=True)
        except CannotMove as reason:
            in_use, source = str(reason), await self._open_source(hold=False)
        try:
            server, about = await self._inspect()
            tables = [await _estimate(source, copy) for copy in await _own_plan(source)]
        finally:
            await source.close()
        self._check_room(sum(table.size for table in tables))
        return Rehearsal(tables, server, bool(about), in_use)

    async def run(self) -> Outcome:
        source = await self._open_source(hold=True)
        try:
            await self._inspect()
            if path := self._target.sqlite_path:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            core = self._build(self._target)
            try:
                await core.database.open()
                async with core.database.hold(_LOCK) as free:
                    if not free:
                        raise CannotMove("Another move into this target is running")
                    return await self._run(source, core)
            finally:
                await core.close()
        finally:
            await source.close()

    async def _run(self, source: Source, core: Core) -> Outcome:
        # Again, under the lock: another move may have finished since.
        _, about = await self._inspect()
        if await schema.stored_version(core.database) is None:
            await schema.migrate(self._target.sqlite_path, self._target.database_url)
        target = await self._open_target()
        try:
            copies = plan(source.kind, await source.tables(), await target.tables())
            if not about:
                await target.begin(copies, self._about)
            copied, restarted = await self._copy(source, target, copies)
            await target.set_counters(copies, await source.counters(await source.tables()))
            await target.build(self._report)
            tables = await self._compare(target, copies, copied)
            found = await self._index_and_verify(core)
            await source.check_held()
            await target.finish(schema.HEAD)
            return Outcome(tables, found, restarted)
        finally:
            await target.close()

    async def _copy(self, source: Source, target: Target, copies: Sequence[Copy]) -> tuple[dict[str, Progress], bool]:
        try:
            return await self._copy_all(source, target, copies), False
        except SourceChanged:
            # The source was written to after an interrupted run.
            await target.erase()
            return await self._copy_all(source, target, copies), True

    async def _copy_all(self, source: Source, target: Target, copies: Sequence[Copy]) -> dict[str, Progress]:
        advance = _Steps("rows copied", sum([await source.count(copy.name) for copy in copies]), self._report)
        had, copied = await target.progress(), {}
        for copy in copies:
            copied[copy.name] = await copy_table(source, target, copy, had.get(copy.name), advance)
        return copied

    async def _compare(self, target: Target, copies: Sequence[Copy], copied: dict[str, Progress]) -> list[Compared]:
        advance = _Steps("rows compared", sum(each.rows for each in copied.values()), self._report)
        tables = await compare(target, copies, copied, advance)
        if differing := [table.table for table in tables if not table.same]:
            raise CannotMove(
                f"The copy is not the same as the source in {', '.join(differing)}: the target was changed meanwhile."
                " Remove it and run this again with an empty one"
            )
        return tables

    async def _index_and_verify(self, core: Core) -> proof.Proof:
        await core.keys.check_secret()
        await core.keys.load()
        await core.users.directory.fill(
            lambda what, done, whole: self._report(f"{what} for search", done, whole), pause=0
        )
        return await proof.verify(
            core.database,
            core.keys.audit,
            proof.Evidence(),
            lambda done, whole: self._report("audit entries verified", done, whole or done),
        )

    async def _open_source(self, *, hold: bool) -> Source:
        settings = self._source
        pgbouncer = settings.database_pgbouncer
        return await open_source(settings.sqlite_path, settings.database_url, pgbouncer=pgbouncer, hold=hold)

    async def _open_target(self) -> Target:
        settings = self._target
        return await open_target(settings.sqlite_path, settings.database_url, pgbouncer=settings.database_pgbouncer)

    async def _inspect(self) -> tuple[str, dict[str, str]]:
        """The server of the target, and what an unfinished move noted. Raises CannotMove for one with other data."""
        path = self._target.sqlite_path
        if path is not None and (not path.exists() or not path.stat().st_size):
            return "a new SQLite file", {}
        target = await self._open_target()
        try:
            server, about = await target.check(), await target.about()
            if not about:
                await _check_empty(target)
            elif about != self._about:
                which = "another database" if about["source"] != self._about["source"] else "another version"
                raise CannotMove(
                    f"The target holds an unfinished move of {which}: remove it and run this again with an empty one"
                )
            return server, about
        finally:
            await target.close()

    def _check_room(self, size: int) -> None:
        if path := self._target.sqlite_path:
            folder = next(folder for folder in path.absolute().parents if folder.exists())
            if (free := shutil.disk_usage(folder).free) < _ROOM * size:
                raise CannotMove(f"{folder} has {free:,} bytes left, and the copy needs about {_ROOM * size:,}")


class _Steps:
    """Adds up the steps of one phase."""

    def __init__(self, what: str, whole: int, report: Report) -> None:
        self._report, self._done = partial(report, what), 0
        self._whole = whole

    def __call__(self, step: int) -> None:
        self._done += step
        self._report(self._done, self._whole)


async def _check_empty(target: Target) -> None:
    version, tables = await target.version(), await target.tables()
    if version is None:
        if tables:
            raise CannotMove(f"The target holds other tables ({', '.join(sorted(tables)[:5])}): name an empty database")
        return
    for name in tables:
        if not is_derived(name) and name not in _SEEDED and (rows := await target.count(name)):
            raise CannotMove(f"The target holds data already ({rows:,} rows in {name}): name an empty database")
    if version != schema.HEAD:
        raise CannotMove(f"The target has the schema {version}: name an empty database, without any table")


async def _own_plan(source: Source) -> list[Copy]:
    """The tables that would be copied, while there is no target to compare them with."""
    tables = await source.tables()
    return plan(source.kind, tables, tables)


async def _estimate(source: Source, copy: Copy) -> Estimate:
    rows = await source.count(copy.name)
    batches = source.read(copy.target)
    try:
        first = await anext(batches, None)
    finally:
        await batches.aclose()
    size = rows * sum(map(len, first.encoded)) // len(first.encoded) if first else 0
    return Estimate(copy.name, rows, size)
