"""The server's processes: start, drain and end."""

import contextlib
import logging
import os
import select
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
from doorward.cli.framework import exits
from doorward.server.connections import ConnectionMonitor, limits
from doorward.settings import Settings

logger = logging.getLogger("doorward")

_DRAIN: Final = signal.SIGUSR1
_FOREGROUND_SECONDS: Final = 1


class DrainingServer(MPServer):
    """Keeps answering for the drain time after SIGTERM, so that load balancers and kept-alive connections move on.

    Closing at once would reset requests that are in flight.
    """

    def __init__(self, *args: Any, drain: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._drain = drain
        # Under nohup the signal is ignored, and the server must outlive its terminal; granian installs its own handler.
        self._at_terminal = signal.getsignal(signal.SIGHUP) != signal.SIG_IGN and _has_terminal()
        if self._at_terminal:
            threading.Thread(target=_watch_terminal, name="terminal", daemon=True).start()
        # Ignored until the worker installs its handler; the default action would end it.
        signal.signal(_DRAIN, signal.SIG_IGN)

    def signal_handler_interrupt(self, number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
        # In any case: granian waits for responses that are being sent, and event streams end only when they are told.
        # Internals of granian, which has no hook for this: pyproject.toml pins the minor version.
        for worker in self.wrks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.inner.pid, _DRAIN)
        # Ctrl-C or a second signal: stop without draining.
        if number != signal.SIGTERM or not self._drain:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]
            return
        timer = threading.Timer(self._drain, super().signal_handler_interrupt)
        timer.daemon = True
        timer.start()
        self._drain = 0

    def signal_handler_reload(self, *_: object) -> None:
        """SIGHUP reloads, unless it says that the terminal is gone in whose foreground the server was started."""
        if self._at_terminal and not _has_terminal():
            self.signal_handler_interrupt()
        else:
            super().signal_handler_reload()  # type: ignore[no-untyped-call]


def _watch_terminal() -> None:
    """Sends SIGHUP to this process when its terminal hangs up while it is in the foreground there.

    The kernel sends it to the leader of the session alone. A shell passes it on. make does not, and is the leader in a
    terminal that was opened for `make run`: it waits for the server, which would never learn of the end.
    """
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    hangup = select.poll()
    hangup.register(terminal, 0)  # Hanging up is always reported.
    foreground = True
    with contextlib.suppress(OSError):
        # Asked each time, as it can't be asked after the end: after `bg` and `disown` the server goes on.
        while not hangup.poll(_FOREGROUND_SECONDS * 1000):
            foreground = os.tcgetpgrp(terminal) == os.getpgrp()
    os.close(terminal)
    if foreground and not _has_terminal():
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGHUP)


def _has_terminal() -> bool:
    """Whether the process has a controlling terminal that has not hung up."""
    try:
        descriptor = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    try:
        os.tcgetpgrp(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


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
    except (KeyboardInterrupt, SystemExit) as interruption:
        # Ended before this one goes on, and with it what the child was writing to.
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        if isinstance(interruption, SystemExit):
            raise
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
    """Builds the application in a worker process. An error is logged: granian only says that the worker ended."""
    # A terminal that closes sends it to all processes of the server; the parent decides what follows.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        application = app.asgi(settings, metrics_folder)
    except Exception as error:
        if isinstance(error, exits.EXPECTED_ERRORS):
            logger.critical("the worker can't start: %s", exits.explain(error)[1])
        else:
            logger.critical("the worker can't start", exc_info=True)
        raise SystemExit(exits.Exit.FAILED) from None
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
