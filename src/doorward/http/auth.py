"""Signing in and out."""

from doorward.core import Core
from doorward.errors import AuthenticationRequired
from doorward.http.messages import Request, Response, success
from doorward.http.schemas import LoginData, TokenData, UserData


async def login(core: Core, request: Request) -> Response:
    tokens, user = await core.auth.login(request.body.username, request.body.password, request.origin)
    return success(LoginData.of_login(tokens, user))


async def current_user(core: Core, request: Request) -> Response:
    assert request.user is not None  # noqa: S101
    return success(UserData.of(request.user))


async def refresh(core: Core, request: Request) -> Response:
    return success(TokenData.of(await core.auth.refresh(request.body.refresh_token, request.origin)))


async def logout(core: Core, request: Request) -> Response:
    if request.bearer is None:
        raise AuthenticationRequired
    await core.auth.logout(request.bearer, request.origin)
    return success()
