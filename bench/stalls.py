"""How long other requests wait while each endpoint gets its worst input: `python -m bench.stalls [--users 100000] ...`.

Starts a service on a database made large, sends every endpoint the worst input that its schema and its limits allow,
and asks /healthz all the while on another connection. Prints a table; the target is that no /healthz waits 100 ms.
"""

import argparse
import asyncio
import contextlib
import http.client
import socket
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from tests.support.databases import Databases, SQLiteDatabases, postgres_databases
from tests.support.process import Node, serving
from tests.support.service import ADMIN_PASSWORD

from bench.worst_inputs import Case, cases
from doorward import app
from doorward.core import Core
from doorward.core.audit.trail import append
from doorward.domain.audit import Event
from doorward.settings import load

TARGET: Final = 0.1
_TIMEOUT: Final = 300
# Sign-ins are not refused before they are looked at, and the session outlives the run.
_SETTINGS: Final = {"DOORWARD_LOGIN_FAILURES": "0", "DOORWARD_LOGIN_NETWORK_FAILURES": "0", "DOORWARD_ACCESS_TTL": "1d"}
_FAR: Final = 4_000_000_000_000
_BATCH: Final = 5_000


class Sizes(NamedTuple):
    users: int
    roles: int
    grants: int
    sessions: int
    audit: int


class Result(NamedTuple):
    case: Case
    status: int
    seconds: float
    longest_wait: float


async def fill(environ: Mapping[str, str], sizes: Sizes) -> dict[str, int]:
    """Makes the database large; returns the ids to ask for: a role that many hold, a user with all the sessions."""
    core = app.build(load(environ))
    await core.open()
    try:
        ids: dict[str, int] = await core.database.write(lambda tx: _insert(tx, sizes))
        for start in range(0, sizes.audit, _BATCH):
            count = min(_BATCH, sizes.audit - start)
            await core.database.write(partial(_audit, core=core, count=count))
        await core.users.directory.fill()
        return ids
    finally:
        await core.close()


async def _insert(tx: Any, sizes: Sizes) -> dict[str, int]:
    def numbers(count: int) -> str:
        return f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"

    name = "'number' || substr(CAST(10000000 + i AS TEXT), 2)"
    await tx.execute("UPDATE list_index SET upto = 999, ready = 0")
    await tx.execute("DROP INDEX IF EXISTS user_search_enabled_trigrams")
    await tx.execute(
        f"{numbers(sizes.users)} INSERT INTO users (username, username_key, name, name_key, search, status,"
        f" password_hash, created_at, updated_at, version) SELECT {name}, {name}, {name}, {name},"
        f" {name} || '\x1f' || {name} || '\x1f', CASE i % 50 WHEN 0 THEN 0 ELSE 1 END, '', 100000 - i, i, 1 FROM n"
    )
    for role in range(sizes.roles):
        grants = " ".join(sorted(f"app{role}:do{number}" for number in range(sizes.grants)))
        columns = "name, name_key, description, permissions, built_in, created_at, updated_at, version, search"
        await tx.execute(f"INSERT INTO roles ({columns}) VALUES ($1, $1, '', $2, 0, 0, 0, 1, $1)", f"r{role}", grants)
    await tx.execute("INSERT INTO user_roles SELECT id, (SELECT max(id) FROM roles) FROM users WHERE id > 1")
    row = await tx.fetchrow("SELECT (SELECT max(id) FROM users), (SELECT max(id) FROM roles)")
    await tx.execute(
        f"{numbers(sizes.sessions)} INSERT INTO sessions (id, user_id, generation, rotated_at, created_at,"
        " last_used_at, expires_at, address, user_agent)"
        f" SELECT 1000000 + i, $1, 1, 0, i, i, {_FAR}, '192.0.2.1', 'Firefox' FROM n",
        row[0],
    )
    return {"users": row[0], "roles": row[1]}


async def _audit(tx: Any, *, core: Core, count: int) -> None:
    for number in range(count):
        ref, now = f"user:{number % 1000 + 1}", core.clock()
        event = Event(now, "auth.login", ref, "ann", ref, "ann", "192.0.2.1", "bench", "{}")
        await append(tx, core.keys.audit, event)


def measure(port: int, ids: dict[str, int]) -> Iterator[Result]:
    """Each case in turn, on a connection of its own."""
    token = _sign_in(port)
    with _probing(port) as waits:
        for case in cases(ids):
            waits.clear()
            started = time.perf_counter()
            status, _ = _ask(port, case.method, case.path, case.body, token)
            seconds = time.perf_counter() - started
            time.sleep(0.02)  # A /healthz that waits still is counted here.
            yield Result(case, status, seconds, max(waits, default=seconds))
            if case.method != "GET" and case.route.startswith("/api/auth/"):
                token = _sign_in(port)  # It may have ended the session.


def _sign_in(port: int) -> str:
    body = msgspec.json.encode({"username": "admin", "password": ADMIN_PASSWORD})
    _, answer = _ask(port, "POST", "/api/auth/login", body, "")
    return str(msgspec.json.decode(answer)["data"]["token"])


def _ask(port: int, method: str, path: str, body: bytes | None, token: str) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT)) as connection:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()


@contextlib.contextmanager
def _probing(port: int) -> Iterator[list[float]]:
    """Asks /healthz all the time, and adds the seconds of each to the list."""
    waits: list[float] = []
    ended = threading.Event()

    def probe() -> None:
        with socket.create_connection(("127.0.0.1", port), _TIMEOUT) as link:
            while not ended.wait(0.002):
                started = time.perf_counter()
                link.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                link.recv(65_536)
                waits.append(time.perf_counter() - started)

    thread = threading.Thread(target=probe)
    thread.start()
    try:
        yield waits
    finally:
        ended.set()
        thread.join()


@contextlib.asynccontextmanager
async def large_service(databases: Databases, folder: Path, sizes: Sizes) -> AsyncIterator[tuple[Node, dict[str, int]]]:
    async with databases.new(folder) as environ:
        environ |= _SETTINGS
        ids = await fill(environ, sizes)
        async with serving(environ) as node:
            yield node, ids


async def run(databases: Databases, folder: Path, sizes: Sizes) -> list[Result]:
    async with large_service(databases, folder, sizes) as (node, ids):
        return await asyncio.to_thread(lambda: list(measure(node.port, ids)))


def table(results: list[Result]) -> str:
    lines = ["| route | input | status | response ms | longest /healthz ms |", "|---|---|---|---|---|"]
    for case, status, seconds, wait in sorted(results, key=lambda result: -result.longest_wait):
        mark = " **" if wait >= TARGET else ""
        route = f"{case.method} {case.route}"
        lines.append(f"| {route} | {case.what} | {status} | {seconds * 1000:.0f} | {wait * 1000:.0f}{mark} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    for name, size in Sizes(100_000, 100, 50, 20_000, 100_000)._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=size)
    given = vars(parser.parse_args())
    kind = given.pop("database")
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        databases = stack.enter_context(postgres_databases()) if kind == "postgres" else SQLiteDatabases(folder)
        print(table(asyncio.run(run(databases, folder, Sizes(**given)))))


if __name__ == "__main__":
    main()
