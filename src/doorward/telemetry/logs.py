"""Log lines, readable or as JSON."""

import logging
import sys
import time
import traceback
from types import TracebackType
from typing import Final

import msgspec

LOGGERS: Final = ("doorward", "asyncio")


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

    def traceback(self, record: logging.LogRecord) -> str:
        """The frames and the type of an exception. Not its message: a driver's may quote a row, and so a hash."""
        if not record.exc_info or record.exc_info[0] is None:
            return ""
        frames = traceback.format_tb(record.exc_info[2])
        return "".join(frames) + record.exc_info[0].__name__


class _Readable(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{self.at(record)} {record.levelname.lower()} {record.getMessage()}"
        return f"{line}\n{where}" if (where := self.traceback(record)) else line


class _Json(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        document = {"at": self.at(record), "level": record.levelname.lower(), "event": record.getMessage()}
        if request_id := getattr(record, "request_id", None):
            document["requestId"] = request_id
        if where := self.traceback(record):
            document["where"] = where
        return msgspec.json.encode(document).decode()
