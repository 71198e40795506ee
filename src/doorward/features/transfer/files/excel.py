"""Rows of Excel workbooks: ZIP archives of XML, whose unpacked size and contents are bounded before they are parsed."""

import zipfile
from pathlib import Path
from typing import Any, BinaryIO, Final

from doorward.features.transfer.files.excel_parts import SHEETS, Excessive, check_part
from doorward.features.transfer.files.rows import Rows, Unreadable, columns

# Unpacked. Sheets are read row by row; all texts of a workbook are held in memory.
_LARGEST_SHEET: Final = 1 << 30
_LARGEST_TEXTS: Final = 128 << 20
_LARGEST_PART: Final = 16 << 20
_MOST_PARTS: Final = 1000
_MOST_COLUMNS: Final = 256
_MOST_ROWS: Final = 1_048_576  # As many as Excel has.


def from_excel(path: Path) -> Rows:
    _check_parts(path)
    # Opened here, because the reader refuses names that do not end as those of workbooks.
    with path.open("rb") as file:
        yield from _rows(path, file)


def _rows(path: Path, file: BinaryIO) -> Rows:
    import openpyxl

    try:
        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
    except Exception as error:  # openpyxl lets through any exception of its archive and XML parsers.
        raise Unreadable(f"{path} is not an Excel workbook: {error}") from None
    try:
        header = next(sheet.iter_rows(max_row=1, max_col=_MOST_COLUMNS, values_only=True), ())
        names = columns([str(cell or "") for cell in header])
        width = max((place for place, name in enumerate(names, 1) if name), default=1)
        # Columns beyond the header are not read: a cell in the last column would make each row 16,384 wide.
        for cells in sheet.iter_rows(min_row=2, max_row=_MOST_ROWS, max_col=width, values_only=True):
            if any(cell is not None for cell in cells):
                yield {name: _cell(cell) for name, cell in zip(names, cells, strict=False) if name}
    except Unreadable:
        raise
    except Exception as error:
        raise Unreadable(f"{path} is damaged: {error}; save it as CSV") from None
    finally:
        book.close()


def _check_parts(path: Path) -> None:
    """Sizes are those that the archive declares; unpacking stops there."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            if len(parts) > _MOST_PARTS:
                raise Unreadable(f"{path} has more than {_MOST_PARTS:,} parts; save it as CSV")
            for part in parts:
                if part.file_size > _largest(part.filename):
                    size = f"{part.file_size >> 20:,} MiB unpacked, more than {_largest(part.filename) >> 20:,}"
                    raise Unreadable(f"{path} is too large for Excel ({part.filename}: {size}); save it as CSV")
                if part.filename.endswith((".xml", ".rels")):
                    with archive.open(part) as content:
                        check_part(content, part.filename)
    except Unreadable:
        raise
    except Excessive as error:
        raise Unreadable(f"{path} has {error}; save it as CSV") from None
    except Exception as error:  # As above, of the archive and of what it is compressed with.
        raise Unreadable(f"{path} is not an Excel workbook: {error}") from None


def _largest(name: str) -> int:
    if name.startswith(SHEETS):
        return _LARGEST_SHEET
    return _LARGEST_TEXTS if name.lower().endswith("sharedstrings.xml") else _LARGEST_PART


def _cell(value: Any) -> Any:
    """Text of a cell. Excel turns text that looks like a number into one."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
