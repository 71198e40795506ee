"""Writes an Excel workbook of one sheet, row by row into the file that it is given.

The library that reads workbooks would keep the sheet in a file of its own, which has a name and stays when the process
is killed or the export is broken off. It also takes ten times as long.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final
from xml.sax.saxutils import escape

_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="users" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
_SHEET: Final = "xl/worksheets/sheet1.xml"
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Excel repairs, and thereby changes, a workbook with a longer text.
_LONGEST_TEXT: Final = 32_767


@contextmanager
def workbook(file: BinaryIO) -> Iterator[Callable[[Iterable[Any]], object]]:
    """A function that writes a row of numbers, texts, and None for an empty cell."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in _PARTS.items():
            archive.writestr(_part(name), _XML + content)
        with archive.open(_part(_SHEET), "w") as sheet:
            sheet.write(f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>\n'.encode())
            yield lambda cells: sheet.write(f"<row>{''.join(map(_cell, cells))}</row>\n".encode())
            sheet.write(b"</sheetData></worksheet>")


def _part(name: str) -> zipfile.ZipInfo:
    part = zipfile.ZipInfo(name)
    part.compress_type = zipfile.ZIP_DEFLATED
    return part


def _cell(value: Any) -> str:
    """Text is marked as such: Excel would run text that begins with = as a formula."""
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, int | float):
        return f"<c><v>{value}</v></c>"
    text = escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", str(value)[:_LONGEST_TEXT]))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
