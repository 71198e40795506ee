"""Scenarios beyond request rates: sign-ins and the machine's Argon2id rate, login storms, workers, start, memory."""

import contextlib
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from bench.load import Background, LoadGenerator, Measured, Plan
from bench.measure import Progress
from bench.ours.subject import copy_of_seeded, doorward, environment, postgres, postmaster_pid, seed
from bench.processes import start, tree_cpu_seconds
from bench.subjects import ROOT, BenchContext, Subject, run_program

Figures = dict[str, list[float]]
# Few connections, as of a person who uses the API: their latency during a storm of sign-ins is measured.
_FOREGROUND_CONNECTIONS = 4
_STORM = 16


def both_cores(work: BenchContext, rounds: int, seconds: float, progress: Progress) -> Figures:
    """Rate of sign-ins on all cores, and the latency of other requests meanwhile."""
    figures: Figures = {}
    with doorward(work, "doorward-storm", cores=work.all_cores) as subject:
        everywhere = LoadGenerator(set(work.all_cores))
        port, plans = subject.server.port, subject.plans
        many = plans["user"]
        foreground = {"": replace(many, connections=_FOREGROUND_CONNECTIONS), f", {many.connections} connections": many}
        storm = replace(plans["login"], connections=_STORM)
        everywhere.run(port, plans["user"], 2)
        for number in range(rounds):
            progress(f"sign-ins on all cores, round {number + 1} of {rounds}")
            _note(figures, "argon2 ceiling", _ceiling(work, seconds))
            # Three times as long, because the 16 sign-ins in progress at the end are not counted.
            _note(figures, "login rate", everywhere.run(port, storm, 3 * seconds).rate)
            for name, profile in foreground.items():
                subject.server.wait_until_idle()
                _note(figures, f"idle p99{name}", everywhere.run(port, profile, seconds).p99_ms)
                background = Background(everywhere, port, storm, seconds + 2)
                time.sleep(1)
                _note(figures, f"storm p99{name}", everywhere.run(port, profile, seconds).p99_ms)
                _note(figures, f"storm login rate{name}", background.wait().rate)
    return figures


def two_workers(work: BenchContext, rounds: int, seconds: float, progress: Progress) -> Figures:
    """Rates of one worker on one core and of two workers on two, on SQLite, and the cores that are left to the two."""

    def service(workers: int, name: str) -> AbstractContextManager[Subject]:
        return doorward(work, name, workers=workers, cores=_cores_of(work, workers))

    return _two_workers(work, service, max(rounds, 5), seconds, progress)


def two_workers_on_postgres(work: BenchContext, rounds: int, seconds: float, progress: Progress) -> Figures:
    """The same on PostgreSQL, which has the load's cores: one beside one worker, and both beside two."""
    with contextlib.ExitStack() as running:
        servers = {}
        for workers in (1, 2):
            progress(f"two workers: seeding PostgreSQL, {workers} of 2")
            server = running.enter_context(postgres(frozenset(_load_of(work, workers).cores)))
            env = environment(work.subfolder(f"doorward-postgres-{workers}"), server.url())
            servers[workers] = server, seed(work, env)

        def service(workers: int, name: str) -> AbstractContextManager[Subject]:
            server, tokens = servers[workers]
            cores = _cores_of(work, workers)
            return doorward(work, name, database_url=server.url(), tokens=tokens, workers=workers, cores=cores)

        database = postmaster_pid(servers[2][0])
        found = _two_workers(work, service, max(rounds, 5), seconds, progress, database=database)
    return {f"{name}, PostgreSQL": values for name, values in found.items()}


