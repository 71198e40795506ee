"""Workbooks that are small, and made to take much memory."""

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.features.transfer.measured import measured_import
from tests.support.databases import Databases


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _workbook(sheet: bytes, **parts: bytes) -> bytes:
    """A workbook whose sheet, and other parts, have this content."""
    book, made = openpyxl.Workbook(), io.BytesIO()
    active: Any = book.active
    active.append(["username"])
    book.save(made)
    changed = io.BytesIO()
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            content = parts.pop(Path(part.filename).stem, source.read(part))
            target.writestr(part.filename, sheet if "sheet1.xml" in part.filename and sheet else content)
        for name, content in parts.items():
            target.writestr(f"xl/{name}.xml", content)
    return changed.getvalue()


_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%b</sheetData></worksheet>'
_HEADER = b'<row r="1"><c r="A1" t="inlineStr"><is><t>username</t></is></c></row>'
_ANN = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>ann</t></is></c><c r="XFD%d"><v>1</v></c></row>'


@pytest.mark.parametrize(
    ("workbook", "message"),
    [
        (lambda: _workbook(b"", sharedStrings=b"<sst>" + b" " * (200 << 20)), "200 MiB unpacked, more than 128"),
        (lambda: _workbook(b"", styles=b"<!-- " + b" " * (17 << 20)), "17 MiB unpacked, more than 16"),
        (
            lambda: _workbook(b'<!DOCTYPE x [<!ENTITY a "b">]>' + _SHEET % b"&a;"),
            "has an XML document type in xl/worksheets/sheet1.xml",
        ),
        (
            lambda: _workbook((b'<!DOCTYPE x [<!ENTITY a "b">]>' + _SHEET % b"&a;").decode().encode("utf-16")),
            "document type",
        ),
        (lambda: _workbook(_SHEET % (_HEADER + b"<row>" + b"<c/>" * (8 << 20))), "more than 100,000 elements in a row"),
        (
            lambda: _workbook(_SHEET % (b'<row xmlns="other"/>' + b'<row xmlns="other"><c/></row>' * (1 << 20))),
            "more than 100,000 elements in a row",
        ),
        (lambda: _workbook(_SHEET % (b"<row/>" * (2 << 20))), "more than 1,048,576 rows in"),
        (
            lambda: _workbook(_SHEET % (_HEADER + b"<row>" + b"x" * (32 << 20))),
            "more than 1,048,576 characters in a row",
        ),
        (lambda: _workbook(_SHEET % (b"<!-- " + b"x" * (64 << 20))), "a comment or an attribute of more than 4 MiB"),
        (lambda: _workbook(b"", styles=b"<x>" + b"<x/>" * (3 << 20)), "more than 200,000 elements in xl/styles.xml"),
        (
            lambda: _workbook(b"", **{"[Content_Types]": b'<Override PartName="/xl/worksheets/a" ContentType="b"/>'}),
            "/xl/worksheets/a, which is no sheet, among its sheets",
        ),
        (
            lambda: _workbook(b"", workbook=b'<Relationship Target="worksheets/a.xml" Type="b/chartsheet"/>'),
            "worksheets/a.xml, which is no sheet, among its sheets",
        ),
    ],
)
async def test_a_workbook_that_would_take_much_memory_is_refused(
    sqlite_databases: Databases, tmp_path: Path, workbook: Any, message: str, anyio_backend: str
) -> None:
    file = tmp_path / "users.xlsx"
    file.write_bytes(workbook())
    assert file.stat().st_size < 1 << 20
    async with sqlite_databases.new(tmp_path) as environ:
        run, peak, _ = await measured_import(environ, file)
        assert run.code == 1
        assert message in run.error["message"]
        assert "CSV" in run.error["message"]
        assert peak < 250, f"{peak} MiB"


async def test_a_cell_in_the_last_column_and_row_makes_no_row_wide(sqlite_databases: Databases, tmp_path: Path) -> None:
    """Mutant: all columns of the sheet are read, 16,384 for each of a million rows."""
    file = tmp_path / "users.xlsx"
    last = 1_048_576
    sheet = _SHEET % (_HEADER + _ANN % (last, last, last))
    file.write_bytes(_workbook(sheet.replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>', 1)))
    async with sqlite_databases.new(tmp_path) as environ:
        run, peak, seconds = await measured_import(environ, file)
        assert run.json["created"] == 1, run.err
        assert peak < 250, f"{peak} MiB"
        assert seconds < 60
