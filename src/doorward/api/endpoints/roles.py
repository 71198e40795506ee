"""Managing roles."""

from msgspec.structs import asdict

from doorward.api.schemas.roles import (
    CreateRole,
    PermissionData,
    PermissionList,
    RoleData,
    RoleListParams,
    RolePage,
    UpdateRole,
)
from doorward.core import Core
from doorward.domain.roles import RoleChange, RoleFilter, RoleUsage
from doorward.web.conditional import expected_versions, idempotent_request, versioned
from doorward.web.messages import Request, Response, success


def change_of(core: Core, body: CreateRole | UpdateRole) -> RoleChange:
    return RoleChange.parse(**asdict(body))


def filter_of(core: Core, query: RoleListParams) -> RoleFilter:
    return RoleFilter.parse(query.keyword, query.sort)


async def page(core: Core, request: Request) -> Response:
    """Lists roles, one page at a time. `keyword` matches anywhere in the name or description."""
    found = await core.roles.page(request.signed_in(), filter_of(core, request.filter), request.filter.request())
    return success(RolePage.of(found, RoleData.of))


async def read(core: Core, request: Request) -> Response:
    """Returns one role by id."""
    return _one(await core.roles.read(request.signed_in(), request.params["id"]))


async def create(core: Core, request: Request) -> Response:
    """Creates a role. Applications may use permissions of their own. Callers can give a role only permissions that they
    hold themselves. There can be 1,000 roles, which together grant 5,000 permissions of 150,000 characters."""
    change = change_of(core, request.body)
    return _one(await core.roles.create(request.signed_in(), change, idempotent_request(request)))


async def update(core: Core, request: Request) -> Response:
    """Updates the fields that the body names and leaves the others. Users of the role have the new permissions from
    their next request on. A new name needs `roles:grant`, because it gives that name to all users of the role. A lower
    `requiredStrength` needs the role itself or `roles:grant`; a higher one needs every permission that users of the
    role hold. Built-in roles keep their names, and `admin` keeps `*`."""
    change, expected = change_of(core, request.body), expected_versions(request)
    return _one(await core.roles.update(request.signed_in(), request.params["id"], change, expected))


async def delete(core: Core, request: Request) -> Response:
    """Deletes a role. A role that users have is deleted only with `force=true`, which removes it from them: it grants
    nothing from the next request on, whatever the number of its users. Built-in roles cannot be deleted."""
    expected = expected_versions(request)
    await core.roles.delete(request.signed_in(), request.params["id"], force=request.filter.force, expected=expected)
    return success()


async def permissions(core: Core, request: Request) -> Response:
    """Lists all permissions that the service checks or a role grants, with the roles that grant them."""
    found = await core.roles.permissions(request.signed_in())
    return success(PermissionList([PermissionData.of(each) for each in found], len(found)))


def _one(role: RoleUsage) -> Response:
    return versioned(RoleData.of(role), role.record.version)
