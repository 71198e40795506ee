"""Roles and their validation."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from doorward.domain.access import WILDCARD
from doorward.domain.paging import parse_keyword, parse_sort
from doorward.domain.sign_in.strength import STRENGTHS, Strength
from doorward.domain.times import iso
from doorward.domain.validation import checked, description, unique_name

ROLE_NAME_MAX: Final = 64
DESCRIPTION_MAX: Final = 200
PERMISSION_MAX: Final = 100
PERMISSIONS_MAX: Final = 500
# All roles together. A user may hold every role, and a page lists a hundred users with all their permissions: the caps
# keep such a page at 15 MB and 0.1 s, and reading all roles at a few milliseconds.
ROLES_MAX: Final = 1000
GRANTS_MAX: Final = 5000
GRANTS_TEXT_MAX: Final = 150_000
# The names of roles in the whole catalogue of permissions, and for each permission at least.
_NAMED_ROLES: Final = 100_000
_NAMED_ROLES_MIN: Final = 10
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
    required_strength: int = Strength.PASSWORD  # Answers kept by earlier versions are without it.

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
            "requiredStrength": Strength(record.required_strength).wire,
        }


class RoleTotals(Struct, frozen=True):
    """All roles together."""

    roles: int
    grants: int
    characters: int  # Of the names of all grants.


class RoleFilter(Struct, frozen=True):
    keyword: str = ""
    sort: str = "id"
    descending: bool = False

    @classmethod
    def parse(cls, keyword: str, sort: str = "id") -> "RoleFilter":
        return cls(parse_keyword(keyword), *parse_sort(sort, SORTABLE))


class RoleChange(Struct, frozen=True):
    """The fields of a new or changed role. UNSET leaves a field unchanged."""

    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    permissions: tuple[str, ...] | UnsetType = UNSET
    required_strength: int | UnsetType = UNSET

    @classmethod
    def parse(cls, **given: Any) -> "RoleChange":
        return cls(**checked(given, _CLEAN))


class PermissionUse(Struct, frozen=True):
    """A permission, and the roles that grant it by name or by a wildcard."""

    name: str
    description: str
    known: bool
    roles: tuple[str, ...]  # In the order of names; only the first of them where the catalogue would be too long.
    role_count: int


def permission_uses(records: Sequence[RoleRecord], known: Mapping[str, str]) -> list[PermissionUse]:
    """Every permission that is known or granted, with the roles that grant it; `records` in the order of names.

    Takes time linear in the grants and the names in the answer, because thousands of permissions may be covered by
    hundreds of wildcards each.
    """
    granting: dict[str, list[int]] = {}  # Positions in `records`.
    for place, record in enumerate(records):
        for name in record.grants:
            granting.setdefault(name, []).append(place)
    wild = {name: frozenset(places) for name, places in granting.items() if name.endswith("*")}
    names = sorted({*known, *granting})
    longest = max(_NAMED_ROLES_MIN, _NAMED_ROLES // len(names))
    uses = []
    for name in names:
        direct = granting.get(name, ())
        covering = [wildcard for wildcard in (f"{name.partition(':')[0]}:*", WILDCARD) if wildcard in wild]
        count = sum(not any(place in wild[wildcard] for wildcard in covering) for place in direct)
        # A role that grants `*` grants nothing else by name, so no role counts twice.
        count += sum(len(wild[wildcard]) for wildcard in covering)
        first = {*direct[:longest], *(place for wildcard in covering for place in granting[wildcard][:longest])}
        shown = tuple(records[place].name for place in sorted(first)[:longest])
        uses.append(PermissionUse(name, known.get(name, ""), name in known, shown, count))
    return uses


def permission_names(names: Iterable[str]) -> tuple[str, ...]:
    given = {name.strip() for name in names}
    for name in sorted(given):
        if len(name) > PERMISSION_MAX or not _PERMISSION.fullmatch(name):
            raise ValueError(
                f"has {name[:PERMISSION_MAX]!r}, which is not a permission such as orders:export or orders:*:"
                " Latin letters, digits and . _ - on both sides of a colon"
            )
    return (WILDCARD,) if WILDCARD in given else tuple(sorted(given))


def _strength(name: str) -> int:
    if name not in STRENGTHS:
        raise ValueError(f"must be one of {', '.join(STRENGTHS)}")
    return STRENGTHS.index(name)


_CLEAN: Final[dict[str, Callable[[Any], Any]]] = {
    "name": lambda text: unique_name(text, ROLE_NAME_MAX, spaces=True),
    "description": lambda text: description(text, DESCRIPTION_MAX),
    "permissions": permission_names,
    "required_strength": _strength,
}


def unknown_role(name: str) -> tuple[str, str]:
    """The wrong field of a user, for a name that no role has."""
    return "roles", f"has {name!r}, which is not a role"
