"""The rows of a file that another process reads: see `child`. Everything here blocks, and is called by threads."""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, BinaryIO, Final

import msgspec
from msgspec import Struct

from doorward.features.transfer.files.rows import BrokenRow, Rows, Unreadable
from doorward.features.transfer.files.values import Row

# Escapes make a row of the largest size six times as long.
_LONGEST_FRAME: Final = 16 << 20
# Imports the reader without the feature's own module, which imports the whole service: the process starts in a fraction
# of the time.
_START: Final = (
    "import sys, types; feature = types.ModuleType('doorward.features.transfer'); feature.__path__ = [sys.argv.pop(1)];"
    " sys.modules[feature.__name__] = feature;"
    " from doorward.features.transfer.over_http.child import main; main()"
)


class _Head(Struct):
    format: str = ""
    error: str = ""


class IsolatedReader:
    """`file` is read from its start. Call `close`, which ends the process."""

    def __init__(self, file: BinaryIO, name: str, wanted: str) -> None:
        file.seek(0)
        command = [sys.executable, "-c", _START, str(Path(__file__).parents[1]), name, wanted]
        # No other variable of the service's environment: it may have the master secret.
        environment = {"PYTHONPATH": ":".join(filter(None, sys.path)), "TMPDIR": tempfile.gettempdir()}
        # No message of the interpreter either: it may show a piece of the file.
        self._process = subprocess.Popen(  # noqa: S603
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        assert self._process.stdout is not None  # noqa: S101
        self._output: IO[bytes] = self._process.stdout

    def format(self) -> str:
        """Raises Unreadable for a file that is none of users."""
        head = msgspec.json.decode(self._frame(), type=_Head)
        if head.error:
            raise Unreadable(head.error)
        return head.format

    def rows(self) -> Rows:
        while frame := self._frame():
            if frame.startswith(b"{"):
                raise Unreadable(msgspec.json.decode(frame, type=_Head).error)
            for row in _decode_rows(frame):
                yield BrokenRow(*row) if isinstance(row, list) else row

    def close(self) -> None:
        # A signal that Python handles would wait for the end of what is being parsed, and so would a thread that reads.
        self._process.kill()
        self._output.close()
        self._process.wait()

    def _frame(self) -> bytes:
        (length,) = struct.unpack(">I", self._read(4))
        if length > _LONGEST_FRAME:
            raise Unreadable("A row of the file is too long")
        return self._read(length)

    def _read(self, length: int) -> bytes:
        content = self._output.read(length)
        if len(content) < length:
            raise Unreadable("The file takes too much time or memory to read; convert it to CSV or JSON Lines")
        return content


_decode_rows: Final = msgspec.json.Decoder(list[Row | list[str]]).decode
