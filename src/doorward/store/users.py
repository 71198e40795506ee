"""Users, with their roles."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET, Struct

from doorward.database.protocol import Database, Reader, Row, Transaction
from doorward.domain.access import ADMIN_ROLE, Role, effective
from doorward.domain.user_fields import COLUMNS, WRITTEN, columns
from doorward.domain.user_query import joined, search_text
from doorward.domain.users import Profile, User, fold
from doorward.errors import UserNotFound

_Rights = tuple[tuple[Role, ...], tuple[str, ...]]
# Yields a row for each role: an aggregate over roles would differ between the databases (docs/decisions/0003).
SELECT: Final = ", ".join([*(f"u.{column}" for column in COLUMNS), "r.name", "r.permissions", "r.required_strength"])
_WIDTH: Final = len(COLUMNS)
_RIGHTS: Final = _WIDTH + 3  # Behind the columns of the role.
JOIN_ROLES: Final = "LEFT JOIN user_roles ur ON ur.user_id = u.id" + (
    " LEFT JOIN roles r ON r.id = ur.role_id AND r.deleted_at IS NULL"
)
# What follows FROM to find the enabled user of the live session `{key}`, and of the API key; `$2` is the time.
LIVE_SESSION: Final = (
    f"sessions s JOIN users u ON u.id = s.user_id {JOIN_ROLES}"
    " WHERE s.id = {key} AND s.expires_at > $2 AND u.status = 1"
)
LIVE_KEY: Final = (
    f"api_keys k JOIN users u ON u.id = k.user_id {JOIN_ROLES}"
    " WHERE k.id = {key} AND (k.expires_at IS NULL OR k.expires_at > $2) AND u.status = 1"
)
_BY_USERNAME: Final = "(SELECT v.id FROM users v WHERE v.username_key = $1)"
_BY_EMAIL: Final = "(SELECT v.id FROM users v WHERE v.email_key = $1)"
_STAND_IN: Final = "(SELECT min(v.id) FROM users v WHERE v.id >= $2)"
# Materialised, so that every lookup runs whichever finds the user: otherwise the time would tell.
_FIND_FOR_LOGIN: Final = {
    by_email: f"WITH found AS MATERIALIZED (SELECT {', '.join(f'{each} AS id{n}' for n, each in enumerate(ids))})"
    f" SELECT {SELECT}, u.password_hash FROM found CROSS JOIN users u {JOIN_ROLES}"
    f" WHERE u.id = COALESCE({', '.join(f'found.id{n}' for n in range(len(ids)))})"
    for by_email, ids in ((False, (_BY_USERNAME, _STAND_IN)), (True, (_BY_USERNAME, _BY_EMAIL, _STAND_IN)))
}
_FIND: Final = f"SELECT {SELECT} FROM users u {JOIN_ROLES} WHERE u.id = $1"

# What a profile writes: columns that have others derived from them, and the rest.
_KEYED: Final = ("username", "name", "email")
_PLAIN: Final = tuple(field for field in WRITTEN if field.name not in _KEYED)
_plain: Final = columns(_PLAIN)
# The columns of a new user's row.
NEW: Final = (
    *_KEYED, *(field.name for field in _PLAIN), *(f"{name}_key" for name in _KEYED), "search",
    "password_hash", "created_at", "updated_at", "last_login_at", "version",
)  # fmt: skip
_INSERT: Final = (
    f"INSERT INTO users ({', '.join(NEW)}) VALUES ({', '.join(f'${number}' for number in range(1, len(NEW) + 1))})"
    " ON CONFLICT DO NOTHING RETURNING id"
)


def from_rows(rows: Sequence[Row]) -> list[User]:
    """Makes users of rows whose first columns are SELECT; the rows of a user are adjacent."""
    users: list[User] = []
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end][0] != rows[start][0]:
            users.append(one_from_rows(rows[start:end]))
            start = end
    return users


def one_from_rows(rows: Sequence[Row]) -> User:
    first: Any = rows[0]
    roles, permissions = _rights(rows) if len(rows) > 1 else _only_role(*first[_WIDTH:_RIGHTS])
    return User(roles, permissions, *first[:_WIDTH])


def _rights(rows: Sequence[Row]) -> _Rights:
    # A role that is being deleted has NULL in its columns, and grants nothing.
    held = (Role(*row[_WIDTH:_RIGHTS]) for row in rows if row[_WIDTH] is not None)
    roles = tuple(sorted(held, key=lambda role: role.name))
    return roles, effective(roles)


@lru_cache(1024)
def _only_role(name: str | None, permissions: str, required_strength: int) -> _Rights:
    # A user without roles has one row, with NULL in the role's columns; so has one whose only role is being deleted.
    roles = () if name is None else (Role(name, permissions, required_strength),)
    return roles, effective(roles)


async def find(reader: Reader, user_id: int) -> User | None:
    rows = await reader.fetch(_FIND, user_id)
    return one_from_rows(rows) if rows else None


async def get(reader: Reader, user_id: int) -> User:
    user = await find(reader, user_id)
    if user is None:
        raise UserNotFound
    return user


async def find_for_login(reader: Reader, name: str, *, by_email: bool, stand_in: int = 0) -> tuple[User, str] | None:
    """Finds a user by username or, with `by_email`, by e-mail address, with the password hash. A username that matches
    wins.

    One statement reads one user whatever matches, so that the time does not tell: for an unknown name another user, the
    one with the id `stand_in` or the next.
    """
    key = fold(name)
    rows = await reader.fetch(_FIND_FOR_LOGIN[by_email], key, stand_in)
    if not rows:
        return None
    user = one_from_rows(rows)
    matches = key in (fold(user.username), fold(user.email or "") if by_email else None)
    return (user, rows[0][-1]) if matches else None


async def find_by_username(reader: Reader, username: str) -> User | None:
    rows = await reader.fetch(f"SELECT {SELECT} FROM users u {JOIN_ROLES} WHERE u.username_key = $1", fold(username))
    return one_from_rows(rows) if rows else None


async def find_by_email(reader: Reader, email: str) -> User | None:
    """Whether the address is confirmed is for the caller to ask."""
    rows = await reader.fetch(f"SELECT {SELECT} FROM users u {JOIN_ROLES} WHERE u.email_key = $1", fold(email))
    return one_from_rows(rows) if rows else None


async def find_password_hash(reader: Reader, user_id: int) -> str | None:
    row = await reader.fetchrow("SELECT password_hash FROM users WHERE id = $1", user_id)
    return row[0] if row else None


async def last_id(reader: Reader) -> int:
    row = await reader.fetchrow("SELECT max(id) FROM users")
    return row[0] or 0 if row else 0


async def password_hashes(database: Database, ids: Collection[int]) -> dict[int, str]:
    """For each id the hash of the user who has it, or of the next one if that user was deleted."""
    source = "users u WHERE u.id = (SELECT min(v.id) FROM users v WHERE v.id >= {key})"
    return {row[0]: row[1] for row in await database.fetch_each("u.password_hash", source, ids)}


async def find_with_password(reader: Reader, user_id: int) -> tuple[User, str] | None:
    sql = f"SELECT {SELECT}, u.password_hash FROM users u {JOIN_ROLES} WHERE u.id = $1"
    rows = await reader.fetch(sql, user_id)
    return (one_from_rows(rows), rows[0][-1]) if rows else None


async def replace_password(tx: Transaction, user_id: int, verified_hash: str, new_hash: str, now: int) -> bool:
    """Sets a new password if the stored hash is still the one that was verified."""
    sql = (
        "UPDATE users SET password_hash = $3, must_change_password = 0, updated_at = $4, version = version + 1"
        " WHERE id = $1 AND password_hash = $2 RETURNING id"
    )
    return await tx.fetchrow(sql, user_id, verified_hash, new_hash, now) is not None


async def reset_password(tx: Transaction, user_id: int, email_key: str | None, new_hash: str, now: int) -> bool:
    """Sets a new password. For the reader of a mail to an address, that verifies it. False when the user is disabled
    or has another address by now."""
    sql = (
        "UPDATE users SET password_hash = $3, must_change_password = 0, updated_at = $4, version = version + 1,"
        " email_verified = CASE WHEN CAST($2 AS TEXT) IS NULL THEN email_verified ELSE 1 END"
        " WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR email_key = $2) AND status = 1 RETURNING id"
    )
    return await tx.fetchrow(sql, user_id, email_key, new_hash, now) is not None


async def require_password_change(tx: Transaction, user_id: int, verified_hash: str, now: int) -> bool:
    """Asks an enabled user for another password, if the stored hash is still the one that was verified. False when the
    user is asked already."""
    sql = (
        "UPDATE users SET must_change_password = 1, updated_at = $3, version = version + 1"
        " WHERE id = $1 AND password_hash = $2 AND status = 1 AND must_change_password = 0 RETURNING id"
    )
    return await tx.fetchrow(sql, user_id, verified_hash, now) is not None


async def set_pending_email(tx: Transaction, user_id: int, email: str | None, now: int) -> None:
    sql = (
        "UPDATE users SET pending_email = $2, updated_at = $3, version = version + 1 WHERE id = $1"
        " AND COALESCE(pending_email, '') <> COALESCE(CAST($2 AS TEXT), '')"
    )
    await tx.execute(sql, user_id, email, now)


async def find_id(reader: Reader, username: str) -> int | None:
    row = await reader.fetchrow("SELECT id FROM users WHERE username_key = $1", fold(username))
    return row[0] if row else None


async def any_exists(reader: Reader) -> bool:
    return await reader.fetchrow("SELECT 1 FROM users LIMIT 1") is not None


def new_row(
    profile: Profile, password_hash: str, created_at: int, updated_at: int, last_login_at: int | None = None
) -> tuple[Any, ...]:
    """A new user's row, with NEW as its columns."""
    username: Any = profile.username
    name, email = profile.name or username, profile.email or None
    username_key, name_key, email_key = fold(username), fold(name), fold(email) if email else None
    return (
        username, name, email, *_plain(profile), username_key, name_key, email_key,
        joined(username_key, name_key, email_key), password_hash, created_at, updated_at, last_login_at, 1,
    )  # fmt: skip


