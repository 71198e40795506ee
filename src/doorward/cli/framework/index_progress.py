"""Progress of index builds: a bar on a terminal, a line for each tenth in a log."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from doorward.cli.framework.progress import progress
from doorward.search.filling import Report, ignore_progress


@contextmanager
def progress_shown(as_json: bool) -> Iterator[Report]:
    """With --json nothing is printed: programs read standard error as an error report."""
    if not sys.stderr.isatty():
        yield ignore_progress if as_json else _Lines()
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
