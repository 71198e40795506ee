"""Doorward as a subject, on SQLite and on PostgreSQL."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.dataset import ADMIN_PASSWORD, KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import UNIQUE, Plan, bearer, request
from bench.subjects import READERS, ROOT, SIGNING_IN, WRITERS, BenchContext, Subject, run_program

_SECRET = "bench-only 5aRt0wq9LxYv2mJd8KcZ7nHf"
_SESSIONS = 1_000

Tokens = dict[str, list[str]]


@contextmanager
def doorward(
    work: BenchContext,
    name: str,
    *,
    database_url: str = "",
    tokens: Tokens | None = None,
    workers: int = 1,
    cores: frozenset[int] | None = None,
) -> Iterator[Subject]:
    """`tokens` are those of a PostgreSQL database that is seeded; without them, it is seeded here."""
    env = environment(work.subfolder(name), database_url)
    if tokens is None:
        tokens = seed(work, env) if database_url else copy_of_seeded(work, work.subfolder(name))
    port = next(work.ports)
    command = [str(work.ours), "-m", "doorward", "serve", "--port", str(port), "--workers", str(workers)]
    with work.serve(name, command, port, env=env, health="/readyz", cores=cores) as server:
        yield Subject(name, server, plans(tokens), "Argon2id 19 MiB, t=2", writes=_writes(tokens["access"][0]))


@contextmanager
def prehashed(work: BenchContext, name: str) -> Iterator[Subject]:
    """The service with a hasher that returns a precomputed hash: the cost of a create without hashing."""
    env = environment(work.subfolder(name), "")
    tokens = copy_of_seeded(work, work.subfolder(name))
    port = next(work.ports)
    command = [str(work.ours), "-m", "bench.ours.prehashed", str(port)]
    with work.serve(name, command, port, env=env, health="/readyz") as server:
        yield Subject(name, server, {"create": _create(tokens["access"][0])})


def seed(work: BenchContext, env: Mapping[str, str]) -> Tokens:
    tokens: Tokens = json.loads(
        run_program(work.ours, "-m", "bench.ours.seed", str(work.users), str(_SESSIONS), env=env)
    )
    return tokens


def copy_of_seeded(work: BenchContext, folder: Path) -> Tokens:
    """Copies a SQLite database that is seeded once in a run; returns its tokens."""
    original = work.subfolder("doorward-seeded")
    token_file = original / "tokens.json"
    if not token_file.exists():
        token_file.write_text(json.dumps(seed(work, environment(original, ""))))
    shutil.copytree(original, folder, dirs_exist_ok=True)
    tokens: Tokens = json.loads(token_file.read_text())
    return tokens


def environment(folder: Path, database_url: str) -> dict[str, str]:
    env = {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
        "DOORWARD_DATA_DIR": str(folder),
        "DOORWARD_SECRET": _SECRET,
        "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD,
        "DOORWARD_ACCESS_TTL": "1d",
    }
    return env | ({"DOORWARD_DATABASE_URL": database_url} if database_url else {})


def plans(tokens: Tokens) -> dict[str, Plan]:
    admin = bearer(tokens["access"][0])
    users = [bearer(token) for token in tokens["access"]]
    logins = [{"username": sample_user(number)[0], "password": PASSWORD} for number in range(1, _SESSIONS)]
    chains = [request("POST", "/api/auth/refresh", body={"refreshToken": token}) for token in tokens["refresh"]]
    return {
        "user": Plan(tuple(request("GET", "/api/auth/user", token=token) for token in users), READERS),
        "key": Plan(tuple(request("GET", "/api/auth/user", token=bearer(key)) for key in tokens["keys"]), READERS),
        "list": Plan(tuple(request("GET", f"/api/users?page={page}", token=admin) for page in PAGES), READERS),
        "search": Plan(tuple(request("GET", f"/api/users?keyword={word}", token=admin) for word in KEYWORDS), READERS),
        "refresh": Plan(tuple(chains), WRITERS, chain="refreshToken"),
        "login": Plan(tuple(request("POST", "/api/auth/login", body=body) for body in logins), SIGNING_IN),
    }


def _writes(admin: str) -> dict[str, Plan]:
    # Neither the administrator nor the accounts that sign in: their sessions go on.
    ids = range(_SESSIONS + 2, 2 * _SESSIONS)
    changed = {"name": f"Person {UNIQUE}"}
    updates = tuple(request("PUT", f"/api/users/{id_}", token=bearer(admin), body=changed) for id_ in ids)
    return {"update": Plan(updates, WRITERS), "create": _create(admin)}


def _create(admin: str) -> Plan:
    body = {
        "username": f"new{UNIQUE}",
        "name": "New Person",
        "email": f"new{UNIQUE}@example.com",
        "password": PASSWORD,
        "roles": ["user"],
    }
    return Plan((request("POST", "/api/users", token=bearer(admin), body=body),), WRITERS)


@contextmanager
def postgres(cores: frozenset[int]) -> Iterator[Any]:
    """A durable PostgreSQL on the load's core, so that it takes no time from the server, as if on another machine."""
    sys.path.insert(0, str(ROOT))
    from tests.support.postgres import postgres_server

    with postgres_server(durable=True, options={"shared_buffers": "256MB"}) as server:
        # Backends are child processes of the postmaster and inherit its affinity.
        os.sched_setaffinity(postmaster_pid(server), cores)
        yield server


def postmaster_pid(server: Any) -> int:
    return int((server.data_dir / "postmaster.pid").read_text().split()[0])
