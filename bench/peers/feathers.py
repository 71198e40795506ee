"""Feathers on Koa."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from bench.dataset import KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import Plan, bearer, request
from bench.peers.node import TOKENS, NodeApp
from bench.subjects import READERS, SIGNING_IN, BenchContext, Subject


@contextmanager
def feathers(work: BenchContext) -> Iterator[Subject]:
    app = NodeApp(work, "feathers", "feathers.js")
    prepared = app.prepare()
    _seed(app.database, work.users, prepared["hash"])
    with app.serve() as server:
        yield Subject("Feathers", server, _plans(prepared["tokens"]), "bcrypt, cost 10")


def _seed(path: Path, count: int, hashed: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for number in range(1, count + 1):
            _, name, email = sample_user(number)
            database.execute(
                "INSERT INTO users (id, name, email, password, administrator) VALUES (?, ?, ?, ?, ?)",
                (number, name, email, hashed, number == 1),
            )


def _plans(tokens: list[str]) -> dict[str, Plan]:
    admin = bearer(tokens[0])
    own = [request("GET", f"/users/{number}", token=bearer(token)) for number, token in enumerate(tokens, 1)]
    pages = [urlencode({"$skip": 20 * (page - 1)}) for page in PAGES]
    searches = [
        urlencode({"$or[0][name][$like]": f"%{word}%", "$or[1][email][$like]": f"%{word}%"}) for word in KEYWORDS
    ]
    emails = [sample_user(number)[2] for number in range(1, TOKENS)]
    logins = [{"strategy": "local", "email": email, "password": PASSWORD} for email in emails]
    return {
        "user": Plan(tuple(own), READERS),
        "list": Plan(tuple(request("GET", f"/users?{query}", token=admin) for query in pages), READERS),
        "search": Plan(tuple(request("GET", f"/users?{query}", token=admin) for query in searches), READERS),
        "login": Plan(tuple(request("POST", "/authentication", body=body) for body in logins), SIGNING_IN),
    }
