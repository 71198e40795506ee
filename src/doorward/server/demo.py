"""`doorward serve --demo`: serves an invented organisation from a folder that is removed at the end."""

import asyncio
import contextlib
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final, NoReturn

from doorward import demo, preparation
from doorward.cli.framework.exits import CommandFailed
from doorward.server.throwaway import throwaway_folder
from doorward.settings import Settings

_PREFIX: Final = "doorward-demo-"
# Files in memory, on Linux: they need no fsync, which takes most of the time on a disk, and a reboot removes them.
_MEMORY: Final = "/dev/shm"  # noqa: S108  # nosec B108
_TEMPORARY: Final = "/tmp"  # noqa: S108  # nosec B108
_ROOM: Final = 64 * 1024 * 1024
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
# What a demo takes over. Everything else is at its default: it must neither send mails nor write where a service does.
_TAKEN: Final = ("host", "port", "workers", "log_format", "log_level", "access_log")
_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def demo_settings(settings: Settings) -> Iterator[Settings]:
    """The settings of the demo, whose data folder exists as long as the context."""
    if settings.database_url:
        raise CommandFailed("--demo makes a database of its own: remove --database-url, or DOORWARD_DATABASE_URL")
    if settings.host not in _LOOPBACK:
        raise CommandFailed(f"--demo serves this machine only, and not {settings.host}: use --host 127.0.0.1")
    taken: dict[str, Any] = {name: getattr(settings, name) for name in _TAKEN}
    _leave_on_signals()
    with throwaway_folder(_PREFIX, _parent()) as folder:
        yield Settings(**taken, data_dir=folder / "data", drain=0)


def fill(settings: Settings) -> str:
    """Makes the database; returns the password of the administrator."""
    preparation.prepare_files(settings)
    return asyncio.run(demo.fill(settings, secrets.token_bytes))


def _parent() -> str | None:
    """Where the folder is made; None for the folder of temporary files, which TMPDIR may have moved elsewhere."""
    moved = tempfile.gettempdir() != _TEMPORARY
    if moved or not os.access(_MEMORY, os.W_OK) or shutil.disk_usage(_MEMORY).free < _ROOM:
        return None
    return _MEMORY


def _leave_on_signals() -> None:
    """Signals that would end the process leave the context first. Later, the supervisor has handlers of its own."""
    for number in _ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:  # Under nohup, SIGHUP is ignored.
            signal.signal(number, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
