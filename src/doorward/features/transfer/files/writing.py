"""Writes rows to files, one by one."""

import csv
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from doorward.features.transfer.files.values import Row, as_text

Put = Callable[[Row], None]


class JsonWriter(AbstractContextManager[Put]):
    """JSON rows, with text before, between and after them."""

    def __init__(self, file: BinaryIO, before: bytes, between: bytes, after: bytes) -> None:
        self._file, self._next, self._between, self._after = file, before, between, after
        self._before, self._empty = before, True

    def __enter__(self) -> Put:
        return self._put

    def _put(self, row: Row) -> None:
        self._file.write(self._next + msgspec.json.encode(row))
        self._next, self._empty = self._between, False

    def __exit__(self, *error: object) -> None:
        self._file.write((self._before if self._empty else b"") + self._after)


class CsvWriter(AbstractContextManager[Put]):
    def __init__(self, file: BinaryIO) -> None:
        self._text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._empty = True

    def __enter__(self) -> Put:
        return self._put

    def _put(self, row: Row) -> None:
        if self._empty:
            self._writer.writerow(row)
            self._empty = False
        self._writer.writerow(map(cell, row.values()))

    def __exit__(self, *error: object) -> None:
        self._text.flush()
        self._text.detach()


class ExcelWriter(AbstractContextManager[Put]):
    """Rows go to a temporary file, from which the workbook is made at the end."""

    def __init__(self, file: BinaryIO) -> None:
        import openpyxl

        self._file = file
        self._book: Any = openpyxl.Workbook(write_only=True)
        self._sheet: Any = self._book.create_sheet("users")
        self._empty = True

    def __enter__(self) -> Put:
        return self._put

    def _put(self, row: Row) -> None:
        if self._empty:
            self._sheet.append(list(row))
            self._empty = False
        self._sheet.append([_text_cell(self._sheet, cell(value)) for value in row.values()])

    def __exit__(self, *error: object) -> None:
        self._book.save(self._file)


def writer(container: str, file: BinaryIO) -> AbstractContextManager[Put]:
    match container:
        case "csv":
            return CsvWriter(file)
        case "excel":
            return ExcelWriter(file)
        case "array":
            return JsonWriter(file, b"[\n", b",\n", b"\n]\n")
        case "users":
            return JsonWriter(file, b'{"users":[\n', b",\n", b"\n]}\n")
        case _:
            return JsonWriter(file, b"", b"\n", b"\n")


def by_suffix(path: Path) -> str | None:
    return {".csv": "csv", ".xlsx": "excel", ".jsonl": "jsonl", ".ndjson": "jsonl"}.get(path.suffix.lower())


def cell(value: Any) -> Any:
    """A value in one cell: lists with commas, objects as JSON."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return as_text(value) if isinstance(value, dict | msgspec.Raw) else value


def _text_cell(sheet: Any, value: Any) -> Any:
    """Forces text: Excel would run text that begins with = as a formula."""
    if not isinstance(value, str):
        return value
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type = "s"
    return cell
