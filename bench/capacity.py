"""Measures the constants of `doorward capacity`: `python -m bench.capacity`, in the environment of the benchmark.

Processor time of each operation, in the service and in PostgreSQL, and bytes of a user, a session and an audit entry.
Writes src/doorward/features/capacity/constants.json. Processor times also count as multiples of the time of one
Argon2id hash, which is measured with them: that ratio hardly depends on the machine.
"""

import argparse
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.load import LoadGenerator
from bench.measure import Results, measure, plan_of_run, warm_up
from bench.ours.subject import doorward, postgres, postmaster_pid
from bench.processes import cpu_seconds_of, process_tree
from bench.report import failure_lines
from bench.subjects import ROOT, BenchContext, Subject

TARGET = ROOT / "src" / "doorward" / "features" / "capacity" / "constants.json"
OPERATIONS = ("user", "list", "search", "refresh", "login")
_HASH = "from doorward.features.capacity.commands import hash_seconds; print(hash_seconds())"
# The few entries of the measurement would be counted with the least size of six files.
_MORE_ENTRIES = """
INSERT INTO audit
SELECT lane, seq + copy * 1000000, hash, at + copy, action, actor, actor_name, target, target_name, address, request_id,
       details
FROM audit CROSS JOIN generate_series(1, 100) AS copy
"""
_BYTES = """
SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname ~ '^(user|skeleton)')
         / (SELECT count(*) FROM users),
       pg_total_relation_size('sessions') / (SELECT count(*) FROM sessions),
       pg_total_relation_size('audit') / (SELECT count(*) FROM audit)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=str(ROOT / ".venv" / "bin" / "python"))
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--port", type=int, default=8450)
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="doorward-bench-") as folder:
        work = BenchContext(
            Path(folder),
            Path(options.python).absolute(),
            Path(sys.executable).parent,
            LoadGenerator({cores[1]}),
            frozenset({cores[0]}),
            frozenset(cores[:2]),
            options.users,
            itertools.count(options.port),
        )
        document = _measure(work, options.rounds, options.seconds)
    TARGET.write_text(json.dumps(document, indent=1) + "\n")
    print(TARGET.read_text())


def _measure(work: BenchContext, rounds: int, seconds: float) -> dict[str, Any]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres(work.all_cores - work.server_cores))
        server.psql("CREATE DATABASE doorward")
        on_file = stack.enter_context(doorward(work, "sqlite"))
        on_server = stack.enter_context(doorward(work, "postgresql", database_url=server.url("doorward")))
        hash_seconds = float(subprocess.check_output([str(work.ours), "-c", _HASH], text=True))
        postmaster = postmaster_pid(server)
        service: dict[str, dict[str, float]] = {"sqlite": {}, "postgresql": {}}
        database: dict[str, float] = {}
        for operation in OPERATIONS:
            service["sqlite"][operation], _ = _processor_time(work, on_file, operation, rounds, seconds, postmaster)
            service["postgresql"][operation], database[operation] = _processor_time(
                work, on_server, operation, rounds, seconds, postmaster
            )
        server.psql(_MORE_ENTRIES, "doorward")
        sizes = [round(float(part)) for part in server.psql(_BYTES, "doorward").split("|")]
        memory = {name: it.server.memory_mib for name, it in (("sqlite", on_file), ("postgresql", on_server))}
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "users": work.users,
        "hash_seconds": round(hash_seconds, 5),
        "service_seconds": service,
        "postgresql_seconds": database,
        "bytes": dict(zip(("user", "session", "audit_entry"), sizes, strict=True)),
        "worker_mib": {name: round(value) for name, value in memory.items()},
    }


def _processor_time(
    work: BenchContext, subject: Subject, operation: str, rounds: int, seconds: float, postmaster: int
) -> tuple[float, float]:
    """Processor time of a request in the service and in PostgreSQL, in seconds."""
    results = Results({})
    warm_up(work.load, subject, operation, rounds, seconds, results)
    before = _database_seconds(postmaster)
    for number in range(rounds):
        plan = plan_of_run(subject.plans[operation], number)
        results.add(operation, subject.name, measure(work.load, subject, plan, seconds))
    used = results.cpu(operation, subject.name)
    if results.failures or used is None:
        raise RuntimeError("\n".join(failure_lines(results)))
    requests = sum(sample.rate * seconds for sample in results.samples_of(operation, subject.name))
    return round(used / 1e6, 7), round(_growth(before, _database_seconds(postmaster)) / requests, 7)


def _database_seconds(postmaster: int) -> dict[int, float]:
    """Of each process that serves a connection: not of autovacuum, which still works on what was seeded."""
    return {pid: cpu_seconds_of(pid) for pid in process_tree(postmaster) if b"127.0.0.1" in _title(pid)}


def _title(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _growth(before: dict[int, float], after: dict[int, float]) -> float:
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())


if __name__ == "__main__":
    main()
