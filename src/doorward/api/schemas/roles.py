"""Wire types of roles and permissions."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.api.schemas.paging import PageData, PageParams
from doorward.domain.paging import KEYWORD_MAX, SORT_MAX
from doorward.domain.roles import (
    DESCRIPTION_MAX,
    PERMISSION_MAX,
    PERMISSIONS_MAX,
    ROLE_NAME_MAX,
    PermissionUse,
    RoleUsage,
)
from doorward.domain.sign_in.strength import StrengthName
from doorward.domain.times import Moment
from doorward.domain.users import User

RoleName = Annotated[str, Meta(min_length=1, max_length=ROLE_NAME_MAX, examples=["accountant"])]
Description = Annotated[str, Meta(max_length=DESCRIPTION_MAX, examples=["Sees and exports orders"])]
Permission = Annotated[str, Meta(max_length=PERMISSION_MAX)]
Permissions = Annotated[
    list[Permission],
    Meta(
        max_length=PERMISSIONS_MAX,
        description="`resource:action` of any application, `resource:*`, or `*`",
        examples=[["orders:read", "orders:export"]],
    ),
]

RequiredStrength = Annotated[
    StrengthName,
    Meta(
        description="How strong a sign-in must be for what the role grants; after a weaker one users can open nothing"
        " but their own account",
        examples=["password"],
    ),
]


class RoleData(Struct, rename="camel"):
    id: int
    name: str
    description: str
    permissions: tuple[str, ...]
    built_in: Annotated[bool, Meta(description="Cannot be deleted or renamed")]
    user_count: Annotated[int, Meta(description="Users who have the role; 10000 means 10000 or more")]
    created_at: Moment
    updated_at: Moment
    required_strength: RequiredStrength

    @classmethod
    def of(cls, role: RoleUsage) -> "RoleData":
        return cls(*role.document().values())


class CreateRole(Struct, rename="camel"):
    name: RoleName
    description: Description | UnsetType | None = UNSET
    permissions: Permissions | UnsetType = UNSET
    required_strength: RequiredStrength | UnsetType = UNSET


class UpdateRole(Struct, rename="camel"):
    name: RoleName | UnsetType = UNSET
    description: Description | UnsetType | None = UNSET
    permissions: Permissions | UnsetType = UNSET
    required_strength: RequiredStrength | UnsetType = UNSET


class RoleListParams(PageParams, rename="camel"):
    keyword: Annotated[str, Meta(max_length=KEYWORD_MAX)] = ""
    sort: Annotated[
        str,
        Meta(max_length=SORT_MAX, description="A field; `-` before it sorts in descending order", examples=["name"]),
    ] = "id"


class DeleteRoleParams(Struct):
    force: Annotated[bool, Meta(description="Also remove the role from its users")] = False


class RolePage(PageData[RoleData]):
    pass


class PermissionData(Struct, rename="camel"):
    name: str
    description: str
    built_in: Annotated[bool, Meta(description="Checked by this service itself")]
    roles: Annotated[
        tuple[str, ...],
        Meta(description="Roles that grant it, by name or by a wildcard; the first of them where there are very many"),
    ]
    role_count: Annotated[int, Meta(description="How many roles grant it")]

    @classmethod
    def of(cls, use: PermissionUse) -> "PermissionData":
        return cls(use.name, use.description, use.known, use.roles, use.role_count)


class PermissionList(Struct):
    list: list[PermissionData]
    total: int


class EffectivePermission(Struct):
    permission: Annotated[str, Meta(examples=["orders:read"])]
    through: Annotated[list[str], Meta(description="Names of the user's roles that grant it", examples=[["sales"]])]


def effective_permissions(user: User) -> list[EffectivePermission]:
    """Sorted by name."""
    through: dict[str, list[str]] = {}
    for role in user.roles:
        for permission in role.permissions.split():
            through.setdefault(permission, []).append(role.name)
    return [EffectivePermission(name, through[name]) for name in sorted(through)]
