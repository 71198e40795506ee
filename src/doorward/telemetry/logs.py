"""Log lines, readable or as JSON."""

import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Final

import msgspec

LOGGERS: Final = ("doorward", "asyncio")
# What asyncio tells of a future that failed and that nothing awaited: the message of its exception.
_OUTCOME: Final = re.compile(r" (exception|result)=.*>", re.DOTALL)


def configure(form: str, level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Readable())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("doorward").setLevel(level.upper())


def report_uncaught(kind: type[BaseException], error: BaseException, frames: TracebackType | None) -> None:
    """For `sys.excepthook`: one JSON line instead of a printed traceback."""
    record = logging.LogRecord("doorward", logging.CRITICAL, "", 0, "ended by an error", None, (kind, error, frames))
    sys.stderr.write(_Json().format(record) + "\n")


class _Formatter(logging.Formatter):
    def at(self, record: logging.LogRecord) -> str:
        return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z"

    def message(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        return _OUTCOME.sub(">", text) if record.name == "asyncio" else text

    def traceback(self, record: logging.LogRecord) -> str:
        """The frames of an exception, and what it and its causes are."""
        if not record.exc_info or record.exc_info[1] is None:
            return ""
        frames = traceback.format_tb(record.exc_info[2])
        return "".join(frames) + "; from ".join(map(_named, _causes(record.exc_info[1])))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _named(error: BaseException) -> str:
    """The type alone: the message of a driver may quote a row, and so a hash. That of the system names a file."""
    name = type(error).__name__
    if not isinstance(error, OSError) or not error.strerror:
        return name
    return f"{name}: {error.strerror}: {error.filename}" if error.filename else f"{name}: {error.strerror}"


class _Readable(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{self.at(record)} {record.levelname.lower()} {self.message(record)}"
        return f"{line}\n{where}" if (where := self.traceback(record)) else line


class _Json(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        document = {"at": self.at(record), "level": record.levelname.lower(), "event": self.message(record)}
        if request_id := getattr(record, "request_id", None):
            document["requestId"] = request_id
        if where := self.traceback(record):
            document["where"] = where
        return msgspec.json.encode(document).decode()
