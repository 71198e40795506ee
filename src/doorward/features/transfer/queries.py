"""Users that arrive in bulk, and how far each import has come."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from doorward.database.protocol import Reader, Transaction
from doorward.domain.user_query import joined
from doorward.domain.users import fold

_COLUMNS: Final = (
    "username, username_key, name, name_key, email, email_key, search, phone, avatar, status,"
    " password_hash, created_at, updated_at, last_login_at, version"
)
_PROGRESS: Final = "position, created, changed, unchanged, refused, report_bytes, finished"


class Progress(Struct, frozen=True):
    """How many rows of a file are dealt with, and how. It is written with the users, so that the two never disagree."""

    position: int = 0
    created: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    report_bytes: int = 0
    finished: int = 0


# A new user's row, and where it has what is looked at again.
Columns = tuple[Any, ...]
USERNAME: Final = 0
USERNAME_KEY: Final = 1
EMAIL_KEY: Final = 5
_PASSWORD_HASH: Final = 10


async def insert(tx: Transaction, rows: Sequence[Columns]) -> dict[str, int]:
    """The ids of those who were new, by the key of their username; a taken username or e-mail address is left out."""
    return await tx.insert_new("users", _COLUMNS, rows, "username_key")


async def add_roles(tx: Transaction, pairs: Sequence[tuple[int, int]]) -> None:
    """Gives users roles, as pairs of their ids."""
    await tx.insert_rows("user_roles", "user_id, role_id", pairs)


def columns(
    username: str,
    name: str,
    email: str | None,
    phone: str | None,
    avatar: str | None,
    status: int,
    password_hash: str,
    created_at: int,
    updated_at: int,
    last_login_at: int | None,
) -> Columns:
    username_key, name_key, email_key = fold(username), fold(name), fold(email) if email else None
    search = joined(username_key, name_key, email_key)
    return (
        *(username, username_key, name, name_key, email, email_key, search, phone, avatar, status),
        *(password_hash, created_at, updated_at, last_login_at, 1),
    )


def with_password(row: Columns, password_hash: str) -> Columns:
    return (*row[:_PASSWORD_HASH], password_hash, *row[_PASSWORD_HASH + 1 :])


async def find_progress(reader: Reader, fingerprint: str) -> Progress | None:
    row = await reader.fetchrow(f"SELECT {_PROGRESS} FROM imports WHERE fingerprint = $1", fingerprint)
    return Progress(*row) if row else None


async def save_progress(tx: Transaction, fingerprint: str, progress: Progress, now: int) -> None:
    values: tuple[Any, ...] = tuple(getattr(progress, name) for name in Progress.__struct_fields__)
    await tx.execute(
        f"INSERT INTO imports (fingerprint, {_PROGRESS}, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
        " ON CONFLICT (fingerprint) DO UPDATE SET position = $2, created = $3, changed = $4, unchanged = $5,"
        " refused = $6, report_bytes = $7, finished = $8, updated_at = $9",
        fingerprint,
        *values,
        now,
    )
