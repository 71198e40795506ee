"""Progress bars on a terminal. In a log, index builds and moves write a line for each tenth; other work nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from doorward.search.filling import Report, ignore_progress

Advance = Callable[[int, int | None], None]


@contextmanager
def progress(title: str, unit: str) -> Iterator[Advance]:
    """Yields a function that takes the amount done and the total, None if unknown."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with _bar(title) as report:
        yield lambda done, total: report(unit, done, total)


@contextmanager
def _bar(title: str) -> Iterator[Callable[[str, int, int | None], None]]:
    """A bar that says of what it counts: work in several phases begins again with each of them."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        def render(self, task: object) -> Text:
            speed = getattr(task, "finished_speed", None) or getattr(task, "speed", None) or 0
            return Text(f"{speed:,.0f}/s")

    columns = (
        *(TextColumn("{task.description}"), BarColumn()),
        *(TextColumn("{task.completed:,.0f} {task.fields[what]}"), Rate("")),
    )
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task, shown = bar.add_task(title, total=None, what=""), ""

        def report(what: str, done: int, total: int | None) -> None:
            nonlocal shown
            if shown != what:
                shown = what
                bar.reset(task, what=what)  # The rate of the former phase says nothing about this one.
            bar.update(task, completed=done, total=total)

        yield report


@contextmanager
def work_progress(title: str, as_json: bool) -> Iterator[Report]:
    """Reports long work in several phases. With --json nothing is printed: programs read standard error as an error
    report."""
    if not sys.stderr.isatty():
        yield ignore_progress if as_json else _Lines(title.lower())
        return
    with _bar(title) as report:
        yield report


class _Lines:
    def __init__(self, title: str) -> None:
        self._title = title
        self._last: tuple[str, int] | None = None

    def __call__(self, what: str, done: int, whole: int) -> None:
        tenths = 10 * done // max(whole, 1)
        if (what, tenths) != self._last:
            self._last = (what, tenths)
            print(f"{self._title}: {done:,} of {whole:,} {what}", file=sys.stderr, flush=True)
