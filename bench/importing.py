"""How fast users are imported, and in how much memory: `python -m bench.importing [count ...]`, each 20,000 or more.

The users are prepared: they have a password hash, a role, and names in many scripts. They go through the command line
into a new SQLite database, as anybody's would. "imported" is the rate until all of them are committed and lists show
them; "with indexes" counts the whole command, from its start until lists are fast too. Memory is the most that was
resident until all were in, and while the indexes were built; with several counts it is told how much that grows.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from bench.user_generator import people

HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
DOORWARD = (sys.executable, "-m", "doorward")


class Run(NamedTuple):
    users: int
    imported: float  # A second.
    with_indexes: float
    processor: float  # µs a user.
    importing: int  # KiB at most.
    indexing: int


def write(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for person in people(count):
            row: dict[str, Any] = {
                "username": person.username,
                "name": person.name,
                "email": person.email,
                "status": person.status,
                "roles": ["user"],
                "passwordHash": HASH,
                "createdAt": person.created_at,
                "updatedAt": person.updated_at,
                "lastLoginAt": person.last_login_at,
            }
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def measure(count: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "people.jsonl"
        write(file, count)
        environ = os.environ | {"DOORWARD_DATA_DIR": folder + "/data"}
        subprocess.run([*DOORWARD, "migrate"], env=environ, check=True, capture_output=True)
        begun = time.monotonic()
        pipe = subprocess.PIPE
        process = subprocess.Popen([*DOORWARD, "import", file], env=environ, stdout=pipe, stderr=pipe, text=True)
        assert process.stdout
        assert process.stderr
        process.stderr.readline()  # The first that is said is that the indexes are begun.
        importing = _new_peak(process.pid)
        result = dict(line.split("\t") for line in process.stdout.read().splitlines())
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or int(result["created"]) != count:
        raise SystemExit(f"The import failed: {process.stderr.read()}")
    cpu = (used.ru_utime + used.ru_stime) / count * 1e6
    return Run(count, count / float(result["seconds"]), count / seconds, cpu, importing, used.ru_maxrss)


def _new_peak(pid: int) -> int:
    """The most memory that a process had, in KiB; from here on it is measured anew."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return int(status["VmHWM"].split()[0])


def main(counts: list[int]) -> None:
    print("     users   imported   with indexes   processor   memory, importing   indexing")
    runs = []
    for count in counts:
        run = measure(count)
        runs.append(run)
        print(
            f"{run.users:>10,} {run.imported:>8,.0f}/s {run.with_indexes:>12,.0f}/s {run.processor:>6,.0f} µs each"
            f" {run.importing // 1024:>13,} MiB {run.indexing // 1024:>8,} MiB",
            flush=True,
        )
    first, last = runs[0], runs[-1]
    if last is not first:
        importing, indexing = last.importing / first.importing, last.indexing / first.indexing
        print(f"Memory of {last.users:,} to {first.users:,}: {importing:.2f} importing, {indexing:.2f} indexing")


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [1_000_000])
