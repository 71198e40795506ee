"""The two Django APIs, on granian's WSGI."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from bench.dataset import KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import Plan, bearer, request
from bench.subjects import READERS, ROOT, SIGNING_IN, WRITERS, BenchContext, Subject, run_program

_TOKENS = 1_000
# The paths of sign-in and refresh.
_PATHS = {"drf": ("/token", "/token/refresh"), "ninja": ("/token/pair", "/token/refresh")}
_NAMES = {"drf": "DRF + simplejwt", "ninja": "django-ninja"}


@contextmanager
def django(work: BenchContext, api: str) -> Iterator[Subject]:
    env = {"BENCH_DATABASE": str(work.subfolder(api) / "users.db"), "BENCH_API": api, "PYTHONPATH": str(ROOT)}
    python = str(work.peers / "python")
    module = "bench.peers.django_apis"
    seeded = run_program(python, "-m", f"{module}.seed", str(work.users), str(_TOKENS), env=env)
    port = next(work.ports)
    command = work.granian(port, "wsgi", f"{module}.wsgi:application")
    with work.serve(api, command, port, env=env, health="/health") as server:
        yield Subject(_NAMES[api], server, _plans(json.loads(seeded), *_PATHS[api]), "PBKDF2, 1,000,000 rounds")


def _plans(tokens: dict[str, list[str]], login: str, refresh: str) -> dict[str, Plan]:
    admin = bearer(tokens["access"][0])
    logins = [{"username": sample_user(number)[0], "password": PASSWORD} for number in range(1, _TOKENS)]
    return {
        "user": Plan(tuple(request("GET", "/me", token=bearer(token)) for token in tokens["access"]), READERS),
        "list": Plan(tuple(request("GET", f"/users?page={page}", token=admin) for page in PAGES), READERS),
        "search": Plan(tuple(request("GET", f"/users?search={word}", token=admin) for word in KEYWORDS), READERS),
        "refresh": Plan(
            tuple(request("POST", refresh, body={"refresh": token}) for token in tokens["refresh"]), WRITERS
        ),
        "login": Plan(tuple(request("POST", login, body=body) for body in logins), SIGNING_IN),
    }
