"""Roles."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from doorward.database.protocol import Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.roles import RoleChange, RoleFilter, RoleRecord, RoleTotals, RoleUsage
from doorward.domain.users import fold

# How many names one statement looks up: fewer than SQLite's placeholders.
_NAMES: Final = 50
_COLUMNS: Final = (
    "r.id, r.name, r.description, r.permissions, r.built_in, r.created_at, r.updated_at, r.version, r.required_strength"
)
_WIDTH: Final = 9
# The count stops at the cap, so that a role with a million users does not make the list slow.
_USERS: Final = (
    f"(SELECT count(*) FROM (SELECT 1 FROM user_roles ur WHERE ur.role_id = r.id LIMIT {TOTAL_CAP}) AS counted)"
)
# A deleted role stays until it is taken from all its users, which happens in steps.
_EXISTS: Final = "r.deleted_at IS NULL"

_SORT_COLUMNS: Final = {"id": "r.id", "name": "r.name_key", "createdAt": "r.created_at", "updatedAt": "r.updated_at"}


async def find(reader: Reader, role_id: int) -> RoleUsage | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS}, {_USERS} FROM roles r WHERE r.id = $1 AND {_EXISTS}", role_id)
    return RoleUsage(RoleRecord(*row[:_WIDTH]), row[_WIDTH]) if row else None


async def find_by_name(reader: Reader, name: str) -> RoleRecord | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM roles r WHERE r.name_key = $1 AND {_EXISTS}", fold(name))
    return RoleRecord(*row) if row else None


async def find_all_by_name(reader: Reader, names: Sequence[str]) -> dict[str, RoleRecord]:
    """Finds roles by their names; absent are names that no role has."""
    keys = {name: fold(name) for name in names}
    unique = sorted(set(keys.values()))
    found: dict[str, RoleRecord] = {}
    for start in range(0, len(unique), _NAMES):
        chunk = unique[start : start + _NAMES]
        placeholders = ", ".join(f"${number}" for number in range(1, len(chunk) + 1))
        sql = f"SELECT r.name_key, {_COLUMNS} FROM roles r WHERE r.name_key IN ({placeholders}) AND {_EXISTS}"
        found |= {row[0]: RoleRecord(*row[1:]) for row in await reader.fetch(sql, *chunk)}
    return {name: found[key] for name, key in keys.items() if key in found}


async def list_all(reader: Reader) -> list[RoleRecord]:
    sql = f"SELECT {_COLUMNS} FROM roles r WHERE {_EXISTS} ORDER BY r.name_key"
    return [RoleRecord(*row) for row in await reader.fetch(sql)]


async def totals(reader: Reader) -> RoleTotals:
    """Counts the roles, and the permissions that they grant together."""
    # Permissions are separated by single spaces.
    grants = (
        "CASE WHEN permissions = '' THEN 0 ELSE 1 + length(permissions) - length(replace(permissions, ' ', '')) END"
    )
    sums = ", ".join(f"CAST(coalesce(sum({each}), 0) AS BIGINT)" for each in (grants, "length(permissions)"))
    row = await reader.fetchrow(f"SELECT count(*), {sums} FROM roles r WHERE {_EXISTS}")
    return RoleTotals(*row or (0, 0, 0))


async def page(reader: Reader, wanted: RoleFilter, request: PageRequest) -> Page[RoleUsage]:
    where, values = f"WHERE {_EXISTS}", []
    if wanted.keyword:
        where, values = f"{where} AND r.search LIKE $1 ESCAPE '\\'", [_contains(wanted.keyword)]
    counted = await reader.fetchrow(f"SELECT count(*) FROM roles r {where}", *values)
    direction = "DESC" if wanted.descending else "ASC"
    sql = (
        f"SELECT {_COLUMNS}, {_USERS} FROM roles r {where}"
        f" ORDER BY {_SORT_COLUMNS[wanted.sort]} {direction}, r.id {direction}"
        f" LIMIT {request.size} OFFSET {request.offset}"
    )
    found = [RoleUsage(RoleRecord(*row[:_WIDTH]), row[_WIDTH]) for row in await reader.fetch(sql, *values)]
    return Page(found, counted[0] if counted else 0, False, request)


async def insert(tx: Transaction, change: RoleChange, now: int) -> int | None:
    """Returns the id of the new role; None when the name is taken."""
    name, description = str(change.name), change.description or ""
    sql = (
        "INSERT INTO roles (name, name_key, description, search, permissions, built_in, created_at, updated_at,"
        " version, required_strength) VALUES ($1, $2, $3, $4, $5, 0, $6, $6, 1, $7) ON CONFLICT DO NOTHING RETURNING id"
    )
    named = (name, fold(name), description, _search_text(name, description))
    row = await tx.fetchrow(sql, *named, " ".join(change.permissions or ()), now, change.required_strength or 0)
    return row[0] if row else None


async def update(tx: Transaction, role: RoleRecord, change: RoleChange, now: int) -> None:
    name: Any = role.name if change.name is UNSET else change.name
    description: Any = role.description if change.description is UNSET else change.description
    permissions: Any = role.permissions if change.permissions is UNSET else " ".join(change.permissions)
    strength = role.required_strength if change.required_strength is UNSET else change.required_strength
    sql = (
        "UPDATE roles SET name = $2, name_key = $3, description = $4, search = $5, permissions = $6, updated_at = $7,"
        " required_strength = $8, version = version + 1 WHERE id = $1"
    )
    named = (name, fold(name), description, _search_text(name, description))
    await tx.execute(sql, role.id, *named, permissions, now, strength)


async def mark_deleted(tx: Transaction, role_id: int, now: int) -> None:
    """From now on no query finds the role, and its name is free. `detach` removes what is left of it."""
    # No name has a control character. Ids are never used again.
    sql = "UPDATE roles SET deleted_at = $2, name_key = $3, search = '', permissions = '' WHERE id = $1"
    await tx.execute(sql, role_id, now, f"\x1f{role_id}")


async def list_deleted(reader: Reader) -> list[int]:
    return [row[0] for row in await reader.fetch("SELECT id FROM roles WHERE deleted_at IS NOT NULL ORDER BY id")]


async def detach(tx: Transaction, role_id: int, limit: int) -> bool:
    """Takes a deleted role from at most `limit` users, and removes the role when no user has it. Returns whether the
    limit was reached, so that users may be left."""
    some = f"SELECT user_id FROM user_roles WHERE role_id = $1 ORDER BY user_id LIMIT {limit}{tx.skip_locked}"
    sql = f"DELETE FROM user_roles WHERE role_id = $1 AND user_id IN ({some}) RETURNING user_id"
    if len(await tx.fetch(sql, role_id)) == limit:
        return True
    unused = "NOT EXISTS (SELECT 1 FROM user_roles WHERE role_id = $1)"
    await tx.execute(f"DELETE FROM roles WHERE id = $1 AND deleted_at IS NOT NULL AND {unused}", role_id)
    return False


async def holders(reader: Reader, role_id: int, limit: int) -> list[int]:
    """Returns the ids of users with the role, at most `limit`."""
    sql = f"SELECT user_id FROM user_roles WHERE role_id = $1 ORDER BY user_id LIMIT {limit}"
    return [row[0] for row in await reader.fetch(sql, role_id)]


async def held_together(reader: Reader, role_id: int) -> set[int]:
    """Returns the ids of all roles that users with this role have."""
    sql = "SELECT DISTINCT b.role_id FROM user_roles a JOIN user_roles b ON b.user_id = a.user_id WHERE a.role_id = $1"
    return {row[0] for row in await reader.fetch(sql, role_id)}


def _search_text(name: str, description: str) -> str:
    return f"{fold(name)}\x1f{fold(description)}"


def _contains(keyword: str) -> str:
    """Makes a pattern for LIKE ... ESCAPE '\\' that matches texts with the keyword anywhere."""
    escaped = fold(keyword).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


async def date_built_in(tx: Transaction, now: int) -> None:
    """Gives the built-in roles, which the migrations insert, the time of the first start."""
    await tx.execute("UPDATE roles SET created_at = $1, updated_at = $1 WHERE built_in = 1 AND created_at = 0", now)
