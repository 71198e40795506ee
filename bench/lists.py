"""Response times of user lists and searches over HTTP at two sizes, on both databases, and their growth.

    python -m bench.lists            10,000 and 1,000,000 users
    python -m bench.lists --quick    1,000 and 10,000 users
    python -m bench.lists --database PostgreSQL --folder build/lists    one database, seeded once and kept
    python -m bench.lists --sizes 10000 10000000 --folder build/lists   other sizes, also those of `bench.importing`

PostgreSQL is a server that the test support starts, or the one at DOORWARD_TEST_POSTGRES_URL.
"""

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg
from tests.support.databases import SECRET
from tests.support.postgres import external_url, kept_server, postgres_server
from tests.support.process import Node, serving
from tests.support.service import ADMIN_PASSWORD

from bench.seeding import Progress, seed_and_migrate
from doorward import preparation
from doorward.settings import load

_SIZES, _QUICK = (10_000, 1_000_000), (1_000, 10_000)
_ROUNDS: Final = 40
_WARM_UP: Final = 4
# Growth is not judged below this: noise exceeds the difference.
_FAST_MS: Final = 2.0
# The maximum growth, and the maximum median in ms at the larger size.
_TARGETS: Final = {"SQLite": (3.0, 25.0), "PostgreSQL": (5.0, 60.0)}
_MAX_MEMORY_GROWTH: Final = 1.5

# PostgreSQL's default; the servers of the tests have less, because many run at once.
SERVER_OPTIONS: Final = {"shared_buffers": "128MB"}

# The query of each row of the table; {deep} is a page at four fifths of the list.
ROWS: Final = {
    "page 1": "",
    "deep page": "page={deep}",
    "deep page, backwards": "page={deep}&sort=-id",
    "deep page of a role": "page={deep}&role=user",
    "status": "status=0",
    "role": "role=admin",
    "1 character, common": "keyword=e",
    "1 character, rare": "keyword=龘",
    "1 character, absent": "keyword=ӿ",
    "2 characters, common": "keyword=ma",
    "2 characters, rare": "keyword=龘龗",
    "2 characters, absent": "keyword=qq",
    "3 characters, common": "keyword=com",
    "3 characters, rare": "keyword=zot",
    "3 characters, absent": "keyword=zzq",
    "8 characters, common": "keyword=example.",
    "8 characters, rare": "keyword=quaxzotl",
    "8 characters, absent": "keyword=andersox",
    "keyword and status": "keyword=com&status=0",
    "keyword and role": "keyword=ma&role=admin",
    "keyword and sort": "keyword=王&sort=name",
    "common keyword and sort": "keyword=ma&sort=-lastLoginAt",
    "sort username": "sort=username",
    "sort -name": "sort=-name",
    "sort email": "sort=email",
    "sort status": "sort=status",
    "sort -createdAt": "sort=-createdAt",
    "sort updatedAt": "sort=updatedAt",
    "sort -lastLoginAt": "sort=-lastLoginAt",
}


class Cost(NamedTuple):
    median: float
    p99: float


class Measured(NamedTuple):
    rows: dict[str, Cost]
    memory: float


