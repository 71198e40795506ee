"""The refused rows of an import, in a file that can be fixed and imported again, and the names of users who were
imported without some of their second factors."""

import csv
import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from doorward.domain.text.formulas import neutral
from doorward.domain.times import is_moment, iso
from doorward.features.transfer.files.own_format import LEFT_OUT, PLAIN, TIMES
from doorward.features.transfer.files.rows import PLAIN_PASSWORD
from doorward.features.transfer.files.values import Row
from doorward.features.transfer.files.writing import cell
from doorward.features.transfer.model import Verdict

COLUMNS: Final = ("refused", LEFT_OUT, "id", *PLAIN, "password", "passwordHash", "secondFactors", *TIMES, "line")

# A report as CSV, and its two kinds of lines as JSON.
_BEGINNINGS: Final = (",".join(COLUMNS).encode(), b'{"refused":', f'{{"{LEFT_OUT}":'.encode())


class ReportFailed(Exception):
    """The report could not be written; its batch is not imported."""


class Report:
    """CSV if the file name says so, else JSON Lines. It holds password hashes, so only the owner can read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._csv = path.suffix.lower() == ".csv"
        self._file: io.BufferedRandom | None = None

    def rewrite(self, start: int, rows: Iterable[Row]) -> int:
        """Replaces everything after the first `start` bytes by these rows; returns the length of the file."""
        lines = b"".join(map(self._line, rows))
        if not lines and start == 0 and self._file is None:
            return 0
        try:
            return self._replaced(self._opened(), start, lines)
        except OSError as error:
            # Inside a transaction an OSError would count as a lost connection to the database.
            raise ReportFailed(str(error)) from error

    def _replaced(self, file: io.BufferedRandom, start: int, lines: bytes) -> int:
        file.seek(start)
        file.truncate()
        if start == 0 and self._csv:
            file.write(_csv_line(COLUMNS))
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
        return file.tell()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _opened(self) -> io.BufferedRandom:
        if self._file is None:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            self._file = os.fdopen(descriptor, "r+b")
        return self._file

    def _line(self, row: Row) -> bytes:
        written = row | {name: iso(row[name]) for name in TIMES if _is_time(row.get(name))}
        if self._csv:
            return _csv_line([_cell(column, written.get(column)) for column in COLUMNS])
        return msgspec.json.encode(written) + b"\n"


def is_report(path: Path) -> bool:
    """Whether the file begins as a report does. An empty one is a report that was not written to."""
    with path.open("rb") as file:
        start = file.read(len(_BEGINNINGS[0]))
    return not start or start.startswith(_BEGINNINGS)


def reported(row: Row, verdict: Verdict) -> Row | None:
    """The line of a row; None if there is nothing to tell. Of an imported user the name alone."""
    if verdict.outcome == "refused":
        return {"refused": verdict.reason, **row}
    if verdict.left_out:
        return {LEFT_OUT: verdict.left_out, "username": row.get("username")}
    return None


def _is_time(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and is_moment(value)


def _cell(column: str, value: Any) -> Any:
    """As `from_csv` reads it: a plain password is never changed."""
    shown = cell(value)
    return neutral(shown) if isinstance(shown, str) and column != PLAIN_PASSWORD else shown


def _csv_line(cells: Iterable[Any]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue().encode()
