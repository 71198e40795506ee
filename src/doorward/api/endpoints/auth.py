"""Signing in and out."""

import contextlib

from doorward.api import refresh_cookie
from doorward.api.schemas.users import CurrentUserData, LoginData, TokenData, UserData
from doorward.api.state import State
from doorward.core import Core
from doorward.errors import AuthenticationRequired, InvalidRefreshToken
from doorward.web.messages import Request, Response, success


async def login(core: Core, request: Request) -> Response:
    """Checks a username or e-mail address, both case-insensitive, and the password, and opens a session. The response
    to wrong credentials is the same whether or not the user exists. A user with a second factor gets 401
    `second_factor_required`, and goes on with `POST /api/auth/login/continue`; so does a user on an unknown device
    where `DOORWARD_NEW_DEVICE` is `verify`. The body is read as JSON whatever its content type."""
    body, origin = request.body, refresh_cookie.sign_in_origin(request, request.body.device)
    tokens, user = await core.sign_in.login(body.username, body.password, origin)
    return refresh_cookie.deliver(request, LoginData.of_login(tokens, user))


async def continue_login(core: Core, request: Request) -> Response:
    """Finishes a sign-in that was answered with 401 `second_factor_required`. A flow has five tries in all, `remaining`
    says how many are left. Wrong codes also count for the account, apart from wrong passwords. After a recovery code,
    `recoveryCodesLeft` says how many there are. With `trustDevice` the second factor is skipped at later sign-ins that
    send the secret of this device, until the password or a factor changes or the time is over."""
    body, origin = request.body, refresh_cookie.sign_in_origin(request, request.body.device)
    tokens, user = await core.sign_in.flow.resume(body.flow, body.method, body.proof(), origin, trust=body.trust_device)
    answer = LoginData.of_login(tokens, user)
    if body.method == "recoveryCode":
        answer.recovery_codes_left = await core.factor_changes.recovery_codes_left(core.database, user.id)
    return refresh_cookie.deliver(request, answer)


async def current_user(core: Core, request: Request) -> Response:
    """The user that the token belongs to, with the roles and permissions of this moment, not of the moment when the
    token was issued. For an API key it is the owner, with the permissions that key and owner have in common; `roles`
    is empty unless the key has all permissions of its owner. `service` tells programs from people. `impersonator` is
    there while an administrator acts as the user, `withheld` while the token gives none of these rights."""
    state: State = request.app
    user, actor = request.user, request.signed_in()
    assert user is not None  # noqa: S101
    if actor.impersonator is not None or actor.withheld is not None:
        return success(CurrentUserData.of_actor(user, actor))
    key = actor.key
    place = user.id if key is None else -key.id
    cached = state.accounts.get(place)
    # A change makes a new `User`, so identity is enough to see that the bytes are current.
    if cached is None or cached[0] is not user:
        cached = user, success(UserData.of(user)).body
        state.accounts.put(place, cached)
    return Response(cached[1])


async def refresh(core: Core, request: Request) -> Response:
    """Returns the next access token and the next refresh token. A refresh token that is sent again within a short
    grace period gets the same successor, so a lost response or a second tab does no harm. Sent again later, it counts
    as stolen and ends the session. The body is read as JSON whatever its content type."""
    token = refresh_cookie.resolve(request, request.body.refresh_token)
    return refresh_cookie.deliver(request, TokenData.of(await core.refresh.refresh(token, request.origin)))


async def logout(core: Core, request: Request) -> Response:
    """Ends the session: its access and refresh tokens are rejected from now on, on every node. A token that has
    expired, or whose session has ended already, is accepted too. A cookie that holds no token is only deleted."""
    cookie = refresh_cookie.find(request)
    if request.bearer is None and cookie is None:
        raise AuthenticationRequired
    if cookie is not None:
        # Another program of the host may have set it. Refusing it would leave the session of the access token alive.
        with contextlib.suppress(InvalidRefreshToken):
            await core.authentication.logout_by_refresh_token(cookie, request.origin)
    if request.bearer is not None:
        await core.authentication.logout(request.bearer, request.origin)
    return refresh_cookie.clear(request)
