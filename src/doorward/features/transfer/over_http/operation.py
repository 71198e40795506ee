"""The operations `check` and `apply` of an uploaded file: the engine of the command line, in small batches."""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from msgspec import Struct
from msgspec.structs import replace

from doorward.core import Core, rights
from doorward.core.operations.kinds import OperationFailed, RunningOperation
from doorward.database.protocol import Transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target
from doorward.domain.operations import Failure, Step
from doorward.errors import Fault
from doorward.features.transfer import upload_queries
from doorward.features.transfer.files import formats
from doorward.features.transfer.files.import_run import unless_seen
from doorward.features.transfer.files.losses import Losses
from doorward.features.transfer.files.proposals import Proposal, Reading
from doorward.features.transfer.files.rows import Unreadable
from doorward.features.transfer.model import Batch, UnreadableFile, Verdict
from doorward.features.transfer.over_http.isolated import IsolatedReader
from doorward.features.transfer.over_http.parameters import APPLY, CHECK, PERMISSION, ImportParameters
from doorward.features.transfer.over_http.uploads import Uploads
from doorward.features.transfer.service import Importing

REFUSED: Final = "row_refused"
# Rows of one transaction. Few, because sign-ins wait for it, on SQLite and for the lock on rights.
_ROWS: Final = 200
_BATCHES: Final = 5  # Of one piece of work.
# Of a file. A check remembers the names that it has met, with 130 bytes of memory for each.
_MOST_ROWS: Final = 1_000_000
_IDLE_SECONDS: Final = 60
_LONGEST_NAME: Final = 100
_LONGEST_MESSAGE: Final = 500
_MOST_LOSSES: Final = 100
_SUCCEEDED: Final = ("created", "changed", "unchanged")


class Tally(Struct, frozen=True):
    """How many rows are done, by outcome: the progress of the operation, and part of its result."""

    rows: int = 0
    created: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0

    def plus(self, verdicts: list[Verdict]) -> "Tally":
        counts = {name: getattr(self, name) for name in self.__struct_fields__}
        for verdict in verdicts:
            counts[verdict.outcome] += 1
        return Tally(**counts | {"rows": self.rows + len(verdicts)})

    def document(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__struct_fields__}


class OpenImport:
    """A file that this node is reading. Its methods block."""

    def __init__(self, file: BinaryIO, wanted: ImportParameters, now: int) -> None:
        self._file, self._reader = file, IsolatedReader(file, wanted.filename, wanted.format)
        self._wanted, self._now = wanted, now
        self.seen: set[int] = set()
        self.row = 0  # Of the last batch, its last.
        self.closing: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self.format = self._reader.format()
        losses = Losses(self.format, self._wanted.mapping)
        self.reading = Reading(formats.FORMATS[self.format], {}, self._wanted.mapping, self._now, losses)
        self._rows: Iterator[Any] = self.reading.users(self._reader.rows())

    def next_batch(self) -> list[Proposal]:
        proposals = [_named(self.reading.propose(row)) for row in itertools.islice(self._rows, _ROWS)]
        self.row += len(proposals)
        if self.row > _MOST_ROWS:
            raise Unreadable(f"The file has more than {_MOST_ROWS:,} rows; import it on the command line, or in parts")
        return proposals

    def close(self) -> None:
        self._reader.close()
        self._file.close()

    def result(self, tally: Tally, *, complete: bool) -> dict[str, Any]:
        shown = {"filename": self._wanted.filename, "format": self.format, **tally.document()}
        if not complete:
            return shown
        losses = self.reading.losses
        left = [{name: each[name] for name in ("what", "name", "rows")} for each in losses.document()]
        more = {"notImportedMore": max(len(left) - _MOST_LOSSES, 0), "unusedMappings": losses.unused_mappings()}
        return {**shown, "notImported": left[:_MOST_LOSSES], **more}


