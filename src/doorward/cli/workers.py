"""How the server's processes live and end."""

import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any, Final

from granian.server.mp import MPServer

from doorward import app
from doorward.http.application import Application
from doorward.settings import Settings

_DRAIN: Final = signal.SIGUSR1
_MOST_FILES: Final = 65_536
# Files that are no clients' connections: the database, logs, libraries.
_OTHER_FILES: Final = 256


class DrainingServer(MPServer):
    """On SIGTERM it goes on answering for a while, so that load balancers and kept-alive connections can leave.

    A server that closed at once would cut off requests that were already on their way to it.
    """

    def __init__(self, *args: Any, drain: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._drain = drain
        # Not the end of a worker that is told so before it listens.
        signal.signal(_DRAIN, signal.SIG_IGN)

    def signal_handler_interrupt(self, number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
        # Ctrl-C, or a second signal: somebody is waiting.
        if number != signal.SIGTERM or not self._drain:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]
            return
        for worker in self.wrks:
            os.kill(worker.inner.pid, _DRAIN)
        timer = threading.Timer(self._drain, super().signal_handler_interrupt)
        timer.daemon = True
        timer.start()
        self._drain = 0


def load_in_worker(settings: Settings, lifeline: tuple[int, int], metrics_folder: Path | None) -> Application:
    """The application, in the worker that serves it."""
    application = app.asgi(settings, metrics_folder)
    signal.signal(_DRAIN, lambda number, frame: application.drain())
    if sys.platform == "linux":
        threading.Thread(target=_end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
    return application


def _end_with_parent(reading: int, writing: int) -> None:
    """Without it, workers of a server that was killed would hold its port and answer for ever."""
    os.close(writing)
    os.read(reading, 1)  # Nobody writes: it returns when the last other end is closed, with the parent.
    os.kill(os.getpid(), signal.SIGTERM)


def most_connections() -> int:
    """How many a worker may have open at once: each is an open file. granian raised the limit when it was imported."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, _MOST_FILES)
    return max(files - _OTHER_FILES, 1)
