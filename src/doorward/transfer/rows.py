"""Rows of files: CSV, JSON Lines, JSON documents, Excel and SQL, one at a time."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

Row = dict[str, Any]
_LONGEST_FIELD: Final = 1 << 20


class Unreadable(Exception):
    """A file, or a row of one, that is not what it should be."""


class BrokenRow:
    """A row that can't be read, and the reason."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason


def from_csv(path: Path) -> Iterator[Row | BrokenRow]:
    csv.field_size_limit(_LONGEST_FIELD)
    # utf-8-sig: spreadsheets put a byte order mark before the header.
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


def from_json_lines(path: Path) -> Iterator[Row | BrokenRow]:
    decode = msgspec.json.Decoder(Row).decode
    with path.open("rb") as file:
        for line in file:
            if line.isspace():
                continue
            try:
                yield decode(line)
            except msgspec.DecodeError as error:
                yield BrokenRow(line.decode("utf-8", "replace").rstrip("\n"), f"is not a JSON object: {error}")


def from_json(path: Path) -> Iterator[Row | BrokenRow]:
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


def from_excel(path: Path) -> Iterator[Row | BrokenRow]:
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # The library lets out whatever went wrong in the archive or its XML.
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
    """Excel makes numbers of what looks like one."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


_INSERT: Final = re.compile(r"insert\s+into\s+[`\"]?(?P<table>\w+)[`\"]?\s*(?:\((?P<columns>[^)]*)\))?\s*values", re.I)
_VALUE: Final = re.compile(
    r"\s*(?:'(?P<text>(?:[^'\\]|''|\\.)*)'|(?P<null>null)|(?P<call>\w+\(\))|(?P<plain>[^,()'\s]+))\s*(?P<end>[,)])",
    re.I | re.S,
)
_ESCAPE: Final = re.compile(r"''|\\(.)", re.S)
_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "0": ""}


def from_sql(path: Path, table: str, columns: tuple[str, ...]) -> Iterator[Row | BrokenRow]:
    """The rows of INSERT statements into the table; `columns` are its own, for statements that don't name them."""
    text = path.read_text("utf-8")
    for statement in _INSERT.finditer(text):
        if statement["table"] != table:
            continue
        named = statement["columns"]
        names = tuple(name.strip(' `"\n') for name in named.split(",")) if named else columns
        position = statement.end()
        while opening := re.compile(r"\s*,?\s*\(").match(text, position):
            position, values = _tuple(text, opening.end())
            if len(values) == len(names):
                yield dict(zip(names, values, strict=True))
            else:
                yield BrokenRow(str(values), f"has {len(values)} values, the table has {len(names)} columns")


def _tuple(text: str, position: int) -> tuple[int, list[Any]]:
    values: list[Any] = []
    while True:
        match = _VALUE.match(text, position)
        if match is None:
            raise Unreadable(f"The SQL can't be read near {text[position : position + 40]!r}")
        if match["text"] is not None:
            values.append(_ESCAPE.sub(lambda m: "'" if m[0] == "''" else _ESCAPED.get(m[1], m[1]), match["text"]))
        else:
            values.append(match["plain"])
        position = match.end()
        if match["end"] == ")":
            return position, values
