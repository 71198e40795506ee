"""Whether the current user costs the same at two sizes: `python -m bench.current_user --folder FOLDER`.

    python -m bench.current_user --folder FOLDER --sizes 10000 10000000 [--database PostgreSQL]

A thousand users whose ids are spread over all ask for themselves, 32 at once, through ASGI in this process: alternately
on the two databases, which are those of `bench.lists` in the folder. Reports processor time, the median of the rounds.
On PostgreSQL that of the server is not in it.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import statistics
import sys
from pathlib import Path
from typing import Any, Final

from tests.support.postgres import kept_server

from bench.key_cost import AT_ONCE, processor_time
from bench.lists import SERVER_OPTIONS, seeded_database
from bench.timing import opened
from doorward import app
from doorward.core import Core
from doorward.domain.access import SYSTEM
from doorward.errors import AccountDisabled
from doorward.settings import load

_USERS: Final = 1_000
_MOST: Final = 1.05


async def measure(database: str, sizes: list[int], folder: Path, rounds: int) -> list[float]:
    """Microseconds of a request at each size."""
    async with contextlib.AsyncExitStack() as stack:
        server = ""
        if database == "PostgreSQL":
            server = stack.enter_context(kept_server(folder / "server", SERVER_OPTIONS)).url()
        cases: list[tuple[Any, list[str]]] = []
        for size in sizes:
            environ = await stack.enter_async_context(seeded_database(database, size, server, folder, keep=True))
            settings = dataclasses.replace(load(environ), access_log=False)
            core = (await stack.enter_async_context(opened(settings))).core
            await core.jobs.stop()
            cases.append((app.application(core, settings), await _tokens(core, size)))
        times: list[list[float]] = [[] for _ in cases]
        for number in range(rounds + 1):
            for which in (range(len(cases)), reversed(range(len(cases))))[number % 2]:
                times[which].append(await processor_time(*cases[which], AT_ONCE))
    return [statistics.median(each[1:]) for each in times]  # The first round warms up.


async def _tokens(core: Core, size: int) -> list[str]:
    tokens: list[str] = []
    for user_id in range(size // _USERS, size, size // _USERS):
        with contextlib.suppress(AccountDisabled):
            tokens.append((await core.sign_in.mint(SYSTEM, user_id)).access)
    return tokens


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--database", choices=["SQLite", "PostgreSQL"], default="SQLite")
    options.add_argument("--sizes", type=int, nargs=2, default=[10_000, 1_000_000], metavar="USERS")
    options.add_argument("--rounds", type=int, default=20)
    given = options.parse_args()
    small, large = asyncio.run(measure(given.database, given.sizes, given.folder, given.rounds))
    print("database\tusers\tprocessor, µs a request\tratio")
    print(f"{given.database}\t{given.sizes[0]:,}\t{small:.1f}\t")
    print(f"{given.database}\t{given.sizes[1]:,}\t{large:.1f}\t{large / small:.3f}")
    sys.exit(
        0 if large / small <= _MOST else f"the current user costs more than {_MOST} of what it does at the first size"
    )


if __name__ == "__main__":
    main()