async def insert(tx: Transaction, profile: Profile, password_hash: str, now: int) -> int | None:
    """Returns the new user's id; None when the username or the e-mail address is taken."""
    row = await tx.fetchrow(_INSERT, *new_row(profile, password_hash, now, now))
    return row[0] if row else None


async def update(tx: Transaction, user: User, profile: Profile, password_hash: str | None, now: int) -> None:
    """Writes the fields that the profile sets, and the columns derived from them."""
    values: dict[str, Any] = {
        field.name: value for field in WRITTEN if (value := getattr(profile, field.name)) is not UNSET
    }
    named = {name: values.get(name, getattr(user, name)) for name in _KEYED}
    values |= {f"{name}_key": fold(text) if text else None for name, text in named.items()}
    values["search"] = search_text(**named)
    if password_hash:
        values["password_hash"] = password_hash
    values["updated_at"] = now
    assignments = ", ".join(f"{column} = ${number}" for number, column in enumerate(values, 2))
    await tx.execute(f"UPDATE users SET {assignments}, version = version + 1 WHERE id = $1", user.id, *values.values())


async def delete(tx: Transaction, user_id: int) -> None:
    await tx.execute("DELETE FROM users WHERE id = $1", user_id)


class FirstFactor(Struct, frozen=True):
    """What decides how a sign-in goes on after its first factor."""

    factors: int  # The kinds of second factors of the user.
    last_login_at: int | None


