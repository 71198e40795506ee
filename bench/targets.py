"""The targets: ratios within one run, and two that are absolute, a latency and memory."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.measure import Results
from bench.scenarios import Figures, median

SQLITE = "Doorward, SQLite"
POSTGRES = "Doorward, PostgreSQL"
PREHASHED = "Doorward, SQLite, no hash"
EMPTY = "empty RSGI"
POCKETBASE = "PocketBase"
FASTAPI_USERS = "fastapi-users"


@dataclass(frozen=True)
class Verdict:
    what: str
    wanted: str
    ratio: float | None
    met: bool

    @property
    def words(self) -> str:
        return "not measured" if self.ratio is None else "met" if self.met else "NOT MET"


def verdicts(results: Results, figures: Figures) -> list[Verdict]:
    found = [*_rates(results), *_special(results, figures)]
    return [verdict for verdict in found if verdict.ratio is not None]


def _rates(results: Results) -> Iterable[Verdict]:
    def against(operation: str, ours: str, other: str, least: float) -> Verdict:
        mine = results.rate(operation, ours)
        theirs = results.rate("user" if other == EMPTY else operation, other)
        return at_least(f"{_NAMES[operation]}, {ours} : {other}", least, divided(mine, theirs))

    yield against("user", SQLITE, POCKETBASE, 6)
    yield against("user", SQLITE, FASTAPI_USERS, 15)
    yield against("user", SQLITE, EMPTY, 0.20)
    p99 = divided(results.p99("user", SQLITE), results.p99("user", POCKETBASE))
    yield at_most(f"current user p99, {SQLITE} : {POCKETBASE}", 1 / 3, p99)
    yield against("user", POSTGRES, EMPTY, 0.30)
    for ours in (SQLITE, POSTGRES):
        by_key = divided(results.cpu("key", ours), results.cpu("user", ours))
        yield at_most(f"processor time of the current user by an API key : by a token, {ours}", 1.1, by_key)
    yield against("list", SQLITE, POCKETBASE, 6)
    yield against("search", SQLITE, POCKETBASE, 6)
    yield against("refresh", SQLITE, POCKETBASE, 1.2)


def _special(results: Results, figures: Figures) -> Iterable[Verdict]:
    login = divided(median(figures, "login rate"), median(figures, "argon2 ceiling"))
    yield at_least("login : the machine's Argon2id rate, all cores", 0.9, login)
    yield at_most("current user p99 in a storm of logins, ms", 10, median(figures, "storm p99"))
    yield at_least("create user less the hash, SQLite : PocketBase", 3, _create(results, figures))
    for database, suffix in ((SQLITE, ""), (POSTGRES, ", PostgreSQL")):
        scaled = divided(median(figures, f"two workers{suffix}"), median(figures, f"one worker{suffix}"))
        left = median(figures, f"cores left to two workers{suffix}")
        ratio = scaled * 2 / left if scaled and left else None
        yield at_least(f"two workers : one, per core left to them, {database}", 1.8, ratio)
    started = divided(median(figures, "start"), median(figures, "start of an empty Starlette"))
    yield at_most("start to first 200 : an empty Starlette", 1.5, started)
    yield at_most("memory of worker and parent after load, MiB", 100, median(figures, "memory"))


def _create(results: Results, figures: Figures) -> float | None:
    mine, theirs = results.rate("create", PREHASHED), results.rate("create", POCKETBASE)
    hashing = median(figures, "bcrypt seconds at the least cost")
    if not mine or not theirs or hashing is None:
        return None
    # At most half of the time is subtracted, because the share of the hash is not known exactly.
    without = max(1 / theirs - hashing, 0.5 / theirs)
    return mine * without


def divided(mine: float | None, theirs: float | None) -> float | None:
    return mine / theirs if mine and theirs else None


def at_least(what: str, least: float, ratio: float | None) -> Verdict:
    return Verdict(what, f"≥ {least:g}", ratio, ratio is not None and ratio >= least)


def at_most(what: str, most: float, ratio: float | None) -> Verdict:
    return Verdict(what, f"≤ {most:.3g}", ratio, ratio is not None and ratio <= most)


_NAMES = {"user": "current user", "list": "list of 20", "search": "keyword search", "refresh": "refresh"}
