"""Rows as the bytes of a file that is sent while it is made; a workbook is made completely first."""

import asyncio
import codecs
import io
import tempfile
from collections.abc import AsyncIterator
from typing import BinaryIO, Final

from doorward.errors import ValidationFailed
from doorward.features.transfer.files.values import Row
from doorward.features.transfer.files.writing import Put, writer

_CONTAINERS: Final = {"csv": "csv", "json": "array"}
# Rows that are encoded before other requests have their turn: about two milliseconds.
_SLICE: Final = 50
_PIECE: Final = 65_536
# Of a workbook, which is complete before its first byte is sent.
WORKBOOK_MAX: Final = 100_000


async def as_text(form: str, columns: tuple[str, ...], batches: AsyncIterator[list[Row]]) -> AsyncIterator[bytes]:
    buffer, rows = io.BytesIO(), 0
    if form == "csv":
        buffer.write(codecs.BOM_UTF8)  # People open it in Excel, which reads CSV without a mark in a local encoding.
    with writer(_CONTAINERS[form], buffer) as put:
        async for batch in batches:
            for start in range(0, len(batch), _SLICE):
                for row in batch[start : start + _SLICE]:
                    put(row)
                yield _taken(buffer)
                await asyncio.sleep(0)  # A client that reads fast is sent piece after piece without a pause.
            rows += len(batch)
    if not rows and form == "csv":
        buffer.write(",".join(columns).encode() + b"\n")  # The header comes with the first row.
    yield _taken(buffer)


def _taken(buffer: io.BytesIO) -> bytes:
    made = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return made


async def as_workbook(columns: tuple[str, ...], batches: AsyncIterator[list[Row]]) -> AsyncIterator[bytes]:
    """Made in a temporary file, by a thread. ValidationFailed for too many rows, before anything is sent."""
    file = tempfile.TemporaryFile()  # noqa: SIM115  (it outlives this function)
    try:
        await _make(file, columns, batches)
    except BaseException:
        file.close()
        raise
    return _read(file)


async def _make(file: BinaryIO, columns: tuple[str, ...], batches: AsyncIterator[list[Row]]) -> None:
    rows = 0
    with writer("excel", file) as put:
        async for batch in batches:
            rows += len(batch)
            if rows > WORKBOOK_MAX:
                raise ValidationFailed(("format", f"must be csv or json for more than {WORKBOOK_MAX:,} users"))
            await asyncio.to_thread(_put_all, put, batch)
        if not rows:
            put(dict.fromkeys(columns))


def _put_all(put: Put, batch: list[Row]) -> None:
    for row in batch:
        put(row)


async def _read(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece
