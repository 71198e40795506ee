"""Roles."""

from typing import Any, Final

from msgspec import UNSET

from doorward.database.protocol import Reader, Transaction
from doorward.domain.paging import TOTAL_CAP, Page, PageRequest
from doorward.domain.roles import RoleChange, RoleFilter, RoleRecord, RoleUsage
from doorward.domain.users import fold

_COLUMNS: Final = "r.id, r.name, r.description, r.permissions, r.built_in, r.created_at, r.updated_at, r.version"
_WIDTH: Final = 8
# The count stops at the cap, so that a role with a million users does not make the list slow.
_USERS: Final = (
    f"(SELECT count(*) FROM (SELECT 1 FROM user_roles ur WHERE ur.role_id = r.id LIMIT {TOTAL_CAP}) AS counted)"
)

_SORT_COLUMNS: Final = {"id": "r.id", "name": "r.name_key", "createdAt": "r.created_at", "updatedAt": "r.updated_at"}


async def find(reader: Reader, role_id: int) -> RoleUsage | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS}, {_USERS} FROM roles r WHERE r.id = $1", role_id)
    return RoleUsage(RoleRecord(*row[:_WIDTH]), row[_WIDTH]) if row else None


async def find_by_name(reader: Reader, name: str) -> RoleRecord | None:
    row = await reader.fetchrow(f"SELECT {_COLUMNS} FROM roles r WHERE r.name_key = $1", fold(name))
    return RoleRecord(*row) if row else None


async def list_all(reader: Reader) -> list[RoleRecord]:
    return [RoleRecord(*row) for row in await reader.fetch(f"SELECT {_COLUMNS} FROM roles r ORDER BY r.name_key")]


async def page(reader: Reader, wanted: RoleFilter, request: PageRequest) -> Page[RoleUsage]:
    where, values = ("WHERE r.search LIKE $1 ESCAPE '\\'", [_contains(wanted.keyword)]) if wanted.keyword else ("", [])
    counted = await reader.fetchrow(f"SELECT count(*) FROM roles r {where}", *values)
    direction = "DESC" if wanted.descending else "ASC"
    rows = await reader.fetch(
        f"SELECT {_COLUMNS}, {_USERS} FROM roles r {where}"
        f" ORDER BY {_SORT_COLUMNS[wanted.sort]} {direction}, r.id {direction}"
        f" LIMIT {request.size} OFFSET {request.offset}",
        *values,
    )
    found = [RoleUsage(RoleRecord(*row[:_WIDTH]), row[_WIDTH]) for row in rows]
    return Page(found, counted[0] if counted else 0, False, request)


async def insert(tx: Transaction, change: RoleChange, now: int) -> int | None:
    """Returns the id of the new role; None when the name is taken."""
    name, description = str(change.name), change.description or ""
    row = await tx.fetchrow(
        "INSERT INTO roles"
        " (name, name_key, description, search, permissions, built_in, created_at, updated_at, version)"
        " VALUES ($1, $2, $3, $4, $5, 0, $6, $6, 1) ON CONFLICT DO NOTHING RETURNING id",
        name,
        fold(name),
        description,
        _search_text(name, description),
        " ".join(change.permissions or ()),
        now,
    )
    return row[0] if row else None


async def update(tx: Transaction, role: RoleRecord, change: RoleChange, now: int) -> None:
    name: Any = role.name if change.name is UNSET else change.name
    description: Any = role.description if change.description is UNSET else change.description
    permissions: Any = role.permissions if change.permissions is UNSET else " ".join(change.permissions)
    await tx.execute(
        "UPDATE roles SET name = $2, name_key = $3, description = $4, search = $5, permissions = $6, updated_at = $7,"
        " version = version + 1 WHERE id = $1",
        role.id,
        name,
        fold(name),
        description,
        _search_text(name, description),
        permissions,
        now,
    )


async def delete(tx: Transaction, role_id: int) -> None:
    await tx.execute("DELETE FROM user_roles WHERE role_id = $1", role_id)
    await tx.execute("DELETE FROM roles WHERE id = $1", role_id)


async def holders(reader: Reader, role_id: int, limit: int) -> list[int]:
    """Returns the ids of users with the role, at most `limit`."""
    sql = f"SELECT user_id FROM user_roles WHERE role_id = $1 ORDER BY user_id LIMIT {limit}"
    return [row[0] for row in await reader.fetch(sql, role_id)]


async def share_a_user(reader: Reader, role_id: int, other_id: int) -> bool:
    sql = (
        "SELECT 1 FROM user_roles a JOIN user_roles b ON b.user_id = a.user_id"
        " WHERE a.role_id = $1 AND b.role_id = $2 LIMIT 1"
    )
    return await reader.fetchrow(sql, role_id, other_id) is not None


def _search_text(name: str, description: str) -> str:
    return f"{fold(name)}\x1f{fold(description)}"


def _contains(keyword: str) -> str:
    """Makes a pattern for LIKE ... ESCAPE '\\' that matches texts with the keyword anywhere."""
    escaped = fold(keyword).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