async def measure(node: Node, count: int) -> Measured:
    headers = await node.login()
    deep = str(max(1, count * 4 // 5 // 20))
    rows: dict[str, Cost] = {}
    for name, query in ROWS.items():
        url = f"/api/users?{query.format(deep=deep)}"
        times: list[float] = []
        for number in range(_ROUNDS + _WARM_UP):
            start = time.perf_counter()
            response = await node.http.get(url, headers=headers)
            if number >= _WARM_UP:
                times.append((time.perf_counter() - start) * 1000)
            assert response.status_code == 200, response.text
        times.sort()
        rows[name] = Cost(statistics.median(times), times[int(len(times) * 0.99)])
    return Measured(rows, sum(map(_resident_mib, node.workers())))


def _resident_mib(pid: int) -> float:
    """Resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def database_environ(database: str, count: int, server: str, folder: Path) -> dict[str, str]:
    """The settings of a service on the database with `count` users, which may not exist yet."""
    home = folder / f"{database}-{count}".lower()
    home.mkdir(parents=True, exist_ok=True)
    own = f"{server.rpartition('/')[0]}/doorward_bench_{count}"
    url = f"sqlite:///{home.absolute() / 'doorward.db'}" if database == "SQLite" else own
    return {
        "DOORWARD_DATA_DIR": str(home), "DOORWARD_SECRET": SECRET, "DOORWARD_DATABASE_URL": url,
        "DOORWARD_ADMIN_PASSWORD": ADMIN_PASSWORD,
    }  # fmt: skip


@contextlib.asynccontextmanager
async def seeded_database(
    database: str, count: int, server: str, folder: Path, *, keep: bool
) -> AsyncIterator[dict[str, str]]:
    """Yields the settings of a service on a database with `count` users."""
    environ = database_environ(database, count, server, folder)
    url = environ["DOORWARD_DATABASE_URL"]
    title = f"{database}, {count:,} users"
    if database == "SQLite":
        if not Path(url.removeprefix("sqlite:///")).exists():
            await seed_and_migrate(environ, count, title)
    else:
        name = url.rpartition("/")[2]
        if not await _exists(server, name):
            # Renamed when it is complete, so that an interrupted seeding starts again.
            await execute(server, f"DROP DATABASE IF EXISTS {name}_partial")
            await execute(server, f"CREATE DATABASE {name}_partial")
            await seed_and_migrate(environ | {"DOORWARD_DATABASE_URL": f"{url}_partial"}, count, title)
            await execute(server, f"ALTER DATABASE {name}_partial RENAME TO {name}")
    # A kept database may lack the latest migrations.
    await preparation.prepare_database(load(environ), migrate=True, report=Progress(title))
    yield environ
    if database != "SQLite" and not keep:
        await execute(server, f"DROP DATABASE doorward_bench_{count} WITH (FORCE)")


async def _exists(server: str, name: str) -> bool:
    connection: Any = await asyncpg.connect(server)
    found = await connection.fetchval("SELECT true FROM pg_database WHERE datname = $1", name)
    await connection.close()
    return bool(found)


async def execute(server: str, sql: str) -> None:
    connection: Any = await asyncpg.connect(server)
    await connection.execute(sql)
    await connection.close()


def table(database: str, small: Measured, large: Measured) -> Iterator[tuple[str, ...]]:
    max_growth, max_median = _TARGETS[database]
    for name in ROWS:
        a, b = small.rows[name], large.rows[name]
        growth = b.median / a.median
        met = b.median <= max_median and (growth <= max_growth or max(a.median, b.median) <= _FAST_MS)
        values = (f"{value:.2f}" for value in (a.median, a.p99, b.median, b.p99, growth))
        yield database, name, *values, "met" if met else "NOT MET"
    growth = large.memory / small.memory
    met = growth <= _MAX_MEMORY_GROWTH
    memory = (f"{small.memory:.0f}", "", f"{large.memory:.0f}", "", f"{growth:.2f}")
    yield database, "memory, MiB", *memory, "met" if met else "NOT MET"


def show(rows: list[tuple[str, ...]], sizes: tuple[int, int]) -> None:
    small, large = (f"{size:,}" for size in sizes)
    head = ("database", "list", f"{small} median", "p99", f"{large} median", "p99", "growth", "target")
    if not sys.stdout.isatty():
        print("\n".join("\t".join(row) for row in [head, *rows]))
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table(*head, title="Lists of users over HTTP, ms")
    for row in rows:
        shown.add_row(*row, style="red" if row[-1] == "NOT MET" else "")
    Console().print(shown)


async def run(sizes: tuple[int, int], databases: list[str], folder: Path, *, keep: bool) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    with contextlib.ExitStack() as stack:
        server = external_url() or ""
        if "PostgreSQL" in databases and not server:
            own = kept_server(folder / "server", SERVER_OPTIONS) if keep else postgres_server(options=SERVER_OPTIONS)
            server = stack.enter_context(own).url()
        for database in databases:
            measured: list[Measured] = []
            for size in sizes:
                async with (
                    seeded_database(database, size, server, folder, keep=keep) as environ,
                    serving(environ) as node,
                ):
                    measured.append(await measure(node, size))
            rows += table(database, *measured)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", dest="sizes", action="store_const", const=_QUICK, help="1,000 and 10,000 users")
    parser.add_argument("--sizes", type=int, nargs=2, default=_SIZES, metavar="USERS")
    parser.add_argument("--database", choices=list(_TARGETS), action="append", help="measure only this database")
    parser.add_argument("--folder", type=Path, help="keep the databases in this folder, and reuse those in it")
    arguments = parser.parse_args()
    sizes = tuple(arguments.sizes)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        work = run(sizes, arguments.database or list(_TARGETS), folder, keep=arguments.folder is not None)
        show(asyncio.run(work), sizes)


if __name__ == "__main__":
    main()
