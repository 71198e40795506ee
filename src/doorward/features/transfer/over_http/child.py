"""Reads a file of users in a process of its own, and writes its rows to standard output.

Files come from clients. A workbook unpacks to a thousand times its size, and parsing holds the interpreter lock: here,
both cost a process with bounded memory and low priority, and not the service (docs/decisions/0050).

The output is frames: four bytes of length, then JSON. The first has the format, or what is wrong with the file. Each of
the others is a list of rows: an object, or for a row that cannot be read a pair of its text and the reason. An empty
frame ends the file.
"""

import os
import resource
import select
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from doorward.features.transfer.files import formats
from doorward.features.transfer.files.encodings import as_utf8
from doorward.features.transfer.files.rows import BrokenRow, Rows, Unreadable

_FRAME: Final = 32_768
_MEMORY: Final = 1 << 30
_PROCESSOR_SECONDS: Final = 600
_PRIORITY: Final = 10
_FILE: Final = Path("/dev/fd/0")


def main() -> None:
    """Arguments: the name of the file as the client gave it, and its format or nothing. The file is standard input."""
    name, wanted = sys.argv[1], sys.argv[2] or None
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    os.nice(_PRIORITY)
    threading.Thread(target=_end_with_the_service, daemon=True).start()
    # Nothing here has a name in the file system: the process is killed, by the service or with it, at any moment.
    try:
        _write_all(Path(name).suffix, wanted)
    except Unreadable as error:
        _write({"error": str(error).replace(str(_FILE), "The file").replace("pass --from", "name its format")})
    except MemoryError:
        _write({"error": "The file needs too much memory; convert it to CSV or JSON Lines"})
    except BrokenPipeError:
        pass  # The service has ended or does not want more.
    os._exit(0)  # The rest of the interpreter's end does nothing here, and takes a while.


def _end_with_the_service() -> None:
    """Waits until the output has no reader any more. A worker that is killed can't end the process, which would notice
    only when it writes: after ten minutes of parsing, while the next worker parses the same file."""
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    output.poll()
    os._exit(1)


def _write_all(suffix: str, wanted: str | None) -> None:
    with as_utf8(_FILE) as readable:
        name, rows = formats.open_rows(readable, wanted, suffix)
        _write({"format": name})
        for frame in _frames(rows):
            _write_frame(frame)
    _write_frame(b"")


def _frames(rows: Rows) -> Iterator[bytes]:
    encoded, size = list[bytes](), 0
    for row in rows:
        encoded.append(_encoded(row))
        size += len(encoded[-1])
        if size >= _FRAME:
            yield b"[" + b",".join(encoded) + b"]"
            encoded, size = [], 0
    if encoded:
        yield b"[" + b",".join(encoded) + b"]"


def _encoded(row: Any) -> bytes:
    try:
        return msgspec.json.encode([row.text, row.reason] if isinstance(row, BrokenRow) else row)
    except (ValueError, TypeError, RecursionError):  # Text that is not Unicode, or another type than those of JSON.
        return msgspec.json.encode(["", "cannot be read"])


def _write(document: Any) -> None:
    _write_frame(msgspec.json.encode(document))


def _write_frame(content: bytes) -> None:
    sys.stdout.buffer.write(struct.pack(">I", len(content)) + content)
    sys.stdout.buffer.flush()
