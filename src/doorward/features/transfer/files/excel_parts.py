"""Bounds on what the XML of a workbook takes in memory, which compression and short elements make a thousand times it.

The reader of workbooks holds one row of a sheet at a time, and every other part completely. So a part is parsed first
without building anything, and refused when a row or the part has too many elements or too much text.
"""

from typing import IO, Final
from xml.parsers import expat

from doorward.features.transfer.files.rows import LONGEST_ROW

SHEETS: Final = "xl/worksheets/"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
# With a separator between namespace and name. Rows of other namespaces are not released while a sheet is read.
_SEPARATOR: Final = " "
_ROW: Final = f"{_MAIN}{_SEPARATOR}row"
_MOST_ROWS: Final = 1_048_576
# A row of 16,384 columns, or what stands before and after the rows: links, merged cells, formats.
_MOST_IN_ROW: Final = 100_000
_MOST_IN_TEXTS: Final = 8_000_000
_MOST_IN_PART: Final = 200_000
_CHUNK: Final = 1 << 16
# A comment or an attribute is held completely by the parser itself.
_LONGEST_TOKEN: Final = 1 << 22


class Excessive(Exception):
    """What a part has that no workbook needs."""


def check_part(content: IO[bytes], name: str) -> None:
    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.buffer_text = parser.ordered_attributes = True
    _Counts(parser, name)
    read = 0
    while chunk := content.read(_CHUNK):
        parser.Parse(chunk)
        read += len(chunk)
        if read - parser.CurrentByteIndex > _LONGEST_TOKEN:
            raise Excessive(f"a comment or an attribute of more than {_LONGEST_TOKEN >> 20} MiB in {name}")
    parser.Parse(b"", True)


class _Counts:
    """Elements and text since the end of the last row, in a sheet; since the beginning, in other parts."""

    def __init__(self, parser: expat.XMLParserType, name: str) -> None:
        self._name, self._sheet = name, name.startswith(SHEETS)
        texts = name.lower().endswith("sharedstrings.xml")
        self._most = _MOST_IN_ROW if self._sheet else _MOST_IN_TEXTS if texts else _MOST_IN_PART
        self._elements = self._characters = self._rows = 0
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        if self._sheet:
            parser.EndElementHandler, parser.CharacterDataHandler = self._end, self._text

    def _doctype(self, *_: object) -> None:
        """The format has none: their entities could expand without limit."""
        raise Excessive(f"an XML document type in {self._name}")

    def _start(self, element: str, attributes: list[str]) -> None:
        self._elements += 1
        if self._elements > self._most:
            where = f"a row of {self._name}" if self._sheet else self._name
            raise Excessive(f"more than {self._most:,} elements in {where}")
        if element.endswith(("Override", "Relationship")):
            _check_use(dict(zip(attributes[::2], attributes[1::2], strict=True)))

    def _end(self, element: str) -> None:
        if element == _ROW:
            self._rows += 1
            self._elements = self._characters = 0
            if self._rows > _MOST_ROWS:
                raise Excessive(f"more than {_MOST_ROWS:,} rows in {self._name}")

    def _text(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > LONGEST_ROW:
            raise Excessive(f"more than {LONGEST_ROW:,} characters in a row of {self._name}")


def _check_use(given: dict[str, str]) -> None:
    """A part in the folder of sheets may be as large as a sheet, so it must be read as one."""
    part, kind = given.get("PartName", ""), given.get("ContentType", "")
    if SHEETS in part and not kind.endswith(".worksheet+xml"):
        raise Excessive(f"{part}, which is no sheet, among its sheets")
    target, kind = given.get("Target", ""), given.get("Type", "")
    if "worksheets/" in target and not kind.endswith("/worksheet"):
        raise Excessive(f"{target}, which is no sheet, among its sheets")
