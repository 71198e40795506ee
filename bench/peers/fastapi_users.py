"""fastapi-users on granian with uvloop."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from bench.dataset import KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import UNIQUE, Plan, bearer, request
from bench.subjects import READERS, ROOT, SIGNING_IN, WRITERS, BenchContext, Subject, run_program

_TOKENS = 1_000


@contextmanager
def fastapi_users(work: BenchContext) -> Iterator[Subject]:
    env = {"BENCH_DATABASE": str(work.subfolder("fastapi-users") / "users.db"), "PYTHONPATH": str(ROOT)}
    python = str(work.peers / "python")
    module = "bench.peers.fastapi_users_api"
    seeded = run_program(python, "-m", f"{module}.seed", str(work.users), str(_TOKENS), env=env)
    port = next(work.ports)
    command = work.granian(port, "asgi", f"{module}.app:app", "--loop", "uvloop")
    with work.serve("fastapi-users", command, port, env=env, health="/health") as server:
        tokens = json.loads(seeded)
        yield Subject("fastapi-users", server, _plans(tokens), "Argon2id, 64 MiB, t=3", writes=_writes(tokens[0]))


def _writes(admin: str) -> dict[str, Plan]:
    ids, changed = range(_TOKENS + 2, 2 * _TOKENS), {"name": f"Person {UNIQUE}"}
    created = {"email": f"new{UNIQUE}@example.com", "name": "New Person", "password": PASSWORD}
    updates = tuple(request("PATCH", f"/users/{id_}", token=bearer(admin), body=changed) for id_ in ids)
    return {
        "update": Plan(updates, WRITERS),
        "create": Plan((request("POST", "/auth/register", body=created),), WRITERS),
    }


def _plans(tokens: list[str]) -> dict[str, Plan]:
    admin = bearer(tokens[0])
    logins = [urlencode({"username": sample_user(number)[2], "password": PASSWORD}) for number in range(1, _TOKENS)]
    return {
        "user": Plan(tuple(request("GET", "/users/me", token=bearer(token)) for token in tokens), READERS),
        "list": Plan(tuple(request("GET", f"/users?page={page}", token=admin) for page in PAGES), READERS),
        "search": Plan(tuple(request("GET", f"/users?keyword={word}", token=admin) for word in KEYWORDS), READERS),
        "login": Plan(tuple(request("POST", "/auth/login", form=form) for form in logins), SIGNING_IN),
    }
