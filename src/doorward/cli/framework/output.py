"""Results of commands: as tables on a terminal, plain text in a pipe, or JSON."""

import os
import sys
from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from doorward.cli.framework.exits import Exit

_WHOLE: Final = frozenset(
    {"id", "row", "time", "username", "createdAt", "lastUsedAt", "expiresAt", "lastLoginAt", "setting"}
)


class Result(Protocol):
    exit_code: Exit
    # For readers of a pipe, on standard error: that a list goes on.
    note: str

    @property
    def document(self) -> Any:
        """For `--json`."""
        ...

    def plain(self) -> str:
        """For pipes: no colours, no boxes, one record a line."""
        ...

    def pretty(self) -> Any:
        """For a terminal: a rich renderable."""
        ...


class Text:
    """A sentence, with its data for --json."""

    note = ""

    def __init__(self, text: str, exit_code: Exit = Exit.DONE, **data: Any) -> None:
        self.text, self.document, self.exit_code = text, data, exit_code

    def plain(self) -> str:
        return self.text

    def pretty(self) -> Any:
        from rich.text import Text as RichText

        return RichText(self.text)


class Fields:
    """One record, a line for each field. `text` has several lines, which are printed below them."""

    note = ""

    def __init__(self, fields: dict[str, Any], exit_code: Exit = Exit.DONE, *, text: str = "") -> None:
        self._fields, self._lines, self.exit_code = fields, text.splitlines(), exit_code
        self.document = fields | {"text": text} if text else fields

    def plain(self) -> str:
        lines = [f"{name}\t{cell(value)}" for name, value in self._fields.items()]
        return "\n".join([*lines, "", *map(cell, self._lines)] if self._lines else lines)

    def pretty(self) -> Any:
        from rich.console import Group
        from rich.table import Table as RichTable

        table = RichTable.grid(padding=(0, 2))
        for name, value in self._fields.items():
            table.add_row(f"[dim]{name}[/dim]", _escaped(value))
        return Group(table, "", *map(_escaped, self._lines)) if self._lines else table


class Table:
    """A list of records. `caption` stands below it; `more` is added to the JSON document beside the list."""

    def __init__(
        self,
        columns: Sequence[str],
        rows: Sequence[dict[str, Any]],
        exit_code: Exit = Exit.DONE,
        caption: str | None = None,
        **more: Any,
    ) -> None:
        self.columns, self.rows, self.exit_code, self.more = columns, rows, exit_code, more
        total = more.get("total", len(rows))
        self._caption = caption or (f"{len(rows)} of {total}" if total != len(rows) else None)
        self.note = caption or _rest(len(rows), more)

    @property
    def document(self) -> Any:
        return {"list": self.rows, **self.more}

    def plain(self) -> str:
        return "\n".join("\t".join(cell(row.get(column)) for column in self.columns) for row in self.rows)

    def pretty(self) -> Any:
        from rich import box
        from rich.console import Group
        from rich.table import Table as RichTable

        table = RichTable(box=box.SIMPLE_HEAD)
        for column in self.columns:
            # Times, ids and names stay whole where the table is wider than the terminal; other text is broken.
            table.add_column(column, no_wrap=column in _WHOLE, overflow="fold")
        for row in self.rows:
            table.add_row(*(_escaped(row.get(column)) for column in self.columns))
        # Below the table and not its caption, which would be broken to the width of the table.
        return Group(table, *map(_escaped, (self._caption or "").splitlines()))


def _rest(shown: int, more: dict[str, Any]) -> str:
    """How to get the rest of a list; empty for a list that is complete."""
    if cursor := more.get("nextCursor"):
        return f"{shown} shown; --cursor {cursor} shows the next, --page-size 100 more of them"
    page, size, total = more.get("page", 1), more.get("pageSize", shown), more.get("total", shown)
    if not shown or (page - 1) * size + shown >= total:
        return ""
    whole = f"more than {total:,}" if more.get("totalCapped") else f"{total:,}"
    return f"{shown} of {whole} shown; --page {page + 1} shows the next, --page-size 100 more of them"


def discard() -> None:
    """Sends what is left of standard output nowhere: Python would complain at its end that the pipe is closed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show(result: Result, as_json: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(result.document), indent=2) + b"\n")
        sys.stdout.buffer.flush()
    elif sys.stdout.isatty():
        from rich.console import Console

        Console(highlight=False).print(result.pretty())
    else:
        if text := result.plain():
            print(text, flush=True)
        for line in result.note.splitlines():
            print(f"doorward: {cell(line)}", file=sys.stderr)


def show_beside(document: Any, as_json: bool) -> None:
    """A JSON report on standard error, for commands that write their data to standard output."""
    if as_json:
        print(msgspec.json.encode(document).decode(), file=sys.stderr)


def show_error(code: Exit, message: str, data: dict[str, Any], as_json: bool) -> None:
    if as_json:
        document = {"exit": int(code), "message": message, "data": data}
        print(msgspec.json.encode(document).decode(), file=sys.stderr)
    else:
        print(f"doorward: {message}", file=sys.stderr)


def cell(value: Any) -> str:
    """A value in one line."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ",".join(map(cell, value)) or "-"
        case dict():
            return msgspec.json.encode(value).decode()
        case _:
            # Control characters in user data could move the terminal's cursor or break the line.
            return "".join(character if character.isprintable() else "\ufffd" for character in str(value))


def _escaped(value: Any) -> str:
    from rich.markup import escape

    return escape(cell(value))
