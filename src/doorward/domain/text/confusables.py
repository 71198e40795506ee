"""Usernames that look alike: equal skeletons, as UTS 39 defines them, but regardless of case (docs/decisions/0018)."""

import unicodedata
from functools import cache

from msgspec import Struct

from doorward.domain.text.visibility import IGNORABLE
from doorward.domain.users import fold


class LookAlike(Struct, frozen=True):
    """A user whose name could be taken for another's."""

    id: int
    username: str
    status: int


def skeletons(username: str) -> tuple[str, ...]:
    """One for the name in small letters. A second one for the name in capitals, if it differs: М looks like M, but м
    does not look like m."""
    folded = fold(username)
    small = _skeleton(folded)
    if folded.isascii():
        return (small,)
    capital = _skeleton(fold(unicodedata.normalize("NFD", folded.upper()).translate(_table())))
    return (small,) if capital == small else (small, capital)


def _skeleton(folded: str) -> str:
    if folded.isascii():
        return folded.translate(_table())
    decomposed = unicodedata.normalize("NFD", IGNORABLE.sub("", folded))
    return unicodedata.normalize("NFD", decomposed.translate(_table()))


@cache
def _table() -> dict[int, str]:
    # Read at the first use: only writes of usernames need it.
    import gzip
    from importlib import resources

    packed = resources.files("doorward.domain.text").joinpath("confusables.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode().split("\n")
    return {ord(line[0]): line[2:] for line in lines}
