"""How fast users are imported, and in how much memory: `python -m bench.importing [count]`.

The users are prepared: they have a password hash, a role, and names in many scripts. They go through the command line
into a new SQLite database, as anybody's would. "imported at" is the rate until all of them are committed and lists show
them; "with all indexes" counts the whole command, from its start until lists are fast too.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.people import people

HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"


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


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "people.jsonl"
        write(file, count)
        environ = os.environ | {"DOORWARD_DATA_DIR": folder + "/data"}
        command = [sys.executable, "-m", "doorward"]
        subprocess.run([*command, "migrate"], env=environ, check=True, capture_output=True)
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*command, "import", str(file), "--json"], env=environ, check=True, capture_output=True)
        seconds, now = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(done.stdout)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    print(f"users             {result['created']:>12,}")
    print(f"imported at       {result['created'] / result['seconds']:>12,.0f} a second")
    print(f"with all indexes  {result['created'] / seconds:>12,.0f} a second")
    print(f"processor time    {cpu / count * 1e6:>12,.0f} µs a user, all told")
    print(f"memory            {now.ru_maxrss // 1024:>12,} MiB at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
