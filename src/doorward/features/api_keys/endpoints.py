"""API keys of people over HTTP."""

from typing import Final

from doorward import errors
from doorward.api.schemas.api_keys import CreateKey, KeyData, KeyList, RenameKey, draft_of, name_of
from doorward.core import Core
from doorward.features.api_keys.service import UserKeys
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


async def own(core: Core, request: Request) -> Response:
    """Lists your API keys, without their texts."""
    return success(KeyList.of(await UserKeys(core).own(request.signed_in()), core.clock()))


async def create(core: Core, request: Request) -> Response:
    """Creates an API key, which programs send as `Authorization: Bearer dwk_...`. `token` is shown this once. The key
    may do what both its list of permissions and you may, at the moment of each request. Asks for recent authentication,
    and a mail tells you. A key can neither create keys nor change your account."""
    draft, language = draft_of(core, request.body), preferred_language(request)
    created = await UserKeys(core).create_own(request.signed_in(), draft, language)
    return success(KeyData.of_created(created, core.clock()))


async def rename(core: Core, request: Request) -> Response:
    """Gives one of your API keys another name. For other permissions, networks or another end, create a new key."""
    name = name_of(core, request.body)
    renamed = await UserKeys(core).rename_own(request.signed_in(), request.params["id"], name)
    return success(KeyData.of(renamed, core.clock()))


async def delete(core: Core, request: Request) -> Response:
    """Deletes one of your API keys. It is refused from the next request on, on every node."""
    await UserKeys(core).delete_own(request.signed_in(), request.params["id"])
    return success()


async def of_user(core: Core, request: Request) -> Response:
    """Lists the API keys of a person, without their texts."""
    return success(KeyList.of(await UserKeys(core).of_user(request.signed_in(), request.params["id"]), core.clock()))


async def delete_all_of_user(core: Core, request: Request) -> Response:
    """Deletes all API keys of a person. Callers cannot do this to users who hold permissions that they lack."""
    await UserKeys(core).delete_of_user(request.signed_in(), request.params["id"])
    return success()


async def delete_of_user(core: Core, request: Request) -> Response:
    """Deletes one API key of a person. Callers cannot do this to users who hold permissions that they lack."""
    await UserKeys(core).delete_of_user(request.signed_in(), request.params["id"], request.params["key"])
    return success()


ROUTES: Final = (
    Route("GET", "/api/auth/tokens", own, "List your API keys", data=KeyList),
    Route(
        "POST", "/api/auth/tokens", create, "Create an API key",
        data=KeyData, body=CreateKey, rules=draft_of,
        faults=(errors.StepUpRequired, errors.TooManyApiKeys),
    ),
    Route(
        "PUT", "/api/auth/tokens/{id}", rename, "Rename one of your API keys",
        data=KeyData, body=RenameKey, rules=name_of, faults=(errors.ApiKeyNotFound,),
    ),
    Route(
        "DELETE", "/api/auth/tokens/{id}", delete, "Delete one of your API keys", faults=(errors.ApiKeyNotFound,),
    ),
    Route(
        "GET", "/api/users/{id}/tokens", of_user, "List a user's API keys",
        data=KeyList, permission="sessions:read", faults=(errors.UserNotFound, errors.ServiceAccount),
    ),
    Route(
        "DELETE", "/api/users/{id}/tokens", delete_all_of_user, "Delete a user's API keys",
        permission="sessions:delete", faults=(errors.UserNotFound, errors.ServiceAccount, errors.Outranked),
    ),
    Route(
        "DELETE", "/api/users/{id}/tokens/{key}", delete_of_user, "Delete one API key of a user",
        permission="sessions:delete",
        faults=(errors.UserNotFound, errors.ServiceAccount, errors.Outranked, errors.ApiKeyNotFound),
    ),
)  # fmt: skip
