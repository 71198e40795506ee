"""Service accounts over HTTP."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, convert
from msgspec.structs import asdict

from doorward import errors
from doorward.api.schemas.api_keys import CreateKey, KeyData, KeyList, RenameKey, draft_of, name_of
from doorward.api.schemas.paging import PageData, PageParams
from doorward.core import Core
from doorward.core.mail.kinds import LANGUAGES
from doorward.domain.roles import ROLE_NAME_MAX
from doorward.domain.times import Moment
from doorward.domain.user_fields import ROLES_OF_USER_MAX, USERNAME_MAX, Status
from doorward.features.service_accounts.model import (
    DESCRIPTION_MAX,
    Account,
    AccountChange,
    ServiceAccountNotFound,
    TooManyServiceAccounts,
)
from doorward.features.service_accounts.service import ServiceAccounts
from doorward.web.conditional import expected_versions, idempotent_request, versioned
from doorward.web.messages import Request, Response, success
from doorward.web.routing import KeyUse, Route

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=USERNAME_MAX,
        description="Unique among users and service accounts, ignoring case",
        examples=["billing"],
    ),
]
Description = Annotated[
    str, Meta(max_length=DESCRIPTION_MAX, description="What it is for", examples=["Sends invoices"])
]
Roles = Annotated[
    list[Annotated[str, Meta(max_length=ROLE_NAME_MAX)]],
    Meta(max_length=ROLES_OF_USER_MAX, description="Names of roles", examples=[["user"]]),
]


class CreateServiceAccount(Struct):
    name: Name
    description: Description | None = None
    roles: Roles | UnsetType = UNSET


class UpdateServiceAccount(Struct):
    name: Name | UnsetType = UNSET
    description: Description | UnsetType | None = UNSET
    roles: Roles | UnsetType = UNSET
    status: Status | UnsetType = UNSET


class ServiceAccountData(Struct, rename="camel"):
    id: int
    name: Name
    description: Description
    roles: Roles
    permissions: Annotated[list[str], Meta(description="Everything that the roles allow, sorted")]
    status: Status
    created_at: Moment
    updated_at: Moment


class ServiceAccountPage(PageData[ServiceAccountData]):
    list: Annotated[list[ServiceAccountData], Meta(description="In the order of ids")]


def change_of(core: Core, body: CreateServiceAccount | UpdateServiceAccount) -> AccountChange:
    return AccountChange.parse(**asdict(body))


async def page(core: Core, request: Request) -> Response:
    """Lists service accounts in the order of ids, one page at a time."""
    found = await ServiceAccounts(core).page(request.signed_in(), request.filter.request())
    return success(ServiceAccountPage.of(found, _data))


async def create(core: Core, request: Request) -> Response:
    """Creates a service account: a program with roles of its own. It has no password and cannot sign in; give it keys.
    Callers can grant only roles whose permissions they hold, and which they have themselves unless they hold
    `roles:grant`."""
    change = change_of(core, request.body)
    return _one(await ServiceAccounts(core).create(request.signed_in(), change, idempotent_request(request)))


async def read(core: Core, request: Request) -> Response:
    """Returns one service account by id."""
    return _one(await ServiceAccounts(core).read(request.signed_in(), request.params["id"]))


async def update(core: Core, request: Request) -> Response:
    """Updates the fields that the body names and leaves the others. With `status` 0 all its keys are refused from the
    next request on. Callers cannot update accounts that hold permissions that they lack."""
    change, expected = change_of(core, request.body), expected_versions(request)
    return _one(await ServiceAccounts(core).update(request.signed_in(), request.params["id"], change, expected))


async def delete(core: Core, request: Request) -> Response:
    """Deletes a service account with its keys. Callers cannot delete accounts that hold permissions that they lack."""
    await ServiceAccounts(core).delete(request.signed_in(), request.params["id"], expected_versions(request))
    return success()


async def keys(core: Core, request: Request) -> Response:
    """Lists the keys of a service account, without their texts."""
    found = await ServiceAccounts(core).keys(request.signed_in(), request.params["id"])
    return success(KeyList.of(found, core.clock()))


async def create_key(core: Core, request: Request) -> Response:
    """Creates a key of a service account; `token` is shown this once. Asks for recent authentication. Callers need the
    permissions of the account, and its roles unless they hold `roles:grant`. An API key can do this only if its own
    list of permissions names `services:update`; the new key then lasts no longer, and works from no other networks."""
    draft = draft_of(core, request.body)
    created = await ServiceAccounts(core).create_key(request.signed_in(), request.params["id"], draft, LANGUAGES[0])
    return success(KeyData.of_created(created, core.clock()))


async def rename_key(core: Core, request: Request) -> Response:
    """Gives a key of a service account another name."""
    params, name = request.params, name_of(core, request.body)
    renamed = await ServiceAccounts(core).rename_key(request.signed_in(), params["id"], params["key"], name)
    return success(KeyData.of(renamed, core.clock()))


async def delete_key(core: Core, request: Request) -> Response:
    """Deletes a key of a service account. It is refused from the next request on, on every node."""
    await ServiceAccounts(core).delete_key(request.signed_in(), request.params["id"], request.params["key"])
    return success()


def _data(account: Account) -> ServiceAccountData:
    return convert(account.document(), ServiceAccountData)


def _one(account: Account) -> Response:
    return versioned(_data(account), account.user.version)


_CHANGE_FAULTS: Final = (ServiceAccountNotFound, errors.Outranked)

ROUTES: Final = (
    Route(
        "GET", "/api/service-accounts", page, "List service accounts",
        data=ServiceAccountPage, query=PageParams, permission="services:read", lists=True,
    ),
    Route(
        "POST", "/api/service-accounts", create, "Create a service account",
        data=ServiceAccountData, body=CreateServiceAccount, rules=change_of, permission="services:create", etag=True,
        faults=(
            errors.BeyondOwnRights, errors.RoleNotHeld, errors.UsernameTaken, errors.IdempotencyKeyReused,
            TooManyServiceAccounts,
        ),
    ),
    Route(
        "GET", "/api/service-accounts/{id}", read, "Read a service account",
        data=ServiceAccountData, permission="services:read", etag=True, faults=(ServiceAccountNotFound,),
    ),
    Route(
        "PUT", "/api/service-accounts/{id}", update, "Change a service account",
        data=ServiceAccountData, body=UpdateServiceAccount, rules=change_of, permission="services:update", etag=True,
        faults=(
            *_CHANGE_FAULTS, errors.BeyondOwnRights, errors.RoleNotHeld, errors.UsernameTaken, errors.OwnAccount,
            errors.PreconditionFailed,
        ),
    ),
    Route(
        "DELETE", "/api/service-accounts/{id}", delete, "Delete a service account",
        permission="services:delete", faults=(*_CHANGE_FAULTS, errors.OwnAccount, errors.PreconditionFailed),
    ),
    Route(
        "GET", "/api/service-accounts/{id}/keys", keys, "List the keys of a service account",
        data=KeyList, permission="services:read", faults=(ServiceAccountNotFound,),
    ),
    Route(
        "POST", "/api/service-accounts/{id}/keys", create_key, "Create a key of a service account",
        data=KeyData, body=CreateKey, rules=draft_of, permission="services:update", keys=KeyUse.NAMED,
        faults=(*_CHANGE_FAULTS, errors.RoleNotHeld, errors.StepUpRequired, errors.TooManyApiKeys),
    ),
    Route(
        "PUT", "/api/service-accounts/{id}/keys/{key}", rename_key, "Rename a key of a service account",
        data=KeyData, body=RenameKey, rules=name_of, permission="services:update", keys=KeyUse.NAMED,
        faults=(*_CHANGE_FAULTS, errors.ApiKeyNotFound),
    ),
    Route(
        "DELETE", "/api/service-accounts/{id}/keys/{key}", delete_key, "Delete a key of a service account",
        permission="services:update", keys=KeyUse.NAMED, faults=(*_CHANGE_FAULTS, errors.ApiKeyNotFound),
    ),
)  # fmt: skip
