"""How far a migration is: a bar on a terminal, a line now and then in a log."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from doorward.cli.progress import progress
from doorward.store.list_index import Report


@contextmanager
def progress_shown() -> Iterator[Report]:
    if not sys.stderr.isatty():
        yield _Lines()
        return
    with progress("Indexing", "users") as advance:
        yield lambda what, done, whole: advance(done, whole)


class _Lines:
    def __init__(self) -> None:
        self._said: tuple[str, int] | None = None

    def __call__(self, what: str, done: int, whole: int) -> None:
        tenths = 10 * done // max(whole, 1)
        if (what, tenths) != self._said:
            self._said = (what, tenths)
            print(f"indexing: {done:,} of {whole:,} {what}", file=sys.stderr, flush=True)
