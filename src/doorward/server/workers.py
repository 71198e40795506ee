"""How the server's processes live and end."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

from granian.server.mp import MPServer

from doorward import app
from doorward.api.application import Application
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


def apart(work: Callable[[], str | None]) -> str | None:
    """Runs work in a process of its own, where that is cheap, and ends as that ends if it fails."""
    if sys.platform != "linux":
        return work()
    lifeline, (reading, writing) = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        _run_apart(work, lifeline, writing)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            outcome = pipe.read()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    except KeyboardInterrupt:
        code = -signal.SIGINT
    for end in lifeline:
        os.close(end)
    if code:
        raise SystemExit(code if code > 0 else 128 - code)
    return outcome or None


def _run_apart(work: Callable[[], str | None], lifeline: tuple[int, int], writing: int) -> NoReturn:
    code: Any = 1
    try:
        threading.Thread(target=_end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Without a word, as this one is not who was spoken to.
        os.write(writing, (work() or "").encode())
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


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
