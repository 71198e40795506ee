"""Token checks and an administrator's lists while one account, or ten, run expensive searches.

    python -m bench.lanes                              300,000 users
    python -m bench.lanes --quick                      10,000 users
    python -m bench.lanes --folder build/lists         keeps the databases, and reuses those in the folder

The accounts may read users and nothing else. Waits are in milliseconds, as the client sees them.
"""

import argparse
import asyncio
import contextlib
import itertools
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.postgres import external_url, kept_server, postgres_server
from tests.support.process import Node, serving
from tests.support.service import PASSWORD

from bench.lists import SERVER_OPTIONS, seeded_database

_SEARCH: Final = "/api/users?keyword=.&status=0&role=user&sort=-lastLoginAt&page={page}"
_ADMIN_LIST: Final = "/api/users?keyword=ma&sort=name"
_CURRENT_USER: Final = "/api/auth/user"
_TOKEN_CHECKS: Final = 16
_PAUSE: Final = 0.05
# How many accounts search, and how many searches each has in progress at once.
_ATTACKS: Final = ((0, 0), (1, 12), (1, 60), (10, 6))
_DATABASES: Final = ("SQLite", "PostgreSQL")


class Waits(NamedTuple):
    statuses: Counter[int]
    milliseconds: list[float]

    def line(self) -> str:
        ordered = sorted(self.milliseconds)
        shown = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        p99 = ordered[int(len(ordered) * 0.99)]
        return f"{shown}\t{ordered[len(ordered) // 2]:.0f}\t{p99:.0f}\t{ordered[-1]:.0f}"


async def _repeat(node: Node, headers: dict[str, str], paths: Iterator[str], until: float, waits: Waits) -> None:
    """One connection that sends one request after another. A full client would take longer than most answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    try:
        while time.monotonic() < until:
            begun = time.monotonic()
            writer.write(f"GET {next(paths)} HTTP/1.1\r\nHost: x\r\n{_lines(headers)}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
            waits.milliseconds.append((time.monotonic() - begun) * 1000)
            waits.statuses[int(head.split(b" ", 2)[1])] += 1
            await asyncio.sleep(_PAUSE)
    finally:
        writer.close()


def _lines(headers: dict[str, str]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items())


async def measure(node: Node, seconds: float) -> Iterator[tuple[str, str]]:
    admin = await node.login()
    readers = [await _reader(node, admin, number) for number in range(10)]
    rows = []
    for accounts, searches in _ATTACKS:
        until = time.monotonic() + seconds
        checks, lists, attack = (Waits(Counter(), []) for _ in range(3))
        pages = (_SEARCH.format(page=page) for page in itertools.cycle(range(1, 40)))
        work = [_repeat(node, admin, itertools.repeat(_CURRENT_USER), until, checks) for _ in range(_TOKEN_CHECKS)]
        work.append(_repeat(node, admin, itertools.repeat(_ADMIN_LIST), until, lists))
        work += [_repeat(node, reader, pages, until, attack) for reader in readers[:accounts] for _ in range(searches)]
        await asyncio.gather(*work)
        for what, waits in (("token check", checks), ("administrator's list", lists), ("search", attack)):
            if waits.milliseconds:
                rows.append((f"{accounts} x {searches} searches\t{what}", waits.line()))
    return iter(rows)


async def _reader(node: Node, admin: dict[str, str], number: int) -> dict[str, str]:
    """The headers of an account that has the permission users:read alone."""
    role = {"name": "bench-reader", "permissions": ["users:read"]}
    username = f"bench-reader-{number}"
    user = {"username": username, "password": PASSWORD, "roles": ["bench-reader"]}
    for path, body in (("/api/roles", role), ("/api/users", user)):
        answer = await node.http.post(path, json=body, headers=admin)
        assert answer.status_code in (200, 409), answer.text
    return await node.login(username, PASSWORD)


async def run(users: int, databases: list[str], folder: Path, seconds: float, *, keep: bool) -> None:
    print("database\tattack\twhat\tanswers\tmedian\tp99\tlongest")
    with contextlib.ExitStack() as stack:
        server = external_url() or ""
        if "PostgreSQL" in databases and not server:
            own = kept_server(folder / "server", SERVER_OPTIONS) if keep else postgres_server(options=SERVER_OPTIONS)
            server = stack.enter_context(own).url()
        for database in databases:
            async with seeded_database(database, users, server, folder, keep=keep) as environ, serving(environ) as node:
                for row in await measure(node, seconds):
                    print(database, *row, sep="\t", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="10,000 users")
    parser.add_argument("--database", choices=_DATABASES, action="append", help="measure only this database")
    parser.add_argument("--folder", type=Path, help="keep the databases in this folder, and reuse those in it")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        databases = given.database or list(_DATABASES)
        users = 10_000 if given.quick else 300_000
        asyncio.run(run(users, databases, folder, given.seconds, keep=given.folder is not None))


if __name__ == "__main__":
    main()
