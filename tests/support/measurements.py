"""Measurements of the fault tests, printed as a table at the end of their run."""

import pytest

_HEADINGS = ("fault", "database", "measured")


class Measurements:
    def __init__(self) -> None:
        self._rows: list[tuple[str, str, str]] = []

    def add(self, fault: str, database: str, measured: str) -> None:
        self._rows.append((fault, database, measured))

    def print(self, reporter: pytest.TerminalReporter) -> None:
        if not self._rows:
            return
        reporter.section("faults: measurements", sep="-")
        if reporter.isatty:
            self._print_rich()
            return
        widths = [max(len(row[column]) for row in [_HEADINGS, *self._rows]) for column in range(2)]
        for row in [_HEADINGS, *self._rows]:
            reporter.line(f"{row[0]:{widths[0]}}  {row[1]:{widths[1]}}  {row[2]}")

    def _print_rich(self) -> None:
        from rich.console import Console
        from rich.table import Table

        table = Table(*_HEADINGS)
        for row in self._rows:
            table.add_row(*row)
        Console().print(table)
