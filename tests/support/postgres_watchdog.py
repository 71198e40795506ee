"""Ends the PostgreSQL processes of a folder and removes the folder, from within a test process or after its death.

As a script it is the watchdog of one test process: it waits for the end of its standard input, which comes when
that process closes the pipe or dies, however it dies, and then sweeps the folder. It runs isolated and without
site-packages, so it imports the standard library only.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

POLL_SECONDS = 0.01
# A postmaster told to quit gives its children five seconds before it kills them itself.
QUIT_SECONDS = 10.0


class Process(NamedTuple):
    pid: int
    parent: int
    arguments: list[str]


def sweep(folder: Path) -> None:
    """Leave nothing of the folder: no process, no shared memory, no file."""
    # Quitting before killing, because a killed postmaster cannot give back its System V segment.
    postmasters = [process.pid for process in _working_in(folder)]
    _signal(postmasters, signal.SIGQUIT)
    _wait_until(lambda: not any(map(_alive, postmasters)), QUIT_SECONDS)
    kill_processes(folder)
    for lock_file in folder.rglob("postmaster.pid"):
        _free_shared_memory(lock_file)
    if not _wait_until(lambda: _removed(folder), QUIT_SECONDS):
        shutil.rmtree(folder)  # Says what stands in the way.


def kill_processes(folder: Path) -> None:
    """SIGKILL every process that works in the folder, and its children; return when all are gone.

    Without /proc nothing is found; the children of a dead postmaster then leave by themselves.
    """
    pids = signal_processes(folder, signal.SIGKILL)
    if not _wait_until(lambda: not any(map(_alive, pids)), QUIT_SECONDS):
        raise TimeoutError(f"processes in {folder} outlived SIGKILL")


def signal_processes(folder: Path, number: signal.Signals) -> list[int]:
    """Signals every process that works in the folder, and its children."""
    roots = [process.pid for process in _working_in(folder)]
    children = [process.pid for process in _processes() if process.parent in roots]
    # The postmaster first: it would answer a killed child with a restart.
    _signal(roots + children, number)
    return roots + children


def _working_in(folder: Path) -> list[Process]:
    """The postmaster, initdb and pg_basebackup are known by `-D` with a path in a folder that only we use.

    The command line is readable to everyone, where the working directory of another account's process is not.
    """
    return [process for process in _processes() if any(path.is_relative_to(folder) for path in _data_dirs(process))]


def _data_dirs(process: Process) -> Iterator[Path]:
    for option, value in pairwise(process.arguments):
        if option == "-D":
            yield Path(value)


def _processes() -> Iterator[Process]:
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            _, parent = _state_and_parent(int(entry.name))
        except OSError:
            continue  # It ended while we were looking.
        yield Process(int(entry.name), parent, arguments)


def _alive(pid: int) -> bool:
    try:
        state, _ = _state_and_parent(pid)
    except OSError:
        return False
    return state not in "ZX"  # A zombie has let go of its memory, files and ports.


def _state_and_parent(pid: int) -> tuple[str, int]:
    # The name, in parentheses, may itself hold blanks and parentheses.
    fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return fields[0], int(fields[1])


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def _free_shared_memory(lock_file: Path) -> None:
    """A lock file that is still there belongs to a killed server; its seventh line names the segment left behind."""
    lines = lock_file.read_text().splitlines()
    if len(lines) > 6 and lines[6]:
        # As the owner: even root may lack the right to remove another account's segment.
        owner = lock_file.stat().st_uid
        subprocess.run(["ipcrm", "-m", lines[6].split()[1]], user=owner, stderr=subprocess.DEVNULL, check=False)


def _removed(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)  # An orphan's last files may appear behind our back: hence again.
    return not folder.exists()


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not (done := condition()) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return done


if __name__ == "__main__":
    sys.stdin.buffer.read()
    sweep(Path(sys.argv[1]))
