"""The users, keywords and pages of the comparison: the same for every server."""

PASSWORD = "a long enough password"
ADMIN_PASSWORD = "correct horse battery staple"

_FIRST = "Ann Ben Cem Dora Eva Finn Gül Hans Ines Jan Kim Lea Max Nora Olga Paul Rosa Sam Tom Uma".split()
_LAST = "Abel Bauer Costa Diaz Evans Fuchs Gomez Huber Ivanov Jones Klein Lopez Meyer Novak Otto Peters Reyes".split()


def sample_user(number: int) -> tuple[str, str, str]:
    """Returns username, name and e-mail address."""
    name = f"{_FIRST[number % len(_FIRST)]} {_LAST[number // 7 % len(_LAST)]}"
    return f"user{number:05}", name, f"user{number:05}@example.com"


# Each matches some tens to a hundred of ten thousand users.
KEYWORDS = tuple(f"ser{number:03}" for number in range(10, 90))
PAGES = tuple(range(1, 41))
