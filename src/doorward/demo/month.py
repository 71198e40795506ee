"""The month that the demo shows: who signs in when, and what else happens, in the order of time."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from doorward.demo.chance import Chance
from doorward.demo.people import Person

DAYS: Final = 30
DAY: Final = 86_400_000
_HOUR: Final = 3_600_000
_SATURDAY: Final = 5
# What of a working day's sign-ins is left at weekends.
_WEEKEND: Final = 0.12
# When people start to work, and how likely: in hours of their own clocks.
_STARTS: Final = {7: 2, 8: 7, 9: 9, 10: 4, 11: 2, 13: 4, 14: 3, 16: 1, 20: 1}
# Of all sign-ins, those before which the password was mistyped, and those that end by signing out.
_MISTYPED: Final = 0.06
_SIGNED_OUT: Final = 0.25


class Visit(NamedTuple):
    at: int
    person: Person
    mistyped: int  # How often, before the sign-in.
    signs_out: bool


def begins(now: int) -> int:
    """The first midnight (UTC) of the month that ends now."""
    return now - now % DAY - DAYS * DAY


def visits(chance: Chance, people: list[Person], now: int) -> list[Visit]:
    found = [visit for day in range(DAYS + 1) for visit in _of_day(chance, people, begins(now), day)]
    return sorted((visit for visit in found if visit.at < now), key=lambda visit: visit.at)


def _of_day(chance: Chance, people: list[Person], begin: int, day: int) -> Iterator[Visit]:
    at = begin + day * DAY
    weekend = datetime.fromtimestamp(at / 1000, UTC).weekday() >= _SATURDAY
    for person in people:
        gone = person.leaves_on is not None and day >= person.leaves_on
        if day <= person.joins_on or gone or person.must_change:
            continue
        if chance.random() >= person.eagerness * (_WEEKEND if weekend else 1):
            continue
        (hour,) = chance.choices(list(_STARTS), list(_STARTS.values()))
        mistyped = chance.choice((1, 1, 2, 3)) if chance.random() < _MISTYPED else 0
        moment = (hour - person.hours) * _HOUR + chance.randrange(_HOUR)
        yield Visit(at + moment, person, mistyped, chance.random() < _SIGNED_OUT)
