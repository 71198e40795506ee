"""Signing in and out."""

from typing import Final

from doorward.api.schemas.users import LoginData, TokenData, UserData
from doorward.core import Core
from doorward.domain.users import User
from doorward.errors import AuthenticationRequired
from doorward.fifo_cache import FifoCache
from doorward.web.messages import Request, Response, success

_answers: Final[FifoCache[int, tuple[User, bytes]]] = FifoCache(4096)


async def login(core: Core, request: Request) -> Response:
    """Checks a username, in any case, and its password, and opens a session. The answer to wrong credentials is the
    same whether or not there is such a user. The body is read as JSON whatever its declared type."""
    tokens, user = await core.sign_in.login(request.body.username, request.body.password, request.origin)
    return success(LoginData.of_login(tokens, user))


async def current_user(core: Core, request: Request) -> Response:
    """Who the token belongs to, with roles and permissions as they are at this moment, not as they were when the token
    was issued."""
    assert request.user is not None  # noqa: S101
    return Response(_own_account(request.user))


def _own_account(user: User) -> bytes:
    """The same bytes for as long as it is the same user."""
    known = _answers.get(user.id)
    if known is None or known[0] is not user:
        known = user, success(UserData.of(user)).body
        _answers.put(user.id, known)
    return known[1]


async def refresh(core: Core, request: Request) -> Response:
    """Gives the next access token and the next refresh token. The same refresh token may be sent again within a short
    grace period and then gets the same successor, so a lost response or a second tab does no harm; sent again later, it
    counts as stolen and ends the session. The body is read as JSON whatever its declared type."""
    return success(TokenData.of(await core.refresh.refresh(request.body.refresh_token, request.origin)))


async def logout(core: Core, request: Request) -> Response:
    """Ends the session: its access and refresh tokens are refused from now on, everywhere. A token that has expired, or
    whose session has ended already, is welcome too."""
    if request.bearer is None:
        raise AuthenticationRequired
    await core.authentication.logout(request.bearer, request.origin)
    return success()
