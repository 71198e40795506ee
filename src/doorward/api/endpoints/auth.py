"""Signing in and out."""

from doorward.api.schemas.users import LoginData, TokenData, UserData
from doorward.api.state import State
from doorward.core import Core
from doorward.errors import AuthenticationRequired
from doorward.web.messages import Request, Response, success


async def login(core: Core, request: Request) -> Response:
    """Checks a username, which is case-insensitive, and its password, and opens a session. The response to wrong
    credentials is the same whether or not the user exists. The body is read as JSON whatever its content type."""
    tokens, user = await core.sign_in.login(request.body.username, request.body.password, request.origin)
    return success(LoginData.of_login(tokens, user))


async def current_user(core: Core, request: Request) -> Response:
    """The user that the token belongs to, with the roles and permissions of this moment, not of the moment when the
    token was issued."""
    state: State = request.app
    user = request.user
    assert user is not None  # noqa: S101
    cached = state.accounts.get(user.id)
    # A change makes a new `User`, so identity is enough to see that the bytes are current.
    if cached is None or cached[0] is not user:
        cached = user, success(UserData.of(user)).body
        state.accounts.put(user.id, cached)
    return Response(cached[1])


async def refresh(core: Core, request: Request) -> Response:
    """Returns the next access token and the next refresh token. A refresh token that is sent again within a short
    grace period gets the same successor, so a lost response or a second tab does no harm. Sent again later, it counts
    as stolen and ends the session. The body is read as JSON whatever its content type."""
    return success(TokenData.of(await core.refresh.refresh(request.body.refresh_token, request.origin)))


async def logout(core: Core, request: Request) -> Response:
    """Ends the session: its access and refresh tokens are rejected from now on, on every node. A token that has
    expired, or whose session has ended already, is accepted too."""
    if request.bearer is None:
        raise AuthenticationRequired
    await core.authentication.logout(request.bearer, request.origin)
    return success()
