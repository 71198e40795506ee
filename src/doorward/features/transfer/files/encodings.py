"""Text in UTF-16, as spreadsheets ("Unicode text") and PowerShell (`>`) write it, is read as UTF-8; so is a table in
GB18030, which contains GBK, the encoding of CSV from Excel in Chinese."""

import codecs
import io
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from doorward.features.transfer.files.rows import CHINESE, Unreadable

_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ZIP: Final = b"PK\x03\x04"
_HEAD: Final = 4096
_BETWEEN_HEADINGS: Final = re.compile(r"[,;\"\s]+")
_CHUNK: Final = 1 << 20


@contextmanager
def as_utf8(path: Path) -> Iterator[Path]:
    """The file itself; of one in another encoding, a copy without a name: nothing of it is left after a kill."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise Unreadable(f"{path} is empty")
    encoding = _encoding(head)
    if encoding is None:
        if b"\0" in head and not head.startswith(_ZIP):
            raise Unreadable(f"{path} is not text: save it as UTF-8")
        yield path
        return
    with tempfile.TemporaryFile() as file:
        copy = Path(f"/dev/fd/{file.fileno()}")
        plain = io.TextIOWrapper(file, "utf-8", newline="")
        try:
            with path.open(encoding=encoding, newline="") as given:
                shutil.copyfileobj(given, plain, _CHUNK)
        except UnicodeError:
            raise Unreadable(f"{path} begins as {encoding} and is damaged: save it as UTF-8") from None
        plain.flush()
        try:
            yield copy
        except Unreadable as error:
            raise Unreadable(str(error).replace(str(copy), str(path))) from None


def _encoding(head: bytes) -> str | None:
    """The encoding of text that is certainly no UTF-8. Nearly any text in another encoding of East Asia can be decoded
    as GB18030 too, to other characters: so the known headings tell, as no other encoding spells them by these bytes."""
    if head.startswith(_MARKS):
        return "UTF-16"
    line = head.partition(b"\n")[0]
    try:
        line.decode()
    except UnicodeDecodeError:
        headings = _BETWEEN_HEADINGS.split(line.decode("gb18030", "replace"))
        return "GB18030" if not CHINESE.keys().isdisjoint(headings) else None
    return None
