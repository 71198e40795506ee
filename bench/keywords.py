"""How much longer searches take among a million users than among 10,000, for keywords drawn from the data.

    python -m bench.keywords --folder FOLDER                2,000 searches at 10,000 and 1,000,000 users
    python -m bench.keywords --folder FOLDER --count 300    fewer of them

The keywords are substrings of 1 to 12 characters of usernames, names and addresses, half of them of users with a
Chinese name; each search has a random status, role and order, or none. Times are processor times of the service,
without HTTP, so that other programs disturb them little. The databases are those of `bench.lists`, kept in the folder.
"""

import argparse
import asyncio
import contextlib
import random
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.lists import seeded_database
from doorward import app
from doorward.core import Core
from doorward.domain.paging import PageRequest
from doorward.domain.user_query import SORTABLE, UserFilter
from doorward.errors import SearchTooDeep
from doorward.settings import load

_SIZES: Final = (10_000, 1_000_000)
_ROUNDS: Final = 3
_LONGEST: Final = 12
# Growth is not judged below this: noise exceeds the difference.
_FAST_MS: Final = 2.0
_MAX_GROWTH: Final = 3.0
_MAX_MS: Final = 30.0
_SHOWN: Final = 10
_CHINESE: Final = re.compile("[\u4e00-\u9fff]")


class Result(NamedTuple):
    search: UserFilter
    small: float
    large: float

    @property
    def growth(self) -> float:
        return 1.0 if self.large <= _FAST_MS else self.large / self.small


@contextlib.asynccontextmanager
async def _opened(size: int, folder: Path) -> AsyncIterator[Core]:
    async with seeded_database("SQLite", size, "", folder, keep=True) as environ:
        core = app.build(load(environ))
        await core.database.open()
        try:
            yield core
        finally:
            await core.database.close()


async def _draw(core: Core, count: int, chance: random.Random) -> list[UserFilter]:
    rows = await core.database.fetch("SELECT username, name, coalesce(email, username) FROM users")
    chinese = [row for row in rows if _CHINESE.search(row[1])]
    return [_search(chance.choice(chinese if number % 2 else rows), chance) for number in range(count)]


def _search(texts: Sequence[str], chance: random.Random) -> UserFilter:
    text = chance.choice(texts)
    length = min(chance.randint(1, _LONGEST), len(text))
    start = chance.randint(0, len(text) - length)
    return UserFilter(
        text[start : start + length].strip() or text,
        chance.choice((None, None, 0, 1)),
        chance.choice(("", "", "user", "admin")),
        chance.choice(("id", *SORTABLE)),
        chance.random() < 0.5,
    )


async def _time(core: Core, searches: list[UserFilter], title: str) -> list[float]:
    times: list[float] = []
    for number, search in enumerate(searches):
        rounds = []
        for _ in range(_ROUNDS):
            start = time.process_time()
            with contextlib.suppress(SearchTooDeep):
                await core.users.directory.page(search, PageRequest())
            rounds.append((time.process_time() - start) * 1000)
        times.append(statistics.median(rounds))
        if number % 100 == 99:
            print(f"{title}: {number + 1} of {len(searches)}", file=sys.stderr)
    return times


async def run(folder: Path, count: int, seed: int) -> list[Result]:
    chance = random.Random(seed)  # The same searches in every run.
    small, large = _SIZES
    async with _opened(small, folder) as core:
        searches = await _draw(core, count, chance)
        before = await _time(core, searches, f"{small:,} users")
    async with _opened(large, folder) as core:
        after = await _time(core, searches, f"{large:,} users")
    return [Result(*each) for each in zip(searches, before, after, strict=True)]


def show(results: list[Result]) -> bool:
    growths = sorted(result.growth for result in results)
    shares = {f"{percent} %": growths[min(len(growths) - 1, len(growths) * percent // 100)] for percent in (50, 90, 99)}
    print("growth:", ", ".join(f"{name} {value:.2f}" for name, value in shares.items()), f"worst {growths[-1]:.2f}")
    slowest = max(result.large for result in results)
    above = sum(result.large > _MAX_MS for result in results)
    print(f"slowest {slowest:.1f} ms; {above} of {len(results)} above {_MAX_MS:.0f} ms")
    for title, ordered in (
        ("growth", sorted(results, key=lambda result: -result.growth)),
        ("time", sorted(results, key=lambda result: -result.large)),
    ):
        print(f"\nworst by {title}: growth, ms at {_SIZES[0]:,}, ms at {_SIZES[1]:,}, search")
        for result in ordered[:_SHOWN]:
            print(f"{result.growth:6.2f} {result.small:8.2f} {result.large:8.2f}  {_name(result.search)}")
    return shares["99 %"] <= _MAX_GROWTH and slowest <= _MAX_MS


def _name(search: UserFilter) -> str:
    sort = ("-" if search.descending else "") + search.sort
    status = "" if search.status is None else f" status={search.status}"
    return f"keyword={search.keyword!r}{status}{f' role={search.role}' if search.role else ''} sort={sort}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="keep the databases in this folder, and reuse them")
    parser.add_argument("--count", type=int, default=2000, help="how many searches")
    parser.add_argument("--seed", type=int, default=1, help="other searches")
    arguments = parser.parse_args()
    return 0 if show(asyncio.run(run(arguments.folder, arguments.count, arguments.seed))) else 1


if __name__ == "__main__":
    sys.exit(main())
