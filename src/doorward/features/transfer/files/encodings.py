"""Text in UTF-16, as spreadsheets ("Unicode text") and PowerShell (`>`) write it, is read as UTF-8."""

import codecs
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from doorward.features.transfer.files.rows import Unreadable

_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ZIP: Final = b"PK\x03\x04"
_HEAD: Final = 4096
_CHUNK: Final = 1 << 20


@contextmanager
def as_utf8(path: Path) -> Iterator[Path]:
    """The file itself; a private copy of one in UTF-16, removed at the end."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise Unreadable(f"{path} is empty")
    if not head.startswith(_MARKS):
        if b"\0" in head and not head.startswith(_ZIP):
            raise Unreadable(f"{path} is not text: save it as UTF-8")
        yield path
        return
    # The name tells nothing but the kind of file, and the folder is for this account alone.
    with tempfile.TemporaryDirectory(prefix="doorward-import-") as folder:
        copy = Path(folder, "copy" + path.suffix)
        try:
            with (
                path.open(encoding="utf-16", newline="") as given,
                copy.open("w", encoding="utf-8", newline="") as plain,
            ):
                shutil.copyfileobj(given, plain, _CHUNK)
        except UnicodeError:
            raise Unreadable(f"{path} begins as UTF-16 and is damaged: save it as UTF-8") from None
        yield copy
