"""Managing users."""

from doorward.core import Core
from doorward.domain.users import User
from doorward.http.messages import Request, Response, success
from doorward.http.preconditions import etag, expected_version
from doorward.http.schemas import UserData, UserPage


async def page(core: Core, request: Request) -> Response:
    found = await core.users.page(request.signed_in(), request.filter.filter(), request.filter.request())
    return success(UserPage.of(found))


async def read(core: Core, request: Request) -> Response:
    return _one(await core.users.read(request.signed_in(), request.ids[0]))


async def create(core: Core, request: Request) -> Response:
    return _one(await core.users.create(request.signed_in(), request.body.profile()))


async def update(core: Core, request: Request) -> Response:
    profile, expected = request.body.profile(), expected_version(request)
    return _one(await core.users.update(request.signed_in(), request.ids[0], profile, expected))


async def delete(core: Core, request: Request) -> Response:
    await core.users.delete(request.signed_in(), request.ids[0])
    return success()


def _one(user: User) -> Response:
    response = success(UserData.of(user))
    response.headers.append((b"etag", etag(user.version)))
    return response
