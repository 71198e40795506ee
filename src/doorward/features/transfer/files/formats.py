"""The formats, and how to tell from a file which one it is."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from doorward.features.transfer.files import excel, own_format, rows, sql_dump
from doorward.features.transfer.files.rows import BrokenRow, Rows, Unreadable
from doorward.features.transfer.files.systems import (
    auth0,
    authentik,
    django,
    firebase,
    keycloak,
    pocketbase,
    ruoyi,
    supabase,
)
from doorward.features.transfer.files.values import Row


class Format(Struct, frozen=True):
    """`read` and `write` convert one row; `container` is the kind of file that is written."""

    read: Callable[[Row, Row, int], Row]
    write: Callable[[Row], Row]
    container: str
    # Roles in the own formats are roles of this service. Those of other systems are mapped by --role.
    foreign: bool = True
    # Roles that the system gives to all users: no loss.
    automatic: Callable[[str], bool] = lambda name: False
    # Rows that are accounts of programs, which are not imported.
    service: Callable[[Row], bool] = lambda row: False


FORMATS: Final = {
    "csv": Format(own_format.read, own_format.write, "csv", foreign=False),
    "jsonl": Format(own_format.read, own_format.write, "jsonl", foreign=False),
    "excel": Format(own_format.read, own_format.write, "excel", foreign=False),
    "keycloak": Format(
        keycloak.read, keycloak.write, "users", automatic=keycloak.given_to_all, service=keycloak.is_service
    ),
    "auth0": Format(auth0.read, auth0.write, "jsonl"),
    "firebase": Format(firebase.read, firebase.write, "users"),
    "django": Format(django.read, django.write, "array"),
    "authentik": Format(authentik.read, authentik.write, "array", service=authentik.is_service),
    "supabase": Format(supabase.read, supabase.write, "array"),
    "pocketbase": Format(pocketbase.read, pocketbase.write, "array"),
    "ruoyi": Format(ruoyi.read, ruoyi.write, "csv"),
}
_SHOWN_HEADINGS: Final = 5
_SHOWN_HEADING: Final = 40
# Fields that identify the rows of a system. The first match counts.
_MARKS: Final = (
    ("django", {"model", "fields"}),
    ("firebase", {"localId"}),
    ("supabase", {"encrypted_password"}),
    ("ruoyi", {"user_name", "nick_name"}),
    ("pocketbase", {"emailVisibility"}),
    ("pocketbase", {"tokenKey"}),
    ("keycloak", {"username", "credentials"}),
    ("keycloak", {"username", "realmRoles"}),
    ("keycloak", {"username", "enabled"}),
    ("auth0", {"user_id", "email"}),
    ("auth0", {"email", "email_verified"}),
)


def open_rows(path: Path, wanted: str | None, suffix: str) -> tuple[str, Rows]:
    """The name of the file's format, and its rows; `wanted` overrides detection. `suffix` is that of the name which the
    file has for people: `path` may lead to a copy."""
    container, found = _contents(path, suffix)
    first = next(found, None)
    if first is None and container != "csv":
        raise Unreadable(f"{path} holds no users")
    if container == "csv" and not isinstance(first, dict):
        # No row, or one that does not fit the header, by which the format is told then.
        first_keys = dict.fromkeys(rows.csv_header(path))
        if not first_keys:
            raise Unreadable(f"{path} is empty")
    else:
        first_keys = first if isinstance(first, dict) else {}
    everything: Rows = itertools.chain([first] if first is not None else [], found)
    name = wanted or _by_marks(first_keys, container, path, broken=isinstance(first, BrokenRow))
    if name == "csv" and "username" not in first_keys:
        raise Unreadable(f"{path} has no column username in its first line, which has {_headings(first_keys)}")
    # The files of these systems hold more than users.
    if name == "authentik":
        return name, authentik.users_only(everything, lambda: _contents(path, suffix)[1])
    if name == "ruoyi" and container == "sql":
        return name, ruoyi.with_roles(everything, sql_dump.from_sql(path, ruoyi.ROLE_TABLES))
    if name == "supabase" and container == "sql":
        return name, supabase.with_factors(everything, sql_dump.from_sql(path, supabase.FACTOR_TABLES))
    return name, django.users_only(everything) if name == "django" else everything


def _contents(path: Path, suffix: str) -> tuple[str, Rows]:
    with path.open("rb") as file:
        head = file.read(65536)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if head.startswith(b"PK\x03\x04"):
        return "excel", excel.from_excel(path)
    if suffix.lower() == ".sql" or b"INSERT INTO" in head.upper() or b"\nCOPY " in head:
        return "sql", sql_dump.from_sql(path, {"sys_user": ruoyi.COLUMNS, "auth.users": ()})
    if start == b"[" or (start == b"{" and _is_one_document(head)):
        return "json", rows.from_json(path)
    return ("jsonl", rows.from_json_lines(path)) if start == b"{" else ("csv", rows.from_csv(path))


def _is_one_document(head: bytes) -> bool:
    """Whether a file that begins with an object is one document, and not one object a line."""
    line, _, rest = head.lstrip().partition(b"\n")
    try:
        first = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        # The first of several objects may be the one that cannot be read.
        return not (line.rstrip().endswith(b"}") and rest.lstrip().startswith(b"{"))
    return not rest.strip() and isinstance(first, dict) and isinstance(first.get("users"), list)


def _by_marks(first: Row, container: str, path: Path, *, broken: bool) -> str:
    keys = set(first)
    for name, marks in _MARKS:
        if marks <= keys:
            return "authentik" if name == "django" and authentik.wrote(first) else name
    if container in ("csv", "jsonl", "excel") and ("username" in keys or (container == "jsonl" and broken)):
        return container
    if container == "json" and "username" in keys:
        return "jsonl"
    if {"realm", "users"} <= keys:
        raise Unreadable(f"{path} holds a list of realms of Keycloak: export one of them, with --realm")
    unknown = f"{path} is in a format that is not recognised"
    if container in ("csv", "excel"):
        unknown += f": a table of users has a column username, and its first line has {_headings(first)}"
    raise Unreadable(f"{unknown}; pass --from")


def _headings(names: Row) -> str:
    """The first of them, as the file has them. A line of a file that is no table may be long."""
    return ", ".join(repr(name[:_SHOWN_HEADING]) for name in [*names][:_SHOWN_HEADINGS]) or "nothing"
