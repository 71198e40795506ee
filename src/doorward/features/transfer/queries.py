"""Statements of imports and exports: bulk inserts, the progress of an import, and pages of all users."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.sign_in import strength
from doorward.domain.sign_in.factors import TOTP
from doorward.domain.users import User
from doorward.store.users import JOIN_ROLES, NEW, SELECT, from_rows

_PAGE: Final = 500
# Keys that one statement looks up.
_KEYS: Final = 500
# Ids in one statement: SQLite binds at most 64 values by their numbers.
_IDS: Final = 50

# A new user's row, and where it has the columns that are looked at again.
Columns = tuple[Any, ...]
USERNAME: Final = NEW.index("username")
USERNAME_KEY: Final = NEW.index("username_key")
EMAIL_KEY: Final = NEW.index("email_key")
_PASSWORD_HASH: Final = NEW.index("password_hash")


class Progress(Struct, frozen=True):
    """How many rows of a file are done, by outcome. It is written in the transaction that writes the users."""

    position: int = 0
    created: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    report_bytes: int = 0
    finished: int = 0


class Running(Struct, frozen=True):
    """An import that is not finished: its file, when its last run began, and how many rows are done."""

    source: str
    started_at: int
    position: int


_PROGRESS: Final = Progress.__struct_fields__
_FIND_PROGRESS: Final = f"SELECT {', '.join(_PROGRESS)} FROM imports WHERE fingerprint = $1"
_SAVE_PROGRESS: Final = (
    f"INSERT INTO imports (fingerprint, updated_at, {', '.join(_PROGRESS)})"
    f" VALUES ($1, $2, {', '.join(f'${number}' for number, _ in enumerate(_PROGRESS, 3))})"
    " ON CONFLICT (fingerprint) DO UPDATE SET updated_at = $2, "
    + ", ".join(f"{column} = ${number}" for number, column in enumerate(_PROGRESS, 3))
)


async def insert(tx: Transaction, rows: Sequence[Columns]) -> dict[str, int]:
    """The ids of the users who were new, by `username_key`; rows with a taken username or e-mail are left out."""
    return await tx.insert_new("users", ", ".join(NEW), rows, "username_key")


async def insert_with_ids(tx: Transaction, rows: Sequence[Columns]) -> dict[str, int]:
    """As `insert`, for rows that begin with the id. Rows with a taken id are left out as well."""
    if not rows:
        return {}
    # Without other writers: one of them could get an id of these rows between the look and the insert.
    await tx.hold_writers("users")
    ids = [row[0] for row in rows]
    taken = {user_id for _, user_id in await _with_ids(tx, ids)}
    free = [row for row in rows if row[0] not in taken]
    await tx.continue_after("users", max(ids))
    await tx.insert_new("users", "id, " + ", ".join(NEW), free, "username_key")
    return dict(await _with_ids(tx, [row[0] for row in free]))


async def _with_ids(tx: Transaction, ids: Sequence[int]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for start in range(0, len(ids), _KEYS):
        chunk = ids[start : start + _KEYS]
        places = ", ".join(f"${number}" for number in range(1, len(chunk) + 1))
        found += [
            (row[0], row[1])
            for row in await tx.fetch(f"SELECT username_key, id FROM users WHERE id IN ({places})", *chunk)
        ]
    return found


async def find_keys(tx: Transaction, column: Literal["username_key", "email_key"], keys: Sequence[str]) -> set[str]:
    """Those of the keys that users have in the column."""
    found = set[str]()
    keys = sorted(keys)  # Those that are next to each other in the index are on the same pages.
    for start in range(0, len(keys), _KEYS):
        chunk = keys[start : start + _KEYS]
        places = ", ".join(f"${number}" for number in range(1, len(chunk) + 1))
        found |= {row[0] for row in await tx.fetch(f"SELECT {column} FROM users WHERE {column} IN ({places})", *chunk)}
    return found


async def add_roles(tx: Transaction, pairs: Sequence[tuple[int, int]]) -> None:
    """Gives users roles, as pairs of their ids."""
    await tx.insert_rows("user_roles", "user_id, role_id", pairs)


async def add_apps(tx: Transaction, apps: Sequence[tuple[int, str, str]], now: int) -> None:
    """Gives new users authenticator apps: the id of the user, a name and the sealed secret of each."""
    if not apps:
        return
    rows = [(user_id, TOTP, name, 1, sealed, now) for user_id, name, sealed in apps]
    await tx.insert_rows("factors", "user_id, type, name, confirmed, sealed, created_at", rows)
    ids = [user_id for user_id, _, _ in apps]
    # One statement for the batch, whose ids lie close together. Other users among them have the bit already.
    await tx.execute(
        f"UPDATE users SET factors = {strength.TOTP} WHERE factors = 0 AND id IN (SELECT user_id FROM factors"
        f" WHERE type = '{TOTP}' AND confirmed = 1 AND user_id BETWEEN $1 AND $2)",
        min(ids),
        max(ids),
    )


def with_password(row: Columns, password_hash: str) -> Columns:
    return (*row[:_PASSWORD_HASH], password_hash, *row[_PASSWORD_HASH + 1 :])


async def find_progress(reader: Reader, fingerprint: str) -> Progress | None:
    row = await reader.fetchrow(_FIND_PROGRESS, fingerprint)
    return Progress(*row) if row else None


async def save_progress(tx: Transaction, fingerprint: str, progress: Progress, now: int) -> None:
    await tx.execute(_SAVE_PROGRESS, fingerprint, now, *(getattr(progress, name) for name in _PROGRESS))


async def record_start(tx: Transaction, fingerprint: str, source: str, now: int) -> None:
    await tx.execute("UPDATE imports SET source = $2, started_at = $3 WHERE fingerprint = $1", fingerprint, source, now)


async def find_running(reader: Reader) -> Running | None:
    """The unfinished import that was written to last; only the caller knows whether its process lives."""
    row = await reader.fetchrow(
        "SELECT source, started_at, position FROM imports WHERE finished = 0 ORDER BY updated_at DESC LIMIT 1"
    )
    return Running(*row) if row else None


async def page(reader: Reader, after: int) -> list[tuple[User, str]]:
    """The next users after an id, with their password hashes. Without service accounts: an import would make people of
    them, and their keys belong to this service."""
    rows = await reader.fetch(
        f"SELECT {SELECT}, u.password_hash FROM"
        f" (SELECT * FROM users WHERE id > $1 AND service = 0 ORDER BY id LIMIT {_PAGE}) u {JOIN_ROLES} ORDER BY u.id",
        after,
    )
    hashes = {row[0]: row[-1] for row in rows}
    return [(user, hashes[user.id]) for user in from_rows(rows)]


async def find_all(reader: Reader, ids: Sequence[int]) -> list[User]:
    """The users with these ids, in their order."""
    found: list[User] = []
    for start in range(0, len(ids), _IDS):
        chunk = [*ids[start : start + _IDS]]
        chunk += [0] * (_IDS - len(chunk))  # The same text for any number of ids: it is prepared once.
        places = ", ".join(f"${number}" for number in range(1, len(chunk) + 1))
        rows = await reader.fetch(
            f"SELECT {SELECT} FROM users u {JOIN_ROLES} WHERE u.id IN ({places}) ORDER BY u.id", *chunk
        )
        found += from_rows(rows)
    return found
