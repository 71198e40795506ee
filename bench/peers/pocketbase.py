"""PocketBase; its `users` collection is seeded directly in the database."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import bcrypt
import jwt

from bench.dataset import ADMIN_PASSWORD, KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import UNIQUE, Plan, request
from bench.subjects import READERS, SIGNING_IN, WRITERS, BenchContext, Subject, call, run_program

_ADMIN = "root@example.com"
_RECORDS = "/api/collections/users/records"
_TOKENS = 1_000
_COST = 10
# Creates are compared without the hash, so new passwords are hashed at bcrypt's minimum cost.
MIN_COST = 4


@contextmanager
def pocketbase(work: BenchContext) -> Iterator[Subject]:
    folder = work.subfolder("pocketbase")
    program = str(work.peers / "pocketbase")
    run_program(program, "superuser", "upsert", _ADMIN, ADMIN_PASSWORD, "--dir", str(folder))
    tokens = _seed(folder / "data.db", work.users)
    port = next(work.ports)
    command = [program, "serve", "--http", f"127.0.0.1:{port}", "--dir", str(folder)]
    with work.serve("pocketbase", command, port, health="/api/health") as server:
        credentials = {"identity": _ADMIN, "password": ADMIN_PASSWORD}
        admin = call(port, "POST", "/api/collections/_superusers/auth-with-password", body=credentials)["token"]
        plans = _plans(tokens, admin)
        writes = {"update": _updates(admin), "create": plans["create"]}
        yield Subject("PocketBase", server, plans, "bcrypt, cost 10", writes=writes)


def _seed(path: Path, count: int) -> list[tuple[str, str]]:
    """Inserts the users; returns ids and tokens of the first ones."""
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(_COST)).decode()
    now = time.strftime("%Y-%m-%d %H:%M:%S.000Z", time.gmtime())
    with closing(sqlite3.connect(path)) as database, database:
        row = database.execute("SELECT id, fields, options FROM _collections WHERE name = 'users'").fetchone()
        collection, fields, options = row[0], json.loads(row[1]), json.loads(row[2])
        for field in fields:
            if field["name"] == "password":
                field["cost"] = MIN_COST
        database.execute("UPDATE _collections SET fields = ? WHERE name = 'users'", (json.dumps(fields),))
        for number in range(1, count + 1):
            _, name, email = sample_user(number)
            database.execute(
                "INSERT INTO users (id, name, email, password, tokenKey, verified, created, updated)"
                " VALUES (?, ?, ?, ?, ?, 1, ?, ?)",
                (_id(number), name, email, hashed, _token_key(number), now, now),
            )
    secret = options["authToken"]["secret"]
    claims = {"type": "auth", "collectionId": collection, "refreshable": True, "exp": int(time.time()) + 86400}
    return [
        (_id(number), jwt.encode({**claims, "id": _id(number)}, _token_key(number) + secret, "HS256"))
        for number in range(1, _TOKENS + 1)
    ]


def _id(number: int) -> str:
    return f"user{number:011}"


def _token_key(number: int) -> str:
    return f"{number:050}"


def _updates(admin: str) -> Plan:
    ids, changed = range(_TOKENS + 2, 2 * _TOKENS), {"name": f"Person {UNIQUE}"}
    return Plan(tuple(request("PATCH", f"{_RECORDS}/{_id(id_)}", token=admin, body=changed) for id_ in ids), WRITERS)


def _plans(tokens: list[tuple[str, str]], admin: str) -> dict[str, Plan]:
    search = [f"(name~'{word}'||email~'{word}')" for word in KEYWORDS]
    body = {
        "email": f"new{UNIQUE}@example.com",
        "name": "New Person",
        "password": PASSWORD,
        "passwordConfirm": PASSWORD,
    }
    logins = [{"identity": sample_user(number)[2], "password": PASSWORD} for number in range(1, _TOKENS)]
    collection = "/api/collections/users"
    return {
        "user": Plan(tuple(request("GET", f"{_RECORDS}/{id_}", token=token) for id_, token in tokens), READERS),
        "list": Plan(
            tuple(request("GET", f"{_RECORDS}?page={page}&perPage=20", token=admin) for page in PAGES), READERS
        ),
        "search": Plan(
            tuple(request("GET", f"{_RECORDS}?perPage=20&filter={text}", token=admin) for text in search), READERS
        ),
        "refresh": Plan(
            tuple(request("POST", f"{collection}/auth-refresh", token=token) for _, token in tokens), WRITERS
        ),
        "login": Plan(
            tuple(request("POST", f"{collection}/auth-with-password", body=login) for login in logins), SIGNING_IN
        ),
        "create": Plan((request("POST", _RECORDS, token=admin, body=body),), WRITERS),
    }
