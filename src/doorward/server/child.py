"""Work in a child process, which ends before this one goes on."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn

from doorward.server.worker import end_with_parent


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
        threading.Thread(target=end_with_parent, args=lifeline, name="lifeline", daemon=True).start()
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
