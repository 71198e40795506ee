"""The parent process: starts, replaces and ends the workers."""

import contextlib
import logging
import math
import multiprocessing
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Any, Final

from msgspec import Struct

from doorward.server import worker
from doorward.settings import Settings

logger = logging.getLogger("doorward")

# Above the time limit of any request.
_SHUTDOWN_SECONDS: Final = 30
# A worker that replaces another and ends within this time would end again and again.
_CRASH_LOOP_SECONDS: Final = 5.0
_START_SECONDS: Final = 30
_FOREGROUND_SECONDS: Final = 1


class _Worker(Struct):
    number: int
    process: Any
    ready: int  # Has something to read when the worker accepts connections, or has ended.
    replaces: bool
    started: float


class Supervisor:
    """After SIGTERM, workers keep answering for the drain time, so that load balancers and kept-alive connections move
    on: closing at once would reset requests that are in flight. After SIGINT or a second signal they end what is in
    progress, and no more. After SIGHUP they are replaced one after the other."""

    def __init__(self, settings: Settings, metrics_folder: Path | None) -> None:
        self._settings, self._folder = settings, metrics_folder
        self._lifeline = os.pipe()
        self._wakeup = os.pipe()
        self._listeners: list[socket.socket] = []
        self._workers: list[_Worker] = []
        self._stop_at, self._reload = math.inf, False
        # Under nohup the signal is ignored, and the server must outlive its terminal.
        self._at_terminal = signal.getsignal(signal.SIGHUP) != signal.SIG_IGN and _has_terminal()

    def run(self) -> int:
        """Returns the exit code."""
        self._handle_signals()
        if self._at_terminal:
            threading.Thread(target=_watch_terminal, name="terminal", daemon=True).start()
        try:
            self._listeners += [worker.bound_socket(self._settings) for _ in range(self._settings.workers)]
            for number in range(1, self._settings.workers + 1):
                self._workers.append(self._start(number))
            return self._watch()
        finally:
            for listener in self._listeners:
                listener.close()  # Otherwise clients could connect to a server that does not answer any more.
            self._end(self._workers)

    def _watch(self) -> int:
        while time.monotonic() < self._stop_at:
            if self._stopping:
                self._wait(until=self._stop_at)
                continue
            self._wait(*(each.process.sentinel for each in self._workers), until=self._stop_at)
            if not self._stopping and self._ended_again():
                return 1
            if not self._stopping and self._reload:
                self._replace_all()
        return 0

    @property
    def _stopping(self) -> bool:
        return self._stop_at != math.inf

    def _start(self, number: int, *, replaces: bool = False) -> _Worker:
        reading, writing = os.pipe()
        own = self._listeners[number - 1]
        others = [each for each in self._listeners if each is not own]
        arguments = (self._settings, own, others, self._lifeline, writing, self._folder)
        process = multiprocessing.Process(name=f"worker-{number}", target=worker.run, args=arguments)
        signal.pthread_sigmask(signal.SIG_BLOCK, worker.BLOCKED_AT_START)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, worker.BLOCKED_AT_START)
            os.close(writing)
        return _Worker(number, process, reading, replaces, time.monotonic())

    def _ended_again(self) -> bool:
        """Replaces workers that ended. True if one ends as often as it is started."""
        for index, ended in enumerate(self._workers):
            if ended.process.is_alive():
                continue
            logger.error("Unexpected exit from worker-%d", ended.number)
            os.close(ended.ready)
            if ended.replaces and time.monotonic() - ended.started < _CRASH_LOOP_SECONDS:
                logger.error("A worker ended again as soon as it was started; the server ends too")
                del self._workers[index]
                return True
            self._workers[index] = self._start(ended.number, replaces=True)
        return False

    def _replace_all(self) -> None:
        """A new worker accepts connections, from the same socket, before the old one stops."""
        self._reload = False
        for index, old in enumerate(self._workers):
            new = self._start(old.number)
            if not self._accepts(new):
                if not self._stopping:
                    logger.error("The new worker-%d does not start; the old one goes on", new.number)
                self._end([new])
                return
            self._workers[index] = new
            self._end([old])

    def _accepts(self, new: _Worker) -> bool:
        """Waits for a new worker; False if it has ended, takes too long, or all are to stop."""
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and not self._stopping:
            if new.ready in self._wait(new.ready, until=deadline):
                return bool(os.read(new.ready, 1))
        return False

    def _end(self, workers: Sequence[_Worker]) -> None:
        for each in workers:
            each.process.terminate()
        deadline = time.monotonic() + _SHUTDOWN_SECONDS
        for each in workers:
            each.process.join(max(0.0, deadline - time.monotonic()))
            if each.process.is_alive():
                logger.warning("Killing worker-%d, which did not end within %d s", each.number, _SHUTDOWN_SECONDS)
                each.process.kill()
                each.process.join()
            os.close(each.ready)

    def _wait(self, *sources: int, until: float) -> Sequence[object]:
        """Until a source has something to read, a signal has come, or the time has. Returns these sources."""
        left = until - time.monotonic()
        found = wait([*sources, self._wakeup[0]], None if left == math.inf else max(0.0, left))
        with contextlib.suppress(BlockingIOError):
            os.read(self._wakeup[0], 1024)
        return found

    def _handle_signals(self) -> None:
        # Ignored until a worker installs its handler; the default action would end it.
        signal.signal(worker.DRAIN, signal.SIG_IGN)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._interrupt)
        signal.signal(signal.SIGHUP, self._hang_up)
        for end in self._wakeup:
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._wakeup[1], warn_on_full_buffer=False)

    def _interrupt(self, number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
        # In any case: event streams end only when they are told.
        for each in self._workers:
            if each.process.exitcode is None:
                with contextlib.suppress(OSError):
                    os.kill(each.process.pid, worker.DRAIN)
        drains = number == signal.SIGTERM and not self._stopping
        self._stop_at = time.monotonic() + (self._settings.drain if drains else 0)

    def _hang_up(self, *_: object) -> None:
        """SIGHUP reloads, unless it says that the terminal is gone in whose foreground the server was started."""
        if self._at_terminal and not _has_terminal():
            self._interrupt()
        else:
            self._reload = True


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
