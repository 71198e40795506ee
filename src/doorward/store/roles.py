"""Roles in the database."""

from msgspec import Struct

from doorward.domain.access import Role
from doorward.domain.users import key
from doorward.store.database import Reader


class RoleRecord(Struct, frozen=True):
    id: int
    role: Role


async def find_by_name(reader: Reader, name: str) -> RoleRecord | None:
    row = await reader.fetchrow("SELECT id, name, permissions FROM roles WHERE name_key = $1", key(name))
    return RoleRecord(row[0], Role(row[1], row[2])) if row else None
