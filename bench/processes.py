"""Server processes: start on given cores, wait, measure and stop."""

import contextlib
import http.client
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

START_SECONDS = 60.0
# A server that uses less than this share of a core is idle.
_IDLE_SHARE = 0.1
_IDLE_SECONDS = 30.0
_PAUSE = 0.2
_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server and its child processes."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process, self.port = process, port

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def cpu_seconds(self) -> float:
        return tree_cpu_seconds(self.pid)

    @property
    def memory_mib(self) -> float:
        """Resident memory of all processes. Pages that they share, as after a fork, count once."""
        return sum(_proportional_kib(pid) for pid in process_tree(self.pid)) / 1024

    def wait_until_answers(self, path: str, started: float) -> float:
        """Returns the seconds from `started` to the first response with a status below 500."""
        while True:
            if self._process.poll() is not None:
                raise RuntimeError(f"the server on port {self.port} ended with {self._process.returncode}")
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
                connection.request("GET", path)
                if connection.getresponse().status < 500:
                    return time.perf_counter() - started
            if time.perf_counter() - started > START_SECONDS:
                raise RuntimeError(f"the server on port {self.port} did not respond on {path}")
            time.sleep(0.005)

    def wait_until_idle(self) -> None:
        """Waits for requests that the load left unanswered, which would slow down the next measurement."""
        deadline = time.monotonic() + _IDLE_SECONDS
        used = self.cpu_seconds
        while time.monotonic() < deadline:
            time.sleep(_PAUSE)
            before, used = used, self.cpu_seconds
            if used - before < _IDLE_SHARE * _PAUSE:
                return

    def stop(self) -> None:
        """Ends the server's process group."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGTERM)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()


@contextlib.contextmanager
def running(
    command: Sequence[str],
    port: int,
    *,
    cores: set[int],
    log: Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    health: str = "/",
) -> Iterator[Server]:
    started = time.perf_counter()
    server = start(command, port, cores=cores, log=log, cwd=cwd, env=env)
    try:
        server.wait_until_answers(health, started)
        yield server
    except RuntimeError as error:
        raise RuntimeError(f"{error}; its output is in {log}") from None
    finally:
        server.stop()


def start(
    command: Sequence[str], port: int, *, cores: set[int], log: Path, cwd: Path, env: Mapping[str, str] | None = None
) -> Server:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # A process group, not a new session: Linux divides processor time between sessions first (autogroup), so
            # load that shares a core with the server would wait for its session's share, regardless of priorities.
            process_group=0,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
    return Server(process, port)


def process_tree(pid: int) -> list[int]:
    """Returns a process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.parent.name))
    found = [pid]
    for member in found:
        found.extend(children.get(member, ()))
    return found


def tree_cpu_seconds(pid: int) -> float:
    return sum(cpu_seconds_of(member) for member in process_tree(pid))


def cpu_seconds_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _proportional_kib(pid: int) -> int:
    """A page that several processes have in memory counts in equal parts for each of them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def file_count(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


def thread_count(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    except OSError:
        return 0
