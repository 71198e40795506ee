"""Managing users."""

from typing import Any

from doorward.api.schemas.roles import effective_permissions
from doorward.api.schemas.user_filters import UserFilterParams, UserListParams
from doorward.api.schemas.users import ConfusableList, CreateUser, UpdateUser, UserData, UserPage
from doorward.core import Core
from doorward.domain.user_query import UserFilter
from doorward.domain.users import Profile, User
from doorward.web.conditional import expected_versions, idempotent_request, versioned
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success


def profile_of(core: Core, body: CreateUser | UpdateUser) -> Profile:
    return body.profile(core.users.policy)


async def wrong_roles(core: Core, given: dict[str, Any]) -> list[tuple[str, str]]:
    return await core.roles.wrong_names(given.get("roles"))


async def wrong_for_new(core: Core, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Names the username in use together with the other wrong fields, so that a form shows all of them at once."""
    return [*await core.users.taken_username(given.get("username")), *await wrong_roles(core, given)]


def filter_of(core: Core, query: UserListParams) -> UserFilter:
    return UserFilterParams.filter(query, query.sort)


async def page(core: Core, request: Request) -> Response:
    """Lists users, filtered and sorted, one page at a time. An empty parameter counts as absent. A page past the end is
    an empty list with the true total."""
    found = await core.users.page(request.signed_in(), filter_of(core, request.filter), request.filter.request())
    return success(UserPage.of(found, UserData.of))


async def read(core: Core, request: Request) -> Response:
    """Returns one user by id."""
    return _one(await core.users.read(request.signed_in(), request.params["id"]))


async def permissions(core: Core, request: Request) -> Response:
    """Lists what a user may do, with the roles that each permission comes from. A role that grants `orders:*` or `*`
    is not repeated for the permissions that it covers."""
    user = await core.users.read(request.signed_in(), request.params["id"])
    return success(effective_permissions(user))


async def confusables(core: Core, request: Request) -> Response:
    """Lists other users whose usernames look like this one's, such as `аdmin` with a Cyrillic `а`: their skeletons by
    Unicode Technical Standard 39 are equal, regardless of case. Users who were imported appear within minutes."""
    found = await core.confusables.of_user(request.signed_in(), request.params["id"])
    return success(ConfusableList.of(found))


async def create(core: Core, request: Request) -> Response:
    """Creates a user. `name` defaults to the username, `status` to enabled. Callers can grant only roles whose
    permissions they hold, and which they have themselves unless they hold `roles:grant`."""
    profile = profile_of(core, request.body)
    return _one(await core.users.create(request.signed_in(), profile, idempotent_request(request)))


async def update(core: Core, request: Request) -> Response:
    """Updates the fields that the body names and leaves the others; null clears a field. A blank `password` leaves the
    password. A new password, or disabling the user, ends their sessions. The last enabled administrator cannot be
    disabled or lose that role. Callers cannot disable themselves, set their own password here (`PUT /api/auth/password`
    does), or update users who hold permissions that they lack. A role that callers do not have themselves takes
    `roles:grant`: to grant it, and to change the username, e-mail address or password of a user who has it."""
    profile, expected = profile_of(core, request.body), expected_versions(request)
    language = preferred_language(request)
    return _one(await core.users.update(request.signed_in(), request.params["id"], profile, expected, language))


async def delete(core: Core, request: Request) -> Response:
    """Deletes a user and ends their sessions. The last enabled administrator cannot be deleted. Callers cannot delete
    themselves, or users who hold permissions that they lack."""
    await core.users.delete(request.signed_in(), request.params["id"], expected_versions(request))
    return success()


def _one(user: User) -> Response:
    return versioned(UserData.of(user), user.version)
