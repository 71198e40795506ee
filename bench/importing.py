"""Rate and memory of an import: `python -m bench.importing [COUNT ...]`, each count 20,000 or more.

`doorward import` reads generated users with a password hash, a role and names in many scripts into a new SQLite
database. "imported" is the rate until all users are committed and listed; "with indexes" is the rate of the whole
command, until the indexes for lists are built too. Memory is the peak resident size during the import and during the
index build; with several counts, the last line shows its growth.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from bench.user_generator import generate_users

HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
DOORWARD = (sys.executable, "-m", "doorward")


class Run(NamedTuple):
    users: int
    imported: float  # Users per second.
    with_indexes: float
    processor: float  # µs per user.
    importing: int  # Peak memory in KiB.
    indexing: int


def write_users(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for user in generate_users(count):
            row: dict[str, Any] = {
                "username": user.username,
                "name": user.name,
                "email": user.email,
                "status": user.status,
                "roles": ["user"],
                "passwordHash": HASH,
                "createdAt": user.created_at,
                "updatedAt": user.updated_at,
                "lastLoginAt": user.last_login_at,
            }
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def measure(count: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "users.jsonl"
        write_users(file, count)
        environ = os.environ | {"DOORWARD_DATA_DIR": folder + "/data"}
        subprocess.run([*DOORWARD, "migrate"], env=environ, check=True, capture_output=True)
        started = time.monotonic()
        pipe = subprocess.PIPE
        process = subprocess.Popen([*DOORWARD, "import", file], env=environ, stdout=pipe, stderr=pipe, text=True)
        assert process.stdout
        assert process.stderr
        process.stderr.readline()  # The first line reports that the index build has started.
        importing = _reset_peak_memory(process.pid)
        result = dict(line.split("\t") for line in process.stdout.read().splitlines())
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or int(result["created"]) != count:
        raise SystemExit(f"The import failed: {process.stderr.read()}")
    cpu = (used.ru_utime + used.ru_stime) / count * 1e6
    return Run(count, count / float(result["seconds"]), count / seconds, cpu, importing, used.ru_maxrss)


def _reset_peak_memory(pid: int) -> int:
    """Returns the peak memory of a process in KiB, and starts a new measurement of it."""
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
            f"{run.users:>10,} {run.imported:>8,.0f}/s {run.with_indexes:>12,.0f}/s {run.processor:>6,.0f} µs/user"
            f" {run.importing // 1024:>13,} MiB {run.indexing // 1024:>8,} MiB",
            flush=True,
        )
    first, last = runs[0], runs[-1]
    if last is not first:
        importing, indexing = last.importing / first.importing, last.indexing / first.indexing
        print(f"Memory, {last.users:,} : {first.users:,} users: {importing:.2f} importing, {indexing:.2f} indexing")


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [1_000_000])
