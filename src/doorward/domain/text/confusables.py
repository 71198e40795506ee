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


def skeleton(username: str) -> str:
    folded = fold(username)
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
