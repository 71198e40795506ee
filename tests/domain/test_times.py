"""Times as clients see them."""

import random
from datetime import UTC, datetime, timedelta

from doorward.domain.times import FIRST, LAST, iso


def test_a_time_is_written_as_the_calendar_has_it() -> None:
    """Mutants: a time before 1970 is off by a day; milliseconds or minutes lose their zeros."""
    chance = random.Random(1)
    moments = [
        FIRST,
        LAST,
        0,
        -1,
        1,
        59_999,
        60_000,
        86_399_999,
        951_782_400_000,
        *chance.choices(range(FIRST, LAST), k=2000),
    ]
    for milliseconds in moments:
        expected = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
        assert iso(milliseconds) == expected.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_a_number_that_is_no_time_is_the_first_or_the_last() -> None:
    assert (iso(FIRST - 1), iso(LAST + 1)) == ("0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z")