class ImportOperations:
    def __init__(self, core: Core) -> None:
        self._core, self._open = core, dict[int, OpenImport]()

    async def run(self, running: RunningOperation) -> None:
        wanted, number = running.parameters(ImportParameters), running.operation.id
        try:
            source = await running.keep_during(self._opened(number, wanted))
            for _ in range(_BATCHES):
                await self._batch(running, wanted, source)
                if running.finished:
                    await self._close(number)
                    return
        except Unreadable as error:
            await self._close(number)
            await running.write(PERMISSION, _unreadable(running, wanted, str(error)))
            return
        except BaseException:
            await self._close(number)
            raise
        # The file stays open for the next piece of work, unless another node does it.
        source.closing = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._close_soon, number)

    async def _opened(self, number: int, wanted: ImportParameters) -> OpenImport:
        if number not in self._open:
            try:
                file = await Uploads(self._core).retrieve(wanted.upload)
            except Fault as fault:
                raise OperationFailed(fault) from None
            source = self._open[number] = OpenImport(file, wanted, self._core.clock())
            await asyncio.to_thread(source.begin)
        source = self._open[number]
        if source.closing is not None:
            source.closing.cancel()
        return source

    async def _close(self, number: int) -> None:
        source = self._open.pop(number, None)
        if source is not None:
            await asyncio.to_thread(source.close)

    def _close_soon(self, number: int) -> None:
        asyncio.get_running_loop().run_in_executor(None, self._open.pop(number).close)

    async def _batch(self, running: RunningOperation, wanted: ImportParameters, source: OpenImport) -> None:
        tally = running.progress(Tally)
        proposals = await running.keep_during(asyncio.to_thread(source.next_batch))
        if proposals and source.row <= tally.rows:
            await self._repeat(running, wanted, source, proposals)
        elif running.operation.action == APPLY and proposals:
            await self._apply(running, wanted, source, proposals)
        else:
            verdicts = await self._rehearse(running, wanted, source, proposals) if proposals else []
            await self._write(running, _step(source, tally, proposals, verdicts), wanted)

    async def _repeat(
        self, running: RunningOperation, wanted: ImportParameters, source: OpenImport, proposals: list[Proposal]
    ) -> None:
        """A batch that was done before the file was opened here. Reading it again counts what it leaves behind, and
        rehearsing it finds the names that a check has met."""
        if running.operation.action == CHECK:
            await self._rehearse(running, wanted, source, proposals)
        if source.row % (_ROWS * _BATCHES) == 0:
            await self._write(running, Step(running.progress(Tally).document()), wanted)  # Keeps the claim.

    async def _write(self, running: RunningOperation, step: Step, wanted: ImportParameters) -> None:
        async def work(tx: Transaction, acting: Actor) -> Step:
            if step.finished and running.operation.action == APPLY:
                await upload_queries.delete(tx, wanted.upload)
            return step

        await running.write(PERMISSION, work)

    async def _rehearse(
        self, running: RunningOperation, wanted: ImportParameters, source: OpenImport, proposals: list[Proposal]
    ) -> list[Verdict]:
        acting = await self._acting(running)
        batch = Batch([proposal.candidate for proposal in proposals], "", wanted.filename)
        verdicts = await running.keep_during(self._importing(wanted).rehearse(acting, batch))
        return [unless_seen(*each, source.seen) for each in zip(proposals, verdicts, strict=True)]

    async def _apply(
        self, running: RunningOperation, wanted: ImportParameters, source: OpenImport, proposals: list[Proposal]
    ) -> None:
        tally, importing = running.progress(Tally), self._importing(wanted)
        acting = await self._acting(running)
        candidates = [proposal.candidate for proposal in proposals]
        prepared = await running.keep_during(importing.prepare(acting, candidates, dry=False))

        async def apply(tx: Transaction, acting: Actor) -> Step:
            # Under the lock: the roles that are granted must not change before the commit, nor the actor's rights.
            acting = await rights.lock(tx, acting, PERMISSION, self._core.clock())
            verdicts = await importing.settle(tx, acting, prepared)
            step = _step(source, tally, proposals, verdicts)
            if step.finished:
                await upload_queries.delete(tx, wanted.upload)
            counts = replace(Tally().plus(verdicts), rows=step.progress["rows"]).document()
            target = Target(f"operation:{running.operation.id}", wanted.filename)
            await self._core.trail.record(tx, acting, "users.imported", target, **counts)
            return step

        await running.write(PERMISSION, apply)

    async def _acting(self, running: RunningOperation) -> Actor:
        """The creator with the rights of this moment. A fault ends the operation."""
        creator, now = running.operation.creator(), self._core.clock()
        try:
            acting = await self._core.database.write(lambda tx: rights.current(tx, creator, now))
            acting.require(PERMISSION)
        except Fault as fault:
            raise OperationFailed(fault) from None
        return acting

    def _importing(self, wanted: ImportParameters) -> Importing:
        core = self._core
        return Importing(core.users, core.keys, wanted.existing, wanted.roles, mails_in=wanted.language)


def _step(source: OpenImport, tally: Tally, proposals: list[Proposal], verdicts: list[Verdict]) -> Step:
    """A batch that is not full is the last one."""
    reached, finished = tally.plus(verdicts), len(proposals) < _ROWS
    failures = tuple(
        Failure(
            number,
            proposal.row["username"],
            verdict.fault or REFUSED,
            _shown(verdict.reason, _LONGEST_MESSAGE),
        )
        for number, (proposal, verdict) in enumerate(zip(proposals, verdicts, strict=True), tally.rows + 1)
        if verdict.outcome == "refused"
    )
    return Step(
        reached.document(),
        succeeded=sum(verdict.outcome in _SUCCEEDED for verdict in verdicts),
        failures=failures,
        total=reached.rows if finished else None,
        result=source.result(reached, complete=finished),
        finished=finished,
    )


def _named(proposal: Proposal) -> Proposal:
    """Without the other fields of the row, which the report of the command line needs: a row of 1 MiB takes 25 MB of
    memory, and a batch has two hundred."""
    return replace(proposal, row={"username": _shown(str(proposal.row.get("username") or ""), _LONGEST_NAME)})


def _shown(text: str, longest: int) -> str:
    """As much of a text from the file as is stored. PostgreSQL has no zero character."""
    return text[:longest].replace("\0", "\N{REPLACEMENT CHARACTER}")


def _unreadable(running: RunningOperation, wanted: ImportParameters, error: str) -> Any:
    """The last step of a file that cannot be read: nothing of it needs keeping."""

    async def work(tx: Transaction, acting: Actor) -> Step:
        await upload_queries.delete(tx, wanted.upload)
        result = {"filename": wanted.filename, "error": error}
        return Step(running.progress(Tally).document(), result=result, finished=True, reason=UnreadableFile.reason)

    return work
