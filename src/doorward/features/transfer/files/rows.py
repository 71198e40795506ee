"""Reads the rows of CSV, JSON Lines and JSON files one by one; `excel` and `sql_dump` read the others.

Files come from other systems, and may be damaged or hostile. A row that cannot be read is refused like other rows, and
the import goes on: what stands before it may be committed already. What would take much memory is bounded first.
"""

import codecs
import csv
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import IO, AnyStr, Final

import msgspec

from doorward.domain.text.formulas import restored
from doorward.features.transfer.files.values import Row

LONGEST_ROW: Final = 1 << 20
# Files of these kinds are read completely.
_LARGEST_DOCUMENT: Final = 512 << 20
_SHOWN_CHARACTERS: Final = 1000
# The column whose cells are taken as they are. Others may begin with the apostrophe of `formulas.neutral`.
PLAIN_PASSWORD: Final = "password"  # noqa: S105  (the name of a column)
# Headings of tables that people keep in Chinese, and the fields that they stand for (docs/import.md).
CHINESE: Final = {
    "用户名": "username",
    "姓名": "name",
    "邮箱": "email",
    "电话": "phone",
    "手机号": "phone",
    "状态": "status",
    "角色": "roles",
    "密码": PLAIN_PASSWORD,
}


class Unreadable(Exception):
    """A file that cannot be parsed."""


class BrokenRow:
    """A row that cannot be parsed, and the reason."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text[:_SHOWN_CHARACTERS], reason


Rows = Iterator[Row | BrokenRow]


def read_whole(path: Path, instead: str) -> bytes:
    if path.stat().st_size > _LARGEST_DOCUMENT:
        raise Unreadable(f"{path} is larger than {_LARGEST_DOCUMENT >> 20} MiB: {instead}")
    return path.read_bytes()


def columns(headings: list[str]) -> list[str]:
    """The fields of a table. One without usernames keeps its headings, by which it is told what it lacks; so does the
    second of two columns for one field."""
    names = [heading.strip() for heading in headings]
    if "username" in names or "用户名" in names:
        for place, name in enumerate(names):
            if name in CHINESE and CHINESE[name] not in names:
                names[place] = CHINESE[name]
    return names


def from_csv(path: Path) -> Rows:
    csv.field_size_limit(LONGEST_ROW)
    # utf-8-sig: spreadsheets write a byte order mark before the header. Bytes that are not UTF-8 become surrogates.
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        # A `map` goes on after an exception, unlike a generator.
        lines = map(_not_too_long, _lines(file))
        try:
            header = next(filter(str.strip, lines), "")
            if _valid(header) != header:
                raise Unreadable(f"{path} is not UTF-8 in its first line: save it as UTF-8")
            delimiter = _delimiter(header)
            reader = csv.reader(itertools.chain([header], lines), delimiter=delimiter)
            names = columns([_valid(name) for name in next(reader, [])])
        except csv.Error as error:
            raise Unreadable(f"{path} cannot be read in its first line: {error}") from None
        plain = names.index(PLAIN_PASSWORD) if PLAIN_PASSWORD in names else -1
        while True:
            try:
                cells = next(reader)
            except csv.Error as error:
                yield BrokenRow("", f"near line {reader.line_num + 1} cannot be read: {error}")
                continue
            except StopIteration:
                return
            if cells:
                yield _csv_row(names, cells, delimiter, plain)


def csv_header(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        line = next(filter(str.strip, _lines(file)), "")
    return columns(next(csv.reader([line], delimiter=_delimiter(line)), []))


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _not_too_long(line: str) -> str:
    if len(line) > LONGEST_ROW:
        raise csv.Error(f"it is longer than {LONGEST_ROW:,} characters")
    return line


def _csv_row(names: list[str], cells: list[str], delimiter: str, plain: int) -> Row | BrokenRow:
    if len(cells) != len(names):
        return BrokenRow(_valid(delimiter.join(cells)), f"has {len(cells)} cells, the header has {len(names)}")
    for place, cell in enumerate(cells):
        if not cell.isascii() and _valid(cell) != cell:
            return BrokenRow(_valid(delimiter.join(cells)), f"is not UTF-8 in {names[place]}; save the file as UTF-8")
        if cell[:1] == "'" and place != plain:
            cells[place] = restored(cell)
    return dict(zip(names, cells, strict=True))


def _valid(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _lines(file: IO[AnyStr]) -> Iterator[AnyStr]:
    """Lines; of one that is too long, as much as shows it."""
    while line := file.readline(LONGEST_ROW + 1):
        rest = line
        while len(rest) > LONGEST_ROW and rest[-1:] not in ("\n", "\r", b"\n"):
            rest = file.readline(LONGEST_ROW + 1)
        yield line


def from_json_lines(path: Path) -> Rows:
    with path.open("rb") as file:
        for line in _lines(file):
            if len(line) > LONGEST_ROW:
                yield BrokenRow(_shown(line), f"is longer than {LONGEST_ROW:,} bytes")
            elif not line.isspace():
                yield _json_row(line.removeprefix(codecs.BOM_UTF8))


def from_json(path: Path) -> Rows:
    """An array of rows, or an object whose `users` are the rows."""
    content = read_whole(path, "convert it to JSON Lines").removeprefix(codecs.BOM_UTF8)
    try:
        # Only the places of the rows; each is decoded when its turn comes.
        if content[:65536].lstrip()[:1] == b"[":
            rows = msgspec.json.decode(content, type=list[msgspec.Raw])
        else:
            rows = msgspec.json.decode(content, type=_Document).users
    except msgspec.ValidationError:
        raise Unreadable(f"{path} holds no list of users") from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path} is not JSON: {error}") from None
    for row in rows:
        yield _json_row(row)


class _Document(msgspec.Struct):
    users: list[msgspec.Raw]


def _json_row(line: bytes | msgspec.Raw) -> Row | BrokenRow:
    try:
        return _decode_row(line)
    except (ValueError, RecursionError) as error:
        return BrokenRow(_shown(line), f"is not a JSON object: {error}")


def _shown(line: bytes | msgspec.Raw) -> str:
    return bytes(memoryview(line)[:_SHOWN_CHARACTERS]).decode("utf-8", "replace").rstrip("\n")


_decode_row: Final = msgspec.json.Decoder(Row).decode
