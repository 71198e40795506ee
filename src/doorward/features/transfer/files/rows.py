"""Reads the rows of CSV, JSON Lines, JSON and Excel files one by one; `sql` reads SQL."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from doorward.features.transfer.files.values import Row

_LONGEST_FIELD: Final = 1 << 20


class Unreadable(Exception):
    """A file that cannot be parsed."""


class BrokenRow:
    """A row that cannot be parsed, and the reason."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason


Rows = Iterator[Row | BrokenRow]


def from_csv(path: Path) -> Rows:
    csv.field_size_limit(_LONGEST_FIELD)
    # utf-8-sig: spreadsheets write a byte order mark before the header.
    with path.open(encoding="utf-8-sig", newline="") as file:
        sample = file.read(4096)
        file.seek(0)
        header = sample.partition("\n")[0]
        delimiter = max(",;\t", key=header.count)
        reader = csv.reader(file, delimiter=delimiter)
        names = [name.strip() for name in next(reader, [])]
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(names):
                yield BrokenRow(delimiter.join(cells), f"has {len(cells)} cells, the header has {len(names)}")
                continue
            yield dict(zip(names, cells, strict=True))


def from_json_lines(path: Path) -> Rows:
    decode = msgspec.json.Decoder(Row).decode
    with path.open("rb") as file:
        for line in file:
            if line.isspace():
                continue
            try:
                yield decode(line)
            except msgspec.DecodeError as error:
                yield BrokenRow(line.decode("utf-8", "replace").rstrip("\n"), f"is not a JSON object: {error}")


def from_json(path: Path) -> Rows:
    """An array of rows, or an object whose `users` are the rows."""
    try:
        document = msgspec.json.decode(path.read_bytes())
    except msgspec.DecodeError as error:
        raise Unreadable(f"{path} is not JSON: {error}") from None
    rows = document.get("users") if isinstance(document, dict) else document
    if not isinstance(rows, list):
        raise Unreadable(f"{path} holds no list of users")
    for row in rows:
        yield row if isinstance(row, dict) else BrokenRow(str(row), "is not a JSON object")


def from_excel(path: Path) -> Rows:
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # openpyxl lets through any exception of its archive and XML parsers.
        raise Unreadable(f"{path} is not an Excel workbook: {error}") from None
    try:
        rows = book.worksheets[0].iter_rows(values_only=True)
        names = [str(cell or "").strip() for cell in next(rows, ())]
        for cells in rows:
            if any(cell is not None for cell in cells):
                yield {name: _cell(cell) for name, cell in zip(names, cells, strict=False) if name}
    finally:
        book.close()


def _cell(value: Any) -> Any:
    """Text of a cell. Excel turns text that looks like a number into one."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
