"""The server's processes: start, drain and end."""

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
from doorward.server.connections import ConnectionMonitor, limits
from doorward.settings import Settings

_DRAIN: Final = signal.SIGUSR1


class DrainingServer(MPServer):
    """Keeps answering for the drain time after SIGTERM, so that load balancers and kept-alive connections move on.

    Closing at once would reset requests that are in flight.
    """

    def __init__(self, *args: Any, drain: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._drain = drain
        # Ignored until the worker installs its handler; the default action would end it.
        signal.signal(_DRAIN, signal.SIG_IGN)

    def signal_handler_interrupt(self, number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
        # Ctrl-C or a second signal: stop without draining.
        if number != signal.SIGTERM or not self._drain:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]
            return
        # Internals of granian, which has no hook for this: pyproject.toml pins the minor version.
        for worker in self.wrks:
            os.kill(worker.inner.pid, _DRAIN)
        timer = threading.Timer(self._drain, super().signal_handler_interrupt)
        timer.daemon = True
        timer.start()
        self._drain = 0


def run_in_child(work: Callable[[], str | None]) -> str | None:
    """Runs work in a forked child where fork is available, and exits with its code if it fails."""
    if sys.platform != "linux":
        return work()
    lifeline, (reading, writing) = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        _run_child(work, lifeline, writing)
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


def _run_child(work: Callable[[], str | None], lifeline: tuple[int, int], writing: int) -> NoReturn:
    code: Any = 1
    try:
        threading.Thread(target=_end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Quietly: the parent reports the interruption.
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
    """Builds the application in a worker process."""
    application = app.asgi(settings, metrics_folder)
    signal.signal(_DRAIN, lambda number, frame: application.drain())
    ConnectionMonitor(settings.port, limits(settings), settings.trusted_proxies, application.meter.count_closed).start()
    if sys.platform == "linux":
        threading.Thread(target=_end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
    return application


def _end_with_parent(reading: int, writing: int) -> None:
    """Ends the worker when its parent was killed; otherwise it would hold the port for ever."""
    os.close(writing)
    os.read(reading, 1)  # Returns at end of file, when the parent's end of the pipe closes.
    os.kill(os.getpid(), signal.SIGTERM)
