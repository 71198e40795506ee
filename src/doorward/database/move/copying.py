"""Copies tables by bounded batches and compares them afterwards, by count and by a digest of all values."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Final

from msgspec import Struct

from doorward.database.move.layout import Copy
from doorward.database.move.protocol import Batch, Progress, Reader, Source, Target

_END: Final = Batch([], [])
Advance = Callable[[int], None]


class SourceChanged(Exception):
    """The source is not what the copied part was made of."""


class Compared(Struct, frozen=True):
    table: str
    source_rows: int
    target_rows: int
    same: bool


async def copy_table(source: Source, target: Target, copy: Copy, done: Progress | None, advance: Advance) -> Progress:
    """Copies what the target lacks. The part that it has is read again, and must have the digest that was noted.

    `advance` is called with the number of rows of each step.
    """
    digest, rows, had = hashlib.blake2b(digest_size=32), 0, done or Progress(0, "")
    async with aclosing(_ahead(source.read(copy.source))) as batches:
        async for batch in batches:
            known = min(max(had.rows - rows, 0), len(batch.rows))
            digest.update(b"".join(batch.encoded[:known]))
            rows += known
            if known and rows == had.rows and digest.hexdigest() != had.digest:
                raise SourceChanged(copy.name)
            if new := batch.rows[known:]:
                digest.update(b"".join(batch.encoded[known:]))
                rows += len(new)
                await target.write(copy, new, Progress(rows, digest.hexdigest()))
            advance(len(batch.rows))
    if rows < had.rows:
        raise SourceChanged(copy.name)
    return Progress(rows, digest.hexdigest())


async def compare(
    reader: Reader, copies: Sequence[Copy], copied: dict[str, Progress], advance: Advance
) -> list[Compared]:
    """Reads the target and compares it with what was read from the source."""
    found = []
    for copy in copies:
        digest, rows = hashlib.blake2b(digest_size=32), 0
        async with aclosing(_ahead(reader.read(copy.target))) as batches:
            async for batch in batches:
                digest.update(b"".join(batch.encoded))
                rows += len(batch.rows)
                advance(len(batch.rows))
        expected = copied[copy.name]
        found.append(Compared(copy.name, expected.rows, rows, Progress(rows, digest.hexdigest()) == expected))
    return found


async def _ahead(batches: AsyncGenerator[Batch]) -> AsyncGenerator[Batch]:
    """Reads the next batch while the caller works on the last one."""
    following = asyncio.ensure_future(_next(batches))
    try:
        while (batch := await following) is not _END:
            following = asyncio.ensure_future(_next(batches))
            yield batch
    finally:
        if not following.done():
            # Waited for: a thread of SQLite may be in the middle of a statement.
            await asyncio.wait([following])
        await batches.aclose()


async def _next(batches: AsyncGenerator[Batch]) -> Batch:
    return await anext(batches, _END)
