"""For threads that compute for long: others go first, and need not wait for the next tick of the kernel's clock.

A low priority is not enough. The scheduler lets a thread that was just given a core keep it for a while, whoever wakes
up, and looks again at its next tick: with 250 of them a second a token check waits up to 4 ms behind a hash, at each of
the threads it passes through. So a hashing thread offers its core every quarter of a millisecond: a timer interrupts it
with a signal that nothing else uses, and what handles the signal is the system's own `sched_yield`. No Python runs.

Whoever offers a core forgoes the rest of a turn, and waits for what that would have been worth. So turns have to be
short: with the usual ones a hash beside a process that takes a whole core for itself never came to an end.
"""

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

# The event loop goes first: a sign-in can wait a moment, a token check should not.
_NICENESS: Final = 10
_INTERVAL_NS: Final = 250_000
# Offering costs 3 % of a hash. Where nobody but those who sign in has come for so many seconds, it is for nothing.
_REMEMBERED: Final = 1.0
_TURN_NS: Final = 100_000
# Of Linux's signal.h: a timer's signal goes to one thread.
_SIGEV_THREAD_ID: Final = 4
_SIG_ERR: Final = -1
# The numbers of the calls `sched_setattr` and `sched_getattr`, for which most libraries have no function, in programs
# of 64 bits.
_SCHED_ATTR: Final = {"x86_64": (314, 315), "aarch64": (274, 275), "riscv64": (274, 275)}


class _SignalEvent(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("thread", ctypes.c_int),
        # The kernel reads 64 bytes, whatever is used of them.
        ("rest", ctypes.c_byte * 64),
    )


class _Attributes(ctypes.Structure):
    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("niceness", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("turn_ns", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


class _TimerSpec(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_long) for name in ("interval_s", "interval_ns", "first_s", "first_ns"))


_OFTEN: Final = _TimerSpec(0, _INTERVAL_NS, 0, _INTERVAL_NS)
_NEVER: Final = _TimerSpec()


class GivingWay:
    """Entered by a thread that computes; it offers its core to others until it leaves. One for each thread.

    `others`: how many have come who should not have to wait.
    """

    def __init__(self, others: Callable[[], int]) -> None:
        self._others, self._seen, self._until = others, 0, 0.0
        # On Linux the priority belongs to the thread, not to the process. Nobody may raise it again.
        niceness = max(os.getpriority(os.PRIO_PROCESS, 0), _NICENESS)
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
        self._timer = _timer_for_this_thread() if _take_short_turns(niceness) else None

    def __enter__(self) -> None:
        seen, now = self._others(), time.monotonic()
        if seen != self._seen:
            self._seen, self._until = seen, now + _REMEMBERED
        if self._timer is not None and now < self._until:
            _libc.timer_settime(self._timer, 0, ctypes.byref(_OFTEN), None)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._timer is not None:
            _libc.timer_settime(self._timer, 0, ctypes.byref(_NEVER), None)

    def __del__(self) -> None:
        if self._timer is not None:
            _libc.timer_delete(self._timer)


def _take_short_turns(niceness: int) -> bool:
    """False where the system has no such thing: Linux before 6.12 says yes and does nothing, so it is asked again."""
    calls = _SCHED_ATTR.get(os.uname().machine)
    if sys.platform != "linux" or sys.maxsize < 1 << 32 or calls is None:
        return False
    set_attributes, get_attributes = calls
    size = ctypes.sizeof(_Attributes)
    wanted = _Attributes(size=size, policy=os.SCHED_OTHER, niceness=niceness, turn_ns=_TURN_NS)
    found = _Attributes()
    refused = _libc.syscall(set_attributes, 0, ctypes.byref(wanted), 0) or _libc.syscall(
        get_attributes, 0, ctypes.byref(found), size, 0
    )
    return not refused and bool(found.turn_ns == _TURN_NS)


def _timer_for_this_thread() -> ctypes.c_void_p | None:
    """None where the system has no such timers, or none left: then there is the low priority."""
    if not hasattr(_libc, "timer_create"):
        return None
    timer = ctypes.c_void_p()
    event = _SignalEvent(None, signal.SIGRTMAX, _SIGEV_THREAD_ID, threading.get_native_id())
    # First the handler: without one the signal would end the process.
    handled = _libc.signal(signal.SIGRTMAX, ctypes.cast(_libc.sched_yield, ctypes.c_void_p)) != _SIG_ERR
    created = handled and _libc.timer_create(time.CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) == 0
    return timer if created else None


# Calls that return at once, for which it would be a waste to let others have the interpreter.
_libc: Final[Any] = ctypes.PyDLL(None)
