"""Rows of SQL dumps: the values that INSERT and COPY statements put into known tables of users.

Dumps of MySQL escape with backslashes; in those of PostgreSQL, which quote names with " or name the schema, a backslash
is a character. For statements that name no columns they come from the CREATE TABLE in the same file, as installations
add columns. Texts, comments and the rows of other tables are skipped as a whole: a user of the other system may have
chosen a name that reads like a statement.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from doorward.features.transfer.files.rows import BrokenRow, Rows, Unreadable, read_whole
from doorward.features.transfer.files.values import Row

Columns = tuple[str, ...]

_NAME: Final = r"[\w.`\"\[\]]+"
_STATEMENTS: Final = (
    rf"|(?P<insert>insert\s+into\s+(?P<into>{_NAME})\s*(?:\((?P<columns>[^()]*)\)\s*)?values)"
    rf"|(?P<create>create\s+table\s+(?:if\s+not\s+exists\s+)?(?P<created>{_NAME})\s*\()"
    rf"|(?P<copy>^copy\s+(?P<from>{_NAME})\s*\((?P<copied>[^()]*)\)\s+from\s+stdin[^;\n]*;[^\n]*\n)"
)
# What is not closed goes to the end of the file: a pattern that failed there would be tried again at each place in it.
_COMMENTS: Final = r"|--[^\n]*|/\*(?:.*?\*/|.*)"
_MYSQL_TEXT: Final = r"'[^'\\]*+(?:(?:''|\\.)[^'\\]*+)*+'?"
_POSTGRESQL_TEXT: Final = r"'[^']*+(?:''[^']*+)*+'?"
_FLAGS: Final = re.I | re.S | re.M
_MYSQL_PARTS: Final = re.compile(_MYSQL_TEXT + _COMMENTS + r"|^#[^\n]*" + _STATEMENTS, _FLAGS)
# Bodies of functions are between two dollar signs, with a word between them or not.
_POSTGRESQL_PARTS: Final = re.compile(
    _POSTGRESQL_TEXT + _COMMENTS + r"|\$(?P<tag>[a-z_]*)\$(?:.*?\$(?P=tag)\$|.*)" + _STATEMENTS, _FLAGS
)
_FIRST: Final = re.compile(_STATEMENTS.removeprefix("|"), _FLAGS)
_ROW: Final = re.compile(r"\s*(?:,\s*)?\(")
_AFTER_TEXT: Final = r"|(?P<null>null)|(?P<call>\w+\(\))|(?P<plain>[^,()'\s]+))\s*(?P<end>[,)])"
_MYSQL: Final = re.compile(r"\s*(?:'(?P<text>[^'\\]*(?:(?:''|\\.)[^'\\]*)*)'" + _AFTER_TEXT, re.I | re.S)
_POSTGRESQL: Final = re.compile(r"\s*(?:'(?P<text>[^']*(?:''[^']*)*)'" + _AFTER_TEXT, re.I | re.S)
_ESCAPE: Final = re.compile(r"''|\\(.)", re.S)
_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "0": ""}
_COPY_ESCAPE: Final = re.compile(r"\\(.)")
_COPY_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v"}
_COPY_END: Final = re.compile(r"^\\\.\r?$", re.M)
_TEXT: Final = re.compile(_MYSQL_TEXT, re.S)
_POSTGRESQL_SIGNS: Final = ("postgresql", "standard_conforming_strings", "session_replication_role")
_DEFINITION: Final = re.compile(r"\s*([`\"\[]?)(\w+)")
_NO_COLUMNS: Final = ("primary", "key", "unique", "constraint", "index", "fulltext", "foreign", "check", "spatial")


def from_sql(path: Path, tables: Mapping[str, Columns]) -> Rows:
    """`tables` maps tables of users to their columns, for files that do not name them."""
    try:
        text = read_whole(path, "import a dump of the table of users alone").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is not UTF-8 at byte {error.start:,}: make the dump with UTF-8") from None
    postgresql, position = _is_of_postgresql(text), 0
    created: dict[str, Columns] = {}
    parts, values = (_POSTGRESQL_PARTS, _POSTGRESQL) if postgresql else (_MYSQL_PARTS, _MYSQL)
    while part := parts.search(text, position):
        position = part.end()
        table = _known_as(part["into"] or part["created"] or part["from"] or "", tables)
        if part["copy"]:
            ended = _COPY_END.search(text, position)
            lines = text[position : ended.start() if ended else len(text)]
            position = ended.end() if ended else len(text)
            yield from _copied(lines, _names(part["copied"])) if table else ()
        elif table and part["create"]:
            # The first definition alone: a file may repeat it for ever.
            if table not in created:
                created[table] = _columns(text[position : position + 65536])
        elif table:
            names = _names(part["columns"]) if part["columns"] else created.get(table, tables[table])
            position = yield from _rows(text, position, names, values)


def _is_of_postgresql(text: str) -> bool:
    """By the first statement and what precedes it: that no user of the other system wrote."""
    first = _FIRST.search(text)
    if first is None:
        return False
    name, head = (first["into"] or first["created"] or first["from"]).lower(), text[: first.start()].lower()
    if first["copy"] or '"' in name or name.startswith("auth."):
        return True
    return "`" not in name and any(sign in head for sign in _POSTGRESQL_SIGNS)


def _names(columns: str) -> Columns:
    return tuple(map(_bare, columns.split(",")))


def _copied(lines: str, names: Columns) -> Iterator[Row | BrokenRow]:
    for line in filter(None, lines.replace("\r\n", "\n").split("\n")):
        values = [None if value == r"\N" else _COPY_ESCAPE.sub(_copy_escaped, value) for value in line.split("\t")]
        if len(values) == len(names):
            yield dict(zip(names, values, strict=True))
        else:
            yield BrokenRow(line, f"has {len(values)} values, the table has {len(names)} columns")


def _copy_escaped(found: re.Match[str]) -> str:
    return _COPY_ESCAPED.get(found[1], found[1])


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


def _rows(text: str, position: int, names: Columns, pattern: re.Pattern[str]) -> Generator[Row | BrokenRow, None, int]:
    """Returns where the rows end."""
    while opening := _ROW.match(text, position):
        end, values = _values(text, opening.end(), pattern)
        if values is None:
            # Where the next row begins is unknown; the next statement is read again. From the beginning of this row:
            # from within one of its texts, the rest of the text would count as statements.
            yield BrokenRow(text[position:end], f"cannot be parsed as SQL near {text[end : end + 40]!r}")
            return position
        position = end
        if len(values) == len(names):
            yield dict(zip(names, values, strict=True))
        else:
            yield BrokenRow(str(values), f"has {len(values)} values, the table has {len(names)} columns")
    return position


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
