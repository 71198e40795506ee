"""Who works in the demo: the same 200 people each time, with passwords that nothing keeps."""

import itertools
import unicodedata
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from doorward.crypto.sealing import Entropy
from doorward.demo.chance import Chance
from doorward.demo.names import COUNTRIES, Country
from doorward.domain.access import Origin

COUNT: Final = 200
DOMAIN: Final = "example.com"
# Role, and how many of a hundred people have it.
_SHARES: Final = (
    ("sales", 24),
    ("support", 18),
    ("warehouse", 16),
    ("editor", 12),
    ("developer", 12),
    ("billing", 8),
    ("hr", 5),
    ("auditor", 3),
)
_DEVICES: Final = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.6 Safari/605.1.15",
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6"
    " Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile"
    " Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
    " Edg/141.0.0.0",
)  # fmt: skip
_PLAIN: Final = str.maketrans({"ß": "ss", "ł": "l", "Ł": "l", "ø": "o", "đ": "d", "Đ": "d", "ı": "i", "'": "", "’": ""})


class Person(Struct):
    username: str
    name: str
    email: str | None
    phone: str
    roles: list[str]
    password: str
    origins: list[Origin]
    city: str
    hours: int
    eagerness: float  # How likely they sign in on a working day.
    verified: bool = True
    must_change: bool = False
    joins_on: int = 0  # Day of the month that the demo shows.
    leaves_on: int | None = None  # Is disabled then.
    id: int = 0


def everyone(chance: Chance, entropy: Entropy) -> list[Person]:
    taken: set[str] = set()
    people: list[Person] = []
    for country, name, transcription in _names(chance):
        username = _free(transcription, taken)
        people.append(_person(chance, entropy, len(people), country, name, username))
        if len(people) == COUNT:
            return people
    raise AssertionError


def _names(chance: Chance) -> Iterator[tuple[Country, str, str]]:
    """A country, a name and its transcription for usernames, without end: the countries take turns."""
    for turn in itertools.count():
        for country in COUNTRIES:
            if turn < len(country.names):
                yield country, *country.names[turn]
            elif country.first:
                first = chance.choice(country.first.split()).replace("_", " ")
                last = chance.choice(country.last.split()).replace("_", " ")
                yield country, f"{first} {last}", _transcribed(f"{first} {last}")


def _transcribed(name: str) -> str:
    first, *_, last = "".join(map(_plain, name.lower().translate(_PLAIN))).split(" ")
    return f"{first}.{last}"


def _plain(letter: str) -> str:
    """The letter without its accents; nothing for an accent of its own."""
    while parts := unicodedata.decomposition(letter).split():
        letter = chr(int(parts[0], 16))
    return letter if letter.isascii() else ""


def _free(username: str, taken: set[str]) -> str:
    names = itertools.chain((username,), (f"{username}{number}" for number in itertools.count(2)))
    free = next(name for name in names if name not in taken)
    taken.add(free)
    return free


def _person(chance: Chance, entropy: Entropy, number: int, country: Country, name: str, username: str) -> Person:
    leaves_on = chance.randrange(12, 29) if number % 22 == 9 else None
    there_before = leaves_on is not None or chance.random() < 0.7  # The others join during the month.
    roles = ["user", *(role for role, share in _SHARES if chance.random() < share / 100)]
    return Person(
        username,
        name,
        email=None if number % 23 == 7 else f"{username}@{DOMAIN}",
        phone=f"{country.phone} {number:03}",
        roles=roles,
        password=entropy(18).hex(),
        origins=_origins(chance, number, country),
        city=country.city,
        hours=country.hours,
        eagerness=0 if number % 17 == 5 else chance.uniform(0.1, 0.7),
        verified=number % 6 != 4,
        must_change=number % 29 == 11,
        joins_on=0 if there_before else chance.randrange(1, 30),
        leaves_on=leaves_on,
    )


def _origins(chance: Chance, number: int, country: Country) -> list[Origin]:
    """The devices of a person: at the office, and maybe on the way. The addresses are those set aside for examples."""
    office = f"198.51.100.{COUNTRIES.index(country) + 10}"
    home = f"203.0.113.{number % 250 + 1}" if number % 3 else f"2001:db8:{number:x}::{chance.randrange(1, 9999):x}"
    kinds = chance.sample(_DEVICES, k=chance.choice((1, 1, 2, 3)))
    return [
        Origin(office if place == 0 else home, kind, f"demo-{number}-{place}", language=country.language)
        for place, kind in enumerate(kinds)
    ]
