"""Roles and their validation."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.access import WILDCARD
from doorward.domain.paging import parse_sort
from doorward.domain.times import iso
from doorward.domain.validation import checked, printable

ROLE_NAME_MAX: Final = 64
DESCRIPTION_MAX: Final = 200
PERMISSION_MAX: Final = 100
PERMISSIONS_MAX: Final = 500
SORTABLE: Final = ("id", "name", "createdAt", "updatedAt")

# `*`, or a resource and an action; the action may be `*`, or have colons of its own (`system:user:list`).
_PERMISSION: Final = re.compile(r"\*|[A-Za-z0-9][A-Za-z0-9._-]*:(\*|[A-Za-z0-9][A-Za-z0-9._:-]*)")


class RoleRecord(Struct, frozen=True):
    """A role as stored."""

    id: int
    name: str
    description: str
    permissions: str
    built_in: int
    created_at: int
    updated_at: int
    version: int

    @property
    def grants(self) -> tuple[str, ...]:
        return tuple(self.permissions.split())


class RoleUsage(Struct, frozen=True):
    """A role and the number of its users, counted up to a cap."""

    record: RoleRecord
    users: int

    def document(self) -> dict[str, Any]:
        """The role object, in the order of its wire type."""
        record = self.record
        return {
            "id": record.id,
            "name": record.name,
            "description": record.description,
            "permissions": record.grants,
            "builtIn": bool(record.built_in),
            "userCount": self.users,
            "createdAt": iso(record.created_at),
            "updatedAt": iso(record.updated_at),
        }


class RoleFilter(Struct, frozen=True):
    keyword: str = ""
    sort: str = "id"
    descending: bool = False

    @classmethod
    def parse(cls, keyword: str, sort: str = "id") -> "RoleFilter":
        return cls(keyword.strip(), *parse_sort(sort, SORTABLE))


class RoleChange(Struct, frozen=True):
    """The fields of a new or changed role. UNSET leaves a field unchanged."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    permissions: tuple[str, ...] | UnsetType = UNSET

    @classmethod
    def parse(cls, **given: Any) -> "RoleChange":
        return cls(**checked(given, _CLEAN))


class PermissionUse(Struct, frozen=True):
    """A permission, and the roles that grant it by name or by a wildcard."""

    name: str
    description: str
    known: bool
    roles: tuple[str, ...]


def _description(text: str | None) -> str:
    return printable(text, DESCRIPTION_MAX, spaces=True) if text and text.strip() else ""


def _permissions(names: Iterable[str]) -> tuple[str, ...]:
    given = {name.strip() for name in names}
    for name in sorted(given):
        if len(name) > PERMISSION_MAX or not _PERMISSION.fullmatch(name):
            raise ValueError(
                f"has {name[:PERMISSION_MAX]!r}, which is not a permission such as orders:export or orders:*"
            )
    return (WILDCARD,) if WILDCARD in given else tuple(sorted(given))


_CLEAN: Final[dict[str, Callable[[Any], Any]]] = {
    "name": lambda text: printable(text, ROLE_NAME_MAX, spaces=True),
    "description": _description,
    "permissions": _permissions,
}