def _two_workers(
    work: BenchContext,
    service: Callable[[int, str], AbstractContextManager[Subject]],
    rounds: int,
    seconds: float,
    progress: Progress,
    database: int | None = None,
) -> Figures:
    """Both get the same number of connections, twice that of the other measurements.

    A worker with fewer waiting requests has smaller batches, and needs more time per request. `database` is the process
    of a database server that shares the cores of the two workers.
    """
    figures: Figures = {}
    for number in range(rounds):
        progress(f"two workers, round {number + 1} of {rounds}")
        subjects: dict[int, Subject] = {}
        with contextlib.ExitStack() as running:
            # The order alternates: of two processes of the same program, the first is often the faster one.
            for workers in (1, 2) if number % 2 == 0 else (2, 1):
                subjects[workers] = running.enter_context(service(workers, f"doorward-{workers}-{number}"))
            rates, by_database = {}, 0.0
            for workers in (1, 2):
                port, plan = subjects[workers].server.port, subjects[workers].plans["user"]
                plan = replace(plan, connections=2 * plan.connections)
                load = _load_of(work, workers)
                load.run(port, plan, 2)
                used = tree_cpu_seconds(database) if database else 0.0
                rates[workers] = load.run(port, plan, seconds)
                by_database = (tree_cpu_seconds(database) - used) / seconds if database else 0.0
        _note(figures, "one worker", rates[1].rate)
        _note(figures, "two workers", rates[2].rate)
        _note(figures, "cores left to two workers", len(work.all_cores) - rates[2].load_cores - by_database)
    return figures


def _cores_of(work: BenchContext, workers: int) -> frozenset[int]:
    return work.all_cores if workers == 2 else work.server_cores


def _load_of(work: BenchContext, workers: int) -> LoadGenerator:
    return LoadGenerator(set(work.all_cores)) if workers == 2 else work.load


def start_and_memory(work: BenchContext, rounds: int, seconds: float, progress: Progress) -> Figures:
    """Seconds to the first response, alternating with an empty application; memory after load of all operations."""
    figures: Figures = {}
    env = environment(work.subfolder("doorward-start"), "")
    copy_of_seeded(work, work.subfolder("doorward-start"))
    for number in range(max(rounds, 5)):
        progress(f"start, round {number + 1}")
        port = next(work.ports)
        command = [str(work.ours), "-m", "doorward", "serve", "--port", str(port)]
        _note(figures, "start", _first_answer(work, command, port, "/readyz", env))
        port = next(work.ports)
        empty = work.granian(port, "asgi", "bench.limits.empty_starlette:app", "--loop", "uvloop")
        _note(figures, "start of an empty Starlette", _first_answer(work, empty, port, "/", {}))
    with doorward(work, "doorward-memory") as subject:
        progress("memory after load")
        _all_kinds_of_load(work.load, subject, seconds)
        time.sleep(4)  # Hashes that are under way when the load ends still hold memory.
        _note(figures, "memory", subject.server.memory_mib)
    return figures


def _all_kinds_of_load(load: LoadGenerator, subject: Subject, seconds: float) -> list[Measured]:
    return [load.run(subject.server.port, _first_chains(plan), seconds) for plan in subject.plans.values()]


def _first_chains(plan: Plan) -> Plan:
    return replace(plan, requests=plan.requests[: 2 * plan.connections]) if plan.chain else plan


def _first_answer(work: BenchContext, command: Sequence[str], port: int, path: str, env: dict[str, str]) -> float:
    started = time.perf_counter()
    log = work.folder / "start.log"
    server = start(command, port, cores=set(work.server_cores), log=log, cwd=ROOT, env=env)
    try:
        return server.wait_until_answers(path, started)
    finally:
        server.stop()


def _ceiling(work: BenchContext, seconds: float) -> float:
    env = {"PYTHONPATH": str(ROOT)}
    return float(run_program(Path(work.ours), "-m", "bench.limits.argon2", str(seconds), env=env))


def _note(figures: Figures, name: str, value: float) -> None:
    figures.setdefault(name, []).append(value)


def median(figures: Figures, name: str) -> float | None:
    return statistics.median(figures[name]) if figures.get(name) else None
