"""Writes rows to files, one by one."""

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from doorward.domain.text.formulas import neutral
from doorward.features.transfer.files.values import Row, as_text
from doorward.features.transfer.files.workbook import workbook

Put = Callable[[Row], object]


@contextmanager
def _json_writer(file: BinaryIO, before: bytes, between: bytes, after: bytes) -> Iterator[Put]:
    """JSON rows, with text before, between and after them."""
    separators = itertools.chain([b""], itertools.repeat(between))
    file.write(before)
    try:
        yield lambda row: file.write(next(separators) + msgspec.json.encode(row))
    finally:
        file.write(after)


@contextmanager
def _csv_writer(file: BinaryIO) -> Iterator[Put]:
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    try:
        write = csv.writer(text, lineterminator="\n").writerow
        yield _with_header(lambda cells: write([_csv_cell(value) for value in cells]))
    finally:
        text.flush()
        text.detach()


@contextmanager
def _excel_writer(file: BinaryIO) -> Iterator[Put]:
    with workbook(file) as write:
        yield _with_header(write)


def _with_header(write: Callable[[Iterable[Any]], object]) -> Put:
    """Writes the names of the fields before the first row."""
    empty = True

    def put(row: Row) -> None:
        nonlocal empty
        if empty:
            write(row)
            empty = False
        write(map(cell, row.values()))

    return put


def writer(container: str, file: BinaryIO) -> AbstractContextManager[Put]:
    match container:
        case "csv":
            return _csv_writer(file)
        case "excel":
            return _excel_writer(file)
        case "array":
            return _json_writer(file, b"[\n", b",\n", b"\n]\n")
        case "users":
            return _json_writer(file, b'{"users":[\n', b",\n", b"\n]}\n")
        case _:
            return _json_writer(file, b"", b"\n", b"\n")


def by_suffix(path: Path) -> str | None:
    return {".csv": "csv", ".xlsx": "excel", ".jsonl": "jsonl", ".ndjson": "jsonl"}.get(path.suffix.lower())


def cell(value: Any) -> Any:
    """A value in one cell: lists with commas, objects as JSON, true and false as there."""
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return ",".join(map(str, value))
    return as_text(value) if isinstance(value, list | dict | msgspec.Raw | bool) else value


def _csv_cell(value: Any) -> Any:
    return neutral(value) if isinstance(value, str) else value
