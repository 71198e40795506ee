"""One's own account and sessions, and, for administrators, the sessions of others."""

from doorward.api.schemas.account import SessionPage, UpdateAccount
from doorward.api.schemas.users import UserData
from doorward.core import Core
from doorward.domain.users import Profile
from doorward.web.conditional import etag, expected_versions
from doorward.web.messages import Request, Response, success


def profile_of(core: Core, body: UpdateAccount) -> Profile:
    return body.profile()


async def update(core: Core, request: Request) -> Response:
    """Changes one's own name, e-mail address, phone and avatar, as far as the body names them. Everything else in the
    body is ignored."""
    user = await core.account.update(request.signed_in(), profile_of(core, request.body), expected_versions(request))
    response = success(UserData.of(user))
    response.headers.append((b"etag", etag(user.version)))
    return response


async def change_password(core: Core, request: Request) -> Response:
    """Asks for the current password, ends all other sessions, and keeps this one. Wrong guesses count as failed
    sign-ins."""
    await core.account.change_password(request.signed_in(), request.body.current_password, request.body.new_password)
    return success()


async def sessions(core: Core, request: Request) -> Response:
    """Where one is signed in, the latest used first. `lastUsedAt` and `address` are those of the last sign-in or
    refresh."""
    actor = request.signed_in()
    return success(SessionPage.of(await core.sessions.own(actor, request.filter.request()), actor.session_id))


async def end_session(core: Core, request: Request) -> Response:
    """Ends one of one's own sessions; its tokens die at once."""
    await core.sessions.end_own(request.signed_in(), request.params["id"])
    return success()


async def logout_all(core: Core, request: Request) -> Response:
    """Ends all of one's own sessions, this one too."""
    await core.sessions.end_all_own(request.signed_in())
    return success()


async def user_sessions(core: Core, request: Request) -> Response:
    """Where a user is signed in."""
    actor = request.signed_in()
    found = await core.sessions.of_user(actor, request.params["id"], request.filter.request())
    return success(SessionPage.of(found, actor.session_id))


async def end_user_sessions(core: Core, request: Request) -> Response:
    """Ends all sessions of a user, who has to sign in again. Nobody can do so to a user who may do more than they."""
    await core.sessions.end_of_user(request.signed_in(), request.params["id"])
    return success()
