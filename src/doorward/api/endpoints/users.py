"""Managing users."""

from doorward.api.schemas.users import CreateUser, UpdateUser, UserData, UserListParams, UserPage
from doorward.core import Core
from doorward.domain.user_query import UserFilter
from doorward.domain.users import Profile, User
from doorward.web.conditional import etag, expected_versions
from doorward.web.idempotency import idempotent_request
from doorward.web.messages import Request, Response, success


def profile_of(core: Core, body: CreateUser | UpdateUser) -> Profile:
    return body.profile(core.users.policy)


def filter_of(core: Core, query: UserListParams) -> UserFilter:
    return query.filter()


async def page(core: Core, request: Request) -> Response:
    """One page of the users, filtered and sorted. An empty parameter counts as absent. A page past the end is an empty
    list with the true total."""
    found = await core.users.page(request.signed_in(), filter_of(core, request.filter), request.filter.request())
    return success(UserPage.of(found))


async def read(core: Core, request: Request) -> Response:
    """One user by id."""
    return _one(await core.users.read(request.signed_in(), request.params["id"]))


async def create(core: Core, request: Request) -> Response:
    """Without a `name` the username is shown; without a `status` the user is enabled. Nobody can grant a role that
    allows more than they may do themselves."""
    profile = profile_of(core, request.body)
    return _one(await core.users.create(request.signed_in(), profile, idempotent_request(request)))


async def update(core: Core, request: Request) -> Response:
    """Changes what the body names and leaves the rest. A blank `password` leaves the password. A new password, and
    disabling, end the user's sessions. The last enabled administrator can be neither disabled nor demoted, and nobody
    can disable themselves or change a user who may do more than they may."""
    profile, expected = profile_of(core, request.body), expected_versions(request)
    return _one(await core.users.update(request.signed_in(), request.params["id"], profile, expected))


async def delete(core: Core, request: Request) -> Response:
    """Deletes the user and ends their sessions. The last enabled administrator can't be deleted, and nobody can delete
    themselves or a user who may do more than they may."""
    await core.users.delete(request.signed_in(), request.params["id"], expected_versions(request))
    return success()


def _one(user: User) -> Response:
    response = success(UserData.of(user))
    response.headers.append((b"etag", etag(user.version)))
    return response
