"""For threads that compute for long: others go first, and need not wait for the next tick of the kernel's clock.

A low priority is not enough. The scheduler lets a thread that was just given a core keep it for a while, whoever wakes
up, and looks again at its next tick: with 250 of them a second a token check waits up to 4 ms behind a hash, at each of
the threads it passes through. So a hashing thread offers its core every quarter of a millisecond: a timer interrupts it
with a signal that nothing else uses, and what handles the signal is the system's own `sched_yield`. No Python runs.

Whoever offers a core forgoes the rest of a turn, and waits for what that would have been worth. So turns have to be
short: with the usual ones a hash beside a process that takes a whole core for itself never came to an end.

Whoever goes last should hold nothing that others wait for, least of all the interpreter: everybody would wait behind a
thread that everybody may push aside. A function of C can run in a thread that Python knows nothing of.
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

# The event loop goes first: a sign-in can wait a moment, a token check should not.
_NICENESS: Final = 10
_INTERVAL_NS: Final = 250_000
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


def compute_apart(function: Any, argument: int) -> int:
    """Calls a function of C, which takes an address and returns an `int`, in a thread of its own that goes last."""
    thread, outcome = ctypes.c_ulong(), ctypes.c_void_p(-1)
    address = ctypes.c_void_p(argument)
    if sys.platform != "linux" or _libc.pthread_create(ctypes.byref(thread), None, function, address):
        return int(function(address))
    with contextlib.ExitStack() as afterwards:
        try:
            number = _kernel_number(thread)
            if go_last(number):
                afterwards.enter_context(offering(number))
        except OSError:
            pass  # It was so quick that it is gone, or the system refuses: then it computes like any other.
        finally:
            # Whatever happened: what it works on must not be gone before it is.
            _libc_meanwhile.pthread_join(thread, ctypes.byref(outcome))
    # An `int` is the lower half of what a thread returns; the other half may be anything.
    return ctypes.c_int(outcome.value or 0).value


def go_last(thread: int) -> bool:
    """Lets others go first from now on: nobody may raise its priority again. Returns whether it may offer its core."""
    if sys.platform != "linux":
        return False
    niceness = max(os.getpriority(os.PRIO_PROCESS, 0), _NICENESS)
    # On Linux the priority belongs to the thread, not to the process.
    os.setpriority(os.PRIO_PROCESS, thread, niceness)
    return _take_short_turns(thread, niceness)


@contextlib.contextmanager
def offering(thread: int) -> Iterator[None]:
    """The thread offers its core to others, again and again."""
    timer = _timer_for(thread)
    if timer is None:
        yield
        return
    try:
        _libc.timer_settime(timer, 0, ctypes.byref(_OFTEN), None)
        yield
    finally:
        _libc.timer_delete(timer)


def _take_short_turns(thread: int, niceness: int) -> bool:
    """False where the system has no such thing: Linux before 6.12 says yes and does nothing, so it is asked again."""
    calls = _SCHED_ATTR.get(os.uname().machine)
    if sys.maxsize < 1 << 32 or calls is None:
        return False
    set_attributes, get_attributes = calls
    size = ctypes.sizeof(_Attributes)
    wanted = _Attributes(size=size, policy=os.SCHED_OTHER, niceness=niceness, turn_ns=_TURN_NS)
    found = _Attributes()
    refused = _libc.syscall(set_attributes, thread, ctypes.byref(wanted), 0) or _libc.syscall(
        get_attributes, thread, ctypes.byref(found), size, 0
    )
    return not refused and bool(found.turn_ns == _TURN_NS)


def _timer_for(thread: int) -> ctypes.c_void_p | None:
    """None where the system has no such timers, or none left: then there is the low priority."""
    if not hasattr(_libc, "timer_create"):  # Older systems have it in a library of its own.
        return None
    timer = ctypes.c_void_p()
    event = _SignalEvent(None, signal.SIGRTMAX, _SIGEV_THREAD_ID, thread)
    # First the handler: without one the signal would end the process.
    handled = _libc.signal(signal.SIGRTMAX, ctypes.cast(_libc.sched_yield, ctypes.c_void_p)) != _SIG_ERR
    created = handled and _libc.timer_create(time.CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) == 0
    return timer if created else None


def _kernel_number(thread: ctypes.c_ulong) -> int:
    """What the kernel calls a thread: the number is part of that of its clock, the same way on every Linux."""
    clock = ctypes.c_int()
    refused = _libc.pthread_getcpuclockid(thread, ctypes.byref(clock))
    number = ~(clock.value >> 3)
    # Where it is gone, one library says so, and another gives it the number 0, which would be the caller.
    if refused or number <= 0:
        raise ProcessLookupError
    return number


# Calls that return at once, for which it would be a waste to let others have the interpreter, and those that don't.
_libc: Final[Any] = ctypes.PyDLL(None)
_libc_meanwhile: Final[Any] = ctypes.CDLL(None)
