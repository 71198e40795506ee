"""One import of one file, a batch at a time."""

import hashlib
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from doorward.core.importing import Batch, Candidate, Importing, Verdict
from doorward.domain.access import Actor
from doorward.domain.users import key
from doorward.store.imports import Progress
from doorward.transfer.candidates import Proposal, Reading
from doorward.transfer.formats import Rows
from doorward.transfer.report import Report

BATCH: Final = 2000


# From so many rows on it pays to leave the indexes of lists for the end.
MANY: Final = 20_000


class Job(Struct, frozen=True):
    actor: Actor
    importing: Importing
    reading: Reading
    source: Path
    fingerprint: str


def fingerprint(path: Path, *choices: object) -> str:
    """Names a file by what is in it, together with all that decides what becomes of its rows."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(msgspec.json.encode(choices))
    return digest.hexdigest()


def estimate(path: Path) -> int:
    """About how many rows a file has: exact for one row a line."""
    if path.suffix.lower() in (".xlsx", ".json"):
        return path.stat().st_size // 200
    with path.open("rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


async def run(job: Job, rows: Rows, report: Report, advance: Callable[[Progress], None]) -> Progress:
    """Goes on from where an interrupted run of the same file stopped, or begins."""
    progress = await job.importing.progress(job.actor, job.fingerprint)
    advance(progress)
    # One after the other: a thread that read on meanwhile would keep the writer's thread waiting for the interpreter.
    for proposals in _batches(job.reading, itertools.islice(rows, progress.position, None)):
        progress = await _run_batch(job, proposals, report, progress)
        advance(progress)
    await job.importing.finish(job.fingerprint, progress)
    return progress


async def _run_batch(job: Job, proposals: list[Proposal], report: Report, progress: Progress) -> Progress:
    def note(verdicts: list[Verdict]) -> int:
        pairs = zip(proposals, verdicts, strict=True)
        refused = ((proposal.row, verdict.reason) for proposal, verdict in pairs if verdict.outcome == "refused")
        return report.rewrite(progress.report_bytes, refused)

    batch = Batch([proposal.candidate for proposal in proposals], job.fingerprint, job.source.name)
    return await job.importing.run(job.actor, batch, progress, note)


async def rehearse(job: Job, rows: Rows) -> AsyncIterator[tuple[Proposal, Verdict]]:
    """What would become of each row. Nothing is written."""
    seen: set[int] = set()
    for proposals in _batches(job.reading, rows):
        batch = Batch([proposal.candidate for proposal in proposals], job.fingerprint, job.source.name)
        verdicts = await job.importing.rehearse(job.actor, batch)
        for proposal, verdict in zip(proposals, verdicts, strict=True):
            yield proposal, _unless_seen(proposal, verdict, seen)


def _unless_seen(proposal: Proposal, verdict: Verdict, seen: set[int]) -> Verdict:
    """Each batch is undone, so that the next one does not meet its users; they are remembered here, by hash."""
    if verdict.outcome != "created" or not isinstance(proposal.candidate, Candidate):
        return verdict
    profile = proposal.candidate.profile
    for field, value in (("username", profile.username), ("email", profile.email)):
        mark = hash((field, key(value))) if value else None
        if mark in seen:
            return Verdict("refused", f"{field} stands in an earlier row of the file as well")
        if mark is not None:
            seen.add(mark)
    return verdict


def _batches(reading: Reading, rows: Rows) -> Iterator[list[Proposal]]:
    while batch := [reading.propose(row) for row in itertools.islice(rows, BATCH)]:
        yield batch