async def record_first_factor(
    tx: Transaction, user_id: int, verified_hash: str | None, now: int, *, last: bool
) -> FirstFactor | None:
    """Locks the row of a user who proved the first factor. With `last` it also records the sign-in of a user without a
    second factor. None when the user is disabled or was deleted, or the stored hash is not the one that was verified;
    `None` as that hash stands for another proof than the password."""
    # The update locks the row: a request that disables this user waits for it, and then finds the new session.
    recorded = "CASE WHEN factors = 0 THEN $2 ELSE last_login_at END" if last else "last_login_at"
    sql = f"UPDATE users SET last_login_at = {recorded} WHERE id = $1 AND status = 1"
    values = (user_id, now) if last else (user_id,)
    if verified_hash is not None:
        sql, values = f"{sql} AND password_hash = ${len(values) + 1}", (*values, verified_hash)
    row = await tx.fetchrow(f"{sql} RETURNING factors, last_login_at", *values)
    return FirstFactor(*row) if row else None


async def record_login(tx: Transaction, user_id: int, now: int) -> bool:
    """Records a sign-in whose factors are all proved, if the user is still enabled. Locks the row."""
    sql = "UPDATE users SET last_login_at = $2 WHERE id = $1 AND status = 1 RETURNING id"
    return await tx.fetchrow(sql, user_id, now) is not None


async def lock_row(tx: Transaction, user_id: int) -> int | None:
    """Sign-ins of the user, which `record_login` records, wait until the commit. Returns the time of the last one."""
    sql = "UPDATE users SET last_login_at = last_login_at WHERE id = $1 RETURNING last_login_at"
    row = await tx.fetchrow(sql, user_id)
    return row[0] if row else None


async def renew_hash(tx: Transaction, user_id: int, verified_hash: str, new_hash: str) -> bool:
    """Stores another hash of the same password, if the stored one is still the one that was verified."""
    sql = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id"
    return await tx.fetchrow(sql, user_id, verified_hash, new_hash) is not None


async def set_roles(tx: Transaction, user_id: int, role_ids: Iterable[int]) -> None:
    await tx.execute("DELETE FROM user_roles WHERE user_id = $1", user_id)
    await tx.insert_rows("user_roles", "user_id, role_id", [(user_id, role_id) for role_id in role_ids])


async def has_other_administrator(reader: Reader, than: int, no_password: str, rp_id: str) -> bool:
    """Whether another administrator can sign in: is enabled, and has a password or a passkey of this host."""
    sql = (
        "SELECT 1 FROM roles r JOIN user_roles ur ON ur.role_id = r.id JOIN users u ON u.id = ur.user_id"
        " WHERE r.name_key = $1 AND u.status = 1 AND u.service = 0 AND u.id <> $2"
        " AND (u.password_hash <> $3 OR EXISTS (SELECT 1 FROM factors f JOIN passkeys p ON p.factor_id = f.id"
        " WHERE f.user_id = u.id AND p.user_verified = 1 AND p.rp_id = $4)) LIMIT 1"
    )
    return await reader.fetchrow(sql, ADMIN_ROLE, than, no_password, rp_id) is not None
