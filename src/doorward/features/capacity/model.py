"""What a load needs, computed from measured constants (`constants.json`, written by `python -m bench.capacity`)."""

import json
import math
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

_DAY: Final = 86_400
_GB: Final = 1e9
# The share of a core that is used at the peak. Above it, waiting times grow quickly.
TARGET_USE: Final = 0.5
# Connections of a worker to PostgreSQL (docs/operations.md).
_CONNECTIONS: Final = 15
# What a database needs beyond its rows: the log, temporary files, a new copy of a table that is being rewritten.
_DISK_RESERVE: Final = 2.0


class Constants(Struct, frozen=True):
    machine: str
    users: int
    hash_seconds: float
    service_seconds: dict[str, dict[str, float]]
    postgresql_seconds: dict[str, float]
    bytes: dict[str, int]
    worker_mib: dict[str, int]


class Load(Struct, frozen=True, kw_only=True):
    """What people do. Rates are those of a usual day; the busiest hour has `peak` times the average."""

    users: int
    sign_ins_per_day: int
    requests_per_day: int  # Requests with a token to applications, each of which asks for the current user.
    refreshes_per_day: int
    lists_per_day: int
    sessions: int
    audit_days: int = 365
    peak: float = 4.0


class Need(Struct, frozen=True):
    database: str
    requests_per_second: float
    service_cores: float
    database_cores: float
    nodes: int
    workers: int
    connections: int
    database_gb: float
    disk_gb: float
    memory_mib: int
    advice: str


def constants() -> Constants:
    text = files("doorward.features.capacity").joinpath("constants.json").read_bytes()
    return msgspec.convert(json.loads(text), Constants)


def usual_load(users: int, sign_ins_per_day: int | None = None, requests_per_day: int | None = None) -> Load:
    """A fifth of the users signs in each day, and each of them makes fifty requests and four refreshes."""
    sign_ins = users // 5 if sign_ins_per_day is None else sign_ins_per_day
    return Load(
        users=users,
        sign_ins_per_day=sign_ins,
        requests_per_day=50 * sign_ins if requests_per_day is None else requests_per_day,
        refreshes_per_day=4 * sign_ins,
        lists_per_day=max(1_000, users // 100),
        sessions=3 * sign_ins,
    )


def need(load: Load, cores: int, known: Constants, hash_seconds: float | None = None) -> Need:
    """`cores`: of one node. `hash_seconds`: of a hash on that node, where it differs from the measured machine."""
    speed = (hash_seconds or known.hash_seconds) / known.hash_seconds
    rates = _peak_rates(load)
    on_file = _cores(rates, known.service_seconds["sqlite"]) * speed / TARGET_USE
    one_machine = on_file <= cores
    database = "SQLite" if one_machine else "PostgreSQL"
    service = on_file if one_machine else _cores(rates, known.service_seconds["postgresql"]) * speed / TARGET_USE
    stored = 0.0 if one_machine else _cores(rates, known.postgresql_seconds) * speed / TARGET_USE
    # One more than the load needs, so that one can be away.
    nodes = 1 if one_machine else math.ceil(service / cores) + 1
    workers = min(cores, max(1, math.ceil(service / nodes)))
    size = _bytes(load, known) / _GB
    return Need(
        database,
        round(sum(rates.values()), 1),
        round(service, 2),
        round(stored, 2),
        nodes,
        workers,
        0 if one_machine else nodes * workers * _CONNECTIONS,
        round(size, 1),
        math.ceil(size * _DISK_RESERVE),
        workers * known.worker_mib["sqlite" if one_machine else "postgresql"],
        _advice(on_file, cores, rates, known, stored),
    )


def _peak_rates(load: Load) -> dict[str, float]:
    per_day = {
        "login": load.sign_ins_per_day,
        "user": load.requests_per_day,
        "refresh": load.refreshes_per_day,
        "list": load.lists_per_day / 2,
        "search": load.lists_per_day / 2,
    }
    return {operation: count / _DAY * load.peak for operation, count in per_day.items()}


def _cores(rates: dict[str, float], seconds: dict[str, float]) -> float:
    return sum(rate * seconds[operation] for operation, rate in rates.items())


def _bytes(load: Load, known: Constants) -> float:
    entries = load.sign_ins_per_day * load.audit_days
    stored = {"user": load.users, "session": load.sessions, "audit_entry": entries}
    return sum(count * known.bytes[kind] for kind, count in stored.items())


def _advice(on_file: float, cores: int, rates: dict[str, float], known: Constants, stored: float) -> str:
    if on_file <= cores:
        return "one machine is enough; take PostgreSQL if it must not be a single point of failure"
    lists = sum(rates[name] * known.postgresql_seconds[name] for name in ("list", "search")) / TARGET_USE
    reason = f"one machine would need {on_file:.1f} cores"
    return f"{reason}; a replica for lists would take {lists:.2f} of the database's {stored:.2f} cores"


def table(known: Constants, cores: int = 4) -> list[dict[str, Any]]:
    """What usual loads need, for documentation."""
    sizes = (10_000, 100_000, 1_000_000, 5_000_000, 10_000_000, 100_000_000)
    return [{"users": users} | msgspec.to_builtins(need(usual_load(users), cores, known)) for users in sizes]
