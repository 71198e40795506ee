"""Reports callbacks that block the event loop, with the route of their request.

A thread asks the loop for a sign of life and looks at the loop's stack while none comes. Requests pay nothing for it:
the route is found in the frames of the callback that is running, and only when the loop is late.
"""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from msgspec import Struct

from doorward.web.messages import Request

logger = logging.getLogger("doorward")

THRESHOLD: Final = 0.1
_PERIOD: Final = 0.025
_PACKAGE: Final = "doorward."
# asyncio's own loop calls a callback through two frames of its own; uvloop through none.
_HANDLE: Final = asyncio.Handle._run.__code__


class _Callback(Struct):
    """A callback that was seen running."""

    frame: FrameType
    since: float
    latest: float
    route: Any
    place: str


class Watchdog:
    def __init__(self, count: Callable[[Any], None]) -> None:
        """`count` is called with the route of a callback that blocked the loop; None when it served no request."""
        self._count = count
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._ticked = False
        # The frame that runs the loop, and how many frames of the loop are between it and a callback.
        self._base: FrameType | None = None
        self._depth = 0

    def start(self) -> None:
        """Called on the event loop that is to be watched."""
        self._loop, self._ident = asyncio.get_running_loop(), threading.get_ident()
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _tick(self) -> None:
        frame, self._depth = sys._getframe(1), 0
        if frame.f_code is _HANDLE and frame.f_back is not None and frame.f_back.f_back is not None:
            frame, self._depth = frame.f_back.f_back, 2
        self._base, self._ticked = frame, True

    def _run(self) -> None:
        seen: _Callback | None = None
        last, worked = time.monotonic(), self._processor_time()
        self._loop.call_soon_threadsafe(self._tick)
        while not self._stopped.wait(_PERIOD):
            now, work = time.monotonic(), self._processor_time()
            # This thread is late and the loop's was busy: a callback held the interpreter's lock. This thread gets the
            # lock as soon as that lets go, so the callback is still running.
            late = now - last > 2 * _PERIOD and work - worked > _PERIOD
            if self._ticked and not late:
                self._report(seen)
                seen, self._ticked = None, False
                try:
                    self._loop.call_soon_threadsafe(self._tick)
                except RuntimeError:  # The loop is closed.
                    return
            else:
                seen = self._look(seen, last if late else now, now)
            last, worked = now, work

    def _look(self, seen: _Callback | None, since: float, now: float) -> _Callback | None:
        """The callback that is running. A different one at each look: the loop is busy, yet not blocked."""
        frames = self._frames()
        if seen is not None and frames and frames[-1] is seen.frame:
            seen.latest = now
            return seen
        self._report(seen)
        return _Callback(frames[-1], since, now, _route(frames), _place(frames)) if frames else None

    def _frames(self) -> list[FrameType]:
        """The frames of the running callback, innermost first; empty between callbacks."""
        frames: list[FrameType] = []
        frame = sys._current_frames().get(self._ident)
        while frame is not None and frame is not self._base:
            frames.append(frame)
            frame = frame.f_back
        if frame is None:
            return []  # The loop runs in another frame than at its last sign of life.
        return frames[: len(frames) - self._depth + 1] if self._depth else frames

    def _processor_time(self) -> float:
        """Of the loop's thread."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic()
        return time.clock_gettime(time.pthread_getcpuclockid(self._ident))

    def _report(self, callback: _Callback | None) -> None:
        if callback is None or callback.latest - callback.since < THRESHOLD:
            return
        self._count(callback.route)
        name = f"{callback.route.method} {callback.route.template}" if callback.route is not None else "-"
        milliseconds = (callback.latest - callback.since) * 1000
        logger.warning(
            "the event loop was blocked for at least %d ms, route %s, in %s", milliseconds, name, callback.place
        )


def _route(frames: list[FrameType]) -> Any:
    for frame in frames:
        request = frame.f_locals.get("request")
        if isinstance(request, Request):
            return request.route
    return None


def _place(frames: list[FrameType]) -> str:
    """Where the innermost frame of ours is."""
    for frame in frames:
        module = str(frame.f_globals.get("__name__"))
        if module.startswith(_PACKAGE):
            return f"{module}:{frame.f_lineno}"
    return "-"
