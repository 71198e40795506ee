"""The import of one file, batch by batch."""

import asyncio
import contextlib
import gc
import hashlib
import itertools
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from doorward.domain.access import Actor
from doorward.domain.users import fold
from doorward.features.transfer.files.proposals import Proposal, Reading
from doorward.features.transfer.files.report import Report, reported
from doorward.features.transfer.files.rows import Rows
from doorward.features.transfer.model import Batch, Candidate, Verdict, repeated
from doorward.features.transfer.queries import Progress
from doorward.features.transfer.service import Importing

# Batches grow, as each commit has a fixed cost; the first is small, so that progress shows early. The limit bounds
# memory: SQLite keeps all pages that a transaction touches, in a large table about one for each user. On PostgreSQL,
# deferred triggers put each user into the search indexes during the commit, and other transactions wait for its locks.
_FIRST_BATCH: Final = 2_000
LARGEST_BATCH: Final = {"sqlite": 32_000, "postgres": 2_000}
# Switch interval of threads, in seconds. The reading thread would otherwise hold the interpreter lock for the whole
# default interval whenever the writing thread needs it between two statements.
_TURN: Final = 0.0005
# From this many rows on it is faster to build the list indexes after the import.
MANY: Final = 20_000


class Job(Struct, frozen=True):
    actor: Actor
    importing: Importing
    reading: Reading
    source: Path
    fingerprint: str
    largest_batch: int


def fingerprint(path: Path, *choices: object) -> str:
    """Identifies an import: a hash of the file's content and of the options that decide the outcome of its rows."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(msgspec.json.encode(choices))
    return digest.hexdigest()


def estimate(path: Path) -> int:
    """Estimates the number of rows; exact for one row a line."""
    if path.suffix.lower() in (".xlsx", ".json"):
        return path.stat().st_size // 200
    with path.open("rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


async def run(job: Job, rows: Rows, report: Report, advance: Callable[[Progress], None]) -> Progress:
    """Imports the file, from where an interrupted run of the same import stopped."""
    progress = await job.importing.begin(job.actor, job.fingerprint, job.source.name)
    advance(progress)
    for row in itertools.islice(rows, progress.position):
        job.reading.propose(row)  # For what it leaves behind: the report is about the whole file.
    batches = _batches(job, rows)
    # One thread for all batches: every thread of an executor would keep its own memory arena.
    with _tuned_interpreter(), ThreadPoolExecutor(1, "import-reader") as reader:
        read = partial(asyncio.get_running_loop().run_in_executor, reader, next, batches, None)
        proposals = await read()
        while proposals:
            # The next batch is read while this one is written.
            reading = read()
            try:
                progress = await _run_batch(job, proposals, report, progress)
            finally:
                proposals = await reading
            advance(progress)
    await job.importing.finish(job.fingerprint, progress)
    return progress


@contextlib.contextmanager
def _tuned_interpreter() -> Iterator[None]:
    """Short switch interval, and no cyclic garbage collection: rows have no cycles, and it would scan all of them."""
    usual, collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(_TURN)
    gc.disable()
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
        if collecting:
            gc.enable()


async def _run_batch(job: Job, proposals: list[Proposal], report: Report, progress: Progress) -> Progress:
    def note(verdicts: list[Verdict]) -> int:
        pairs = zip(proposals, verdicts, strict=True)
        lines = (reported(proposal.row, verdict) for proposal, verdict in pairs)
        return report.rewrite(progress.report_bytes, filter(None, lines))

    batch = Batch([proposal.candidate for proposal in proposals], job.fingerprint, job.source.name)
    return await job.importing.run(job.actor, batch, progress, note)


async def rehearse(job: Job, rows: Rows) -> AsyncIterator[tuple[Proposal, Verdict]]:
    """The verdict on each row; nothing is written."""
    seen: set[int] = set()
    for proposals in _batches(job, rows):
        batch = Batch([proposal.candidate for proposal in proposals], job.fingerprint, job.source.name)
        verdicts = await job.importing.rehearse(job.actor, batch)
        for proposal, verdict in zip(proposals, verdicts, strict=True):
            yield proposal, unless_seen(proposal, verdict, seen)


def unless_seen(proposal: Proposal, verdict: Verdict, seen: set[int]) -> Verdict:
    """Batches are rolled back, so duplicates across batches are found by hashes of usernames and e-mail addresses."""
    if verdict.outcome != "created" or not isinstance(proposal.candidate, Candidate):
        return verdict
    profile = proposal.candidate.profile
    user_id = proposal.candidate.user_id
    for field, value in (("username", profile.username), ("email", profile.email), ("id", str(user_id or ""))):
        mark = hash((field, fold(value))) if value else None
        if mark in seen:
            return repeated(field)
        if mark is not None:
            seen.add(mark)
    return verdict


def _batches(job: Job, rows: Rows) -> Iterator[list[Proposal]]:
    size = _FIRST_BATCH
    while batch := [job.reading.propose(row) for row in itertools.islice(rows, size)]:
        yield batch
        size = min(2 * size, job.largest_batch)
