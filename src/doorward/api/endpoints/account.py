"""The caller's own account and sessions, and, for administrators, the sessions of other users."""

from msgspec.structs import asdict

from doorward.api import refresh_cookie
from doorward.api.schemas.account import SessionData, SessionPage, StepUpBody, UpdateAccount
from doorward.api.schemas.users import TokenData, UserData
from doorward.core import Core
from doorward.domain.access import Actor
from doorward.domain.paging import Page
from doorward.domain.sign_in.factors import Proof
from doorward.domain.sign_in.sessions import Session
from doorward.domain.users import Profile
from doorward.errors import ValidationFailed
from doorward.web.conditional import expected_versions, versioned
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success


def profile_of(core: Core, body: UpdateAccount) -> Profile:
    return Profile.parse(**asdict(body))


async def update(core: Core, request: Request) -> Response:
    """Updates your name, e-mail address, phone and avatar: the fields that the body names. Other fields in the body are
    ignored. Another e-mail address asks for recent authentication, becomes `pendingEmail`, and counts once the link
    that is mailed to it was used, as with `PUT /api/auth/email`."""
    profile, language = profile_of(core, request.body), preferred_language(request)
    user = await core.account.update(request.signed_in(), profile, expected_versions(request), language)
    return versioned(UserData.of(user), user.version)


async def change_password(core: Core, request: Request) -> Response:
    """Changes your password and ends all your other sessions. The current password is required; a wrong one counts as a
    failed sign-in. You are told by mail. Returns new tokens: the refresh token of this session is no longer
    accepted."""
    body, language = request.body, preferred_language(request)
    actor = request.signed_in()
    tokens = await core.account.change_password(actor, body.current_password, body.new_password, language)
    return refresh_cookie.deliver(request, TokenData.of(tokens))


def proof_of(core: Core, body: StepUpBody) -> Proof | None:
    """None for the password."""
    field = {"password": "password", "totp": "code", "passkey": "credential"}.get(body.method)
    if field is not None and not getattr(body, field):  # None when the method itself is wrong.
        raise ValidationFailed((field, f"is needed for the method {body.method}"))
    return None if body.method == "password" else Proof(body.code, body.credential)


async def step_up(core: Core, request: Request) -> Response:
    """Authenticates you again, for what needs a more recent or a stronger authentication: it answers 401
    `step_up_required` and names the `methods` that you have. With a second factor, the password is not among them.
    Returns new tokens, with the new `auth_time`. A wrong password counts as a failed sign-in, a wrong code for the
    account."""
    body, actor = request.body, request.signed_in()
    proof = proof_of(core, body)
    if proof is None:
        tokens = await core.step_up.by_password(actor, body.password)
    else:
        tokens = await core.step_up.by_factor(actor, body.method, proof)
    return refresh_cookie.deliver(request, TokenData.of(tokens))


async def sessions(core: Core, request: Request) -> Response:
    """Lists your sessions, most recently used first. `lastUsedAt` and `address` are those of the last sign-in or
    refresh."""
    actor = request.signed_in()
    return _session_page(actor, await core.sessions.own(actor, request.filter.request()))


async def end_session(core: Core, request: Request) -> Response:
    """Ends one of your sessions. Its tokens are refused from then on."""
    await core.sessions.end_own(request.signed_in(), request.params["id"])
    return success()


async def logout_all(core: Core, request: Request) -> Response:
    """Ends all your sessions, including the current one."""
    await core.sessions.end_all_own(request.signed_in())
    return success()


async def user_sessions(core: Core, request: Request) -> Response:
    """Lists the sessions of a user."""
    actor = request.signed_in()
    return _session_page(actor, await core.sessions.of_user(actor, request.params["id"], request.filter.request()))


async def end_user_sessions(core: Core, request: Request) -> Response:
    """Ends all sessions of a user. Callers cannot do so to users who hold permissions that they lack."""
    await core.sessions.end_of_user(request.signed_in(), request.params["id"])
    return success()


async def end_user_session(core: Core, request: Request) -> Response:
    """Ends one session of a user; the list of their sessions has its id. Callers cannot do so to users who hold
    permissions that they lack."""
    await core.sessions.end_of_user(request.signed_in(), request.params["id"], request.params["sessionId"])
    return success()


def _session_page(actor: Actor, found: Page[Session]) -> Response:
    return success(SessionPage.of(found, lambda session: SessionData.of(session, actor.session_id)))
