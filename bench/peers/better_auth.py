"""better-auth on Node's own HTTP server."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from bench.dataset import KEYWORDS, PAGES, PASSWORD, sample_user
from bench.load import UNIQUE, Plan, request
from bench.peers.node import TOKENS, NodeApp
from bench.subjects import READERS, SIGNING_IN, WRITERS, BenchContext, Subject

# better-auth's default lifetime: it would extend a session with less left at its first request.
_SESSION_SECONDS = 7 * 86_400
_USERS = "/api/auth/admin/list-users"


@contextmanager
def better_auth(work: BenchContext) -> Iterator[Subject]:
    app = NodeApp(work, "better-auth", "better_auth.js")
    prepared = app.prepare()
    _seed(app.database, work.users, prepared["hash"], [session["token"] for session in prepared["sessions"]])
    with app.serve() as server:
        cookies = [session["cookie"] for session in prepared["sessions"]]
        yield Subject("better-auth", server, _plans(cookies), "scrypt, N=16384, r=16", writes=_writes(cookies[0]))


def _seed(path: Path, count: int, hashed: str, sessions: list[str]) -> None:
    """Inserts users, the first one an administrator, with passwords, and sessions of the first users."""
    now, end = (_timestamp(time.time() + seconds) for seconds in (0, _SESSION_SECONDS))
    with closing(sqlite3.connect(path)) as database, database:
        for number in range(1, count + 1):
            _, name, email = sample_user(number)
            role = "admin" if number == 1 else "user"
            database.execute(
                "INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt, role, banned)"
                " VALUES (?, ?, ?, 1, ?, ?, ?, 0)",
                (_id(number), name, email, now, now, role),
            )
            database.execute(
                "INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)"
                " VALUES (?, ?, 'credential', ?, ?, ?, ?)",
                (_id(number), _id(number), _id(number), hashed, now, now),
            )
        for number, token in enumerate(sessions, 1):
            database.execute(
                "INSERT INTO session (id, expiresAt, token, createdAt, updatedAt, userId) VALUES (?, ?, ?, ?, ?, ?)",
                (_id(number), end, token, now, now, _id(number)),
            )


def _id(number: int) -> str:
    return f"user{number:028}"


def _timestamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))


def _writes(admin: str) -> dict[str, Plan]:
    ids = range(TOKENS + 2, 2 * TOKENS)
    changes = ({"userId": _id(id_), "data": {"name": f"Person {UNIQUE}"}} for id_ in ids)
    created = {"email": f"new{UNIQUE}@example.com", "name": "New Person", "password": PASSWORD}
    updates = (request("POST", "/api/auth/admin/update-user", cookie=admin, body=body) for body in changes)
    return {
        "update": Plan(tuple(updates), WRITERS),
        "create": Plan((request("POST", "/api/auth/admin/create-user", cookie=admin, body=created),), WRITERS),
    }


def _plans(cookies: list[str]) -> dict[str, Plan]:
    admin = cookies[0]
    pages = [urlencode({"limit": 20, "offset": 20 * (page - 1)}) for page in PAGES]
    searches = [urlencode({"limit": 20, "searchField": "email", "searchValue": word}) for word in KEYWORDS]
    logins = [{"email": sample_user(number)[2], "password": PASSWORD} for number in range(1, TOKENS)]
    return {
        "user": Plan(tuple(request("GET", "/api/auth/get-session", cookie=cookie) for cookie in cookies), READERS),
        "list": Plan(tuple(request("GET", f"{_USERS}?{query}", cookie=admin) for query in pages), READERS),
        "search": Plan(tuple(request("GET", f"{_USERS}?{query}", cookie=admin) for query in searches), READERS),
        "login": Plan(tuple(request("POST", "/api/auth/sign-in/email", body=body) for body in logins), SIGNING_IN),
    }
