"""Rows of SQL dumps: the values that INSERT statements put into known tables of users.

Dumps of MySQL escape with backslashes; in those of PostgreSQL, which quote names with ", a backslash is a character.
For statements that name no columns they come from the CREATE TABLE in the same file, as installations add columns.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from doorward.features.transfer.files.rows import BrokenRow, Rows, Unreadable, read_whole

Columns = tuple[str, ...]

_NAME: Final = r"[\w.`\"\[\]]+"
_INSERT: Final = re.compile(rf"insert\s+into\s+(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]*)\)\s*)?values", re.I)
_CREATE: Final = re.compile(rf"create\s+table\s+(?:if\s+not\s+exists\s+)?(?P<table>{_NAME})\s*\(", re.I)
_ROW: Final = re.compile(r"\s*(?:,\s*)?\(")
_AFTER_TEXT: Final = r"|(?P<null>null)|(?P<call>\w+\(\))|(?P<plain>[^,()'\s]+))\s*(?P<end>[,)])"
_MYSQL: Final = re.compile(r"\s*(?:'(?P<text>[^'\\]*(?:(?:''|\\.)[^'\\]*)*)'" + _AFTER_TEXT, re.I | re.S)
_POSTGRESQL: Final = re.compile(r"\s*(?:'(?P<text>[^']*(?:''[^']*)*)'" + _AFTER_TEXT, re.I | re.S)
_ESCAPE: Final = re.compile(r"''|\\(.)", re.S)
_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "0": ""}
_TEXT: Final = re.compile(r"'[^'\\]*(?:(?:''|\\.)[^'\\]*)*'", re.S)
_DEFINITION: Final = re.compile(r"\s*([`\"\[]?)(\w+)")
_NO_COLUMNS: Final = ("primary", "key", "unique", "constraint", "index", "fulltext", "foreign", "check", "spatial")


def from_sql(path: Path, tables: Mapping[str, Columns]) -> Rows:
    """`tables` maps tables of users to their columns, for files that do not name them."""
    try:
        text = read_whole(path, "import a dump of the table of users alone").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is not UTF-8 at byte {error.start:,}: make the dump with UTF-8") from None
    known = dict(tables) | _created(text, tables)
    for statement in _INSERT.finditer(text):
        table = _known_as(statement["table"], tables)
        if table is None:
            continue
        named = statement["columns"]
        names = tuple(_bare(name) for name in named.split(",")) if named else known[table]
        pattern = _POSTGRESQL if '"' in statement["table"] else _MYSQL
        yield from _rows(text, statement.end(), names, pattern)


def _created(text: str, tables: Mapping[str, Columns]) -> dict[str, Columns]:
    """The columns of the known tables that the file creates. The first statement for each counts."""
    found: dict[str, Columns] = {}
    for statement in _CREATE.finditer(text):
        name = _bare(statement["table"])
        if name in tables and name not in found:
            found[name] = _columns(text[statement.end() : statement.end() + 65536])
    return found


def _columns(definition: str) -> Columns:
    # Without string literals, whose commas and parentheses would be counted.
    body = _TEXT.sub("", definition)
    columns, depth, start = [], 0, 0
    for place, character in enumerate(body):
        depth += (character == "(") - (character == ")")
        if depth < 0 or (character == "," and depth == 0):
            columns.append(body[start:place])
            start = place + 1
        if depth < 0:
            break
    found = [match for column in columns if (match := _DEFINITION.match(column))]
    return tuple(match[2].lower() for match in found if match[1] or match[2].lower() not in _NO_COLUMNS)


def _known_as(table: str, tables: Mapping[str, Columns]) -> str | None:
    """The name of a known table, in any schema; None for other tables."""
    full = _bare(table)
    return next((name for name in (full, full.rpartition(".")[2]) if name in tables), None)


def _bare(name: str) -> str:
    return re.sub(r"[`\"\[\]\s]", "", name).lower()


def _rows(text: str, position: int, names: Columns, pattern: re.Pattern[str]) -> Rows:
    while opening := _ROW.match(text, position):
        end, values = _values(text, opening.end(), pattern)
        if values is None:
            # Where the next row begins is unknown; the next statement is read again.
            yield BrokenRow(text[position:end], f"cannot be parsed as SQL near {text[end : end + 40]!r}")
            return
        position = end
        if len(values) == len(names):
            yield dict(zip(names, values, strict=True))
        else:
            yield BrokenRow(str(values), f"has {len(values)} values, the table has {len(names)} columns")


def _values(text: str, position: int, pattern: re.Pattern[str]) -> tuple[int, list[Any] | None]:
    """The end of a row and its values; None and where it fails, if it cannot be parsed."""
    values: list[Any] = []
    while True:
        match = pattern.match(text, position)
        if match is None:
            return position, None
        values.append(match["plain"] if match["text"] is None else _plain_text(match["text"], pattern))
        position = match.end()
        if match["end"] == ")":
            return position, values


def _plain_text(quoted: str, pattern: re.Pattern[str]) -> str:
    if pattern is _POSTGRESQL:
        return quoted.replace("''", "'")
    return _ESCAPE.sub(lambda found: "'" if found[0] == "''" else _ESCAPED.get(found[1], found[1]), quoted)
