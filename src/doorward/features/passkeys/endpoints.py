"""Passkeys over HTTP."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from doorward import errors
from doorward.api import refresh_cookie
from doorward.api.schemas.factors import FactorName, RenameFactor, name_of
from doorward.api.schemas.users import FLOW_MAX, DeviceSecret, LoginData
from doorward.core import Core
from doorward.domain.sign_in.factors import PASSKEY, Credential
from doorward.domain.sign_in.relying_party import relying_party
from doorward.domain.times import Moment, iso
from doorward.features.passkeys import model
from doorward.features.passkeys.model import Passkey
from doorward.features.passkeys.options import CreationOptions, RequestOptions, creation_options, request_options
from doorward.features.passkeys.service import Passkeys
from doorward.features.passkeys.sign_in import PasskeySignIn
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, document_response, success
from doorward.web.routing import Route

_CACHE: Final = b"public, max-age=300"
# The hosted page on which users see, add and remove their passkeys.
_PAGE: Final = "passkey"

Flow = Annotated[
    str, Meta(min_length=1, max_length=FLOW_MAX, description="From the options", examples=["dwf_Q9d1...TtB0"])
]


class PasskeyData(Struct, rename="camel"):
    id: int
    type: Annotated[str, Meta(examples=[PASSKEY])]
    name: Annotated[str, Meta(description="Empty for a passkey without one", examples=["Telephone"])]
    created_at: Moment
    last_used_at: Moment | None
    user_verified: Annotated[
        bool, Meta(description="It verifies its user, and counts as two factors. Otherwise it is a security key")
    ]
    synced: Annotated[bool, Meta(description="It may be copied to other devices of its user")]
    rp_id: Annotated[str, Meta(description="The host that it belongs to", examples=["login.example.com"])]
    recovery_codes: Annotated[
        list[str] | UnsetType, Meta(description="With the first factor of a user; shown here only")
    ] = UNSET

    @classmethod
    def of(cls, passkey: Passkey, codes: list[str] | UnsetType = UNSET) -> "PasskeyData":
        used = None if passkey.last_used_at is None else iso(passkey.last_used_at)
        verified, synced = bool(passkey.user_verified), bool(passkey.synced)
        created = iso(passkey.created_at)
        return cls(passkey.id, PASSKEY, passkey.name, created, used, verified, synced, passkey.rp_id, codes)


class PasskeyList(Struct):
    list: list[PasskeyData]


class NewPasskeyOptions(Struct):
    flow: str
    options: Annotated[CreationOptions, Meta(description="For `PublicKeyCredential.parseCreationOptionsFromJSON`")]


class SignInOptions(Struct):
    flow: str
    options: Annotated[RequestOptions, Meta(description="For `PublicKeyCredential.parseRequestOptionsFromJSON`")]


class CreatePasskey(Struct):
    flow: Flow
    credential: Credential
    name: FactorName = ""


class BeginSignIn(Struct):
    flow: Annotated[
        str, Meta(max_length=FLOW_MAX, description="Of a sign-in that waits for its second factor", examples=["dwf_"])
    ] = ""


class PasskeyLogin(Struct):
    flow: Flow
    credential: Credential
    device: DeviceSecret = ""


class PasskeyEndpoints(Struct):
    enroll: Annotated[str, Meta(examples=["https://login.example.com/account/passkey"])]
    manage: Annotated[str, Meta(examples=["https://login.example.com/account/passkey"])]


async def begin(core: Core, request: Request) -> Response:
    """Options for a new passkey. Asks for recent authentication. They are valid for ten minutes, for one passkey, in
    this session."""
    actor, user = request.signed_in(), request.user
    assert user is not None  # noqa: S101
    passkeys = Passkeys(core)
    challenge, existing = await passkeys.begin(actor)
    party, service = passkeys.challenges.party, core.branding.current().name
    return success(NewPasskeyOptions(challenge.flow, creation_options(party, service, user, challenge.bytes, existing)))


async def create(core: Core, request: Request) -> Response:
    """Adds the passkey that a browser made from the options. Asks for recent authentication. You are told by mail, and
    your other sessions end. The first factor brings `recoveryCodes`."""
    body, language = request.body, preferred_language(request)
    name = name_of(core, body)
    passkey, codes = await Passkeys(core).create(request.signed_in(), body.flow, body.credential, name, language)
    return success(PasskeyData.of(passkey, codes or UNSET))


async def page(core: Core, request: Request) -> Response:
    """Lists your passkeys and security keys."""
    return success(PasskeyList([PasskeyData.of(each) for each in await Passkeys(core).list_of(request.signed_in())]))


async def rename(core: Core, request: Request) -> Response:
    """Renames one of your passkeys."""
    name = name_of(core, request.body)
    return success(PasskeyData.of(await Passkeys(core).rename(request.signed_in(), request.params["id"], name)))


async def remove(core: Core, request: Request) -> Response:
    """Removes one of your passkeys. Asks for recent authentication. Refused when your roles ask for it, and when it is
    your last way to sign in. You are told by mail, and your other sessions end."""
    await Passkeys(core).remove(request.signed_in(), request.params["id"], preferred_language(request))
    return success()


async def begin_sign_in(core: Core, request: Request) -> Response:
    """Options for signing in by a passkey, valid for ten minutes and one attempt. Without a `flow` and without a token
    they are the same for all, and the passkey names its user: use them for autofill, and with
    `POST /api/auth/login/passkey`. With the `flow` of a sign-in that waits for its second factor they name the passkeys
    of its user: use them with `POST /api/auth/login/continue`. With an access token they are for
    `POST /api/auth/step-up`."""
    sign_in = PasskeySignIn(core)
    sign_in.admit(request.origin)
    party = sign_in.challenges.party
    if request.body.flow:
        challenge, allowed = await sign_in.begin_second_factor(request.body.flow)
        options = request_options(party, challenge.bytes, allowed, "preferred")
    elif request.bearer is not None:
        actor, _ = await core.authentication.authenticate(request.bearer, request.origin)
        actor.require_own_session()
        challenge, allowed = await sign_in.begin_step_up(actor)
        options = request_options(party, challenge.bytes, allowed, "preferred")
    else:
        challenge = await sign_in.begin()
        options = request_options(party, challenge.bytes, (), "required")
    return success(SignInOptions(challenge.flow, options))


async def login(core: Core, request: Request) -> Response:
    """Signs in by a passkey that verifies its user: two factors in one. The answer to a passkey that is refused is the
    same whether or not a user has it. A lock on passwords or codes does not apply."""
    body, origin = request.body, refresh_cookie.sign_in_origin(request, request.body.device)
    tokens, user = await PasskeySignIn(core).login(body.flow, body.credential, origin)
    return refresh_cookie.deliver(request, LoginData.of_login(tokens, user))


async def remove_password(core: Core, request: Request) -> Response:
    """Removes your password: you sign in by passkey alone. Asks for recent authentication, and for a passkey that
    verifies you. Your other sessions end, and you are told by mail. A link to reset your password sets one again."""
    await Passkeys(core).remove_password(request.signed_in(), preferred_language(request))
    return success()


async def well_known(core: Core, request: Request) -> Response:
    """Where users add and manage passkeys, for password managers (W3C, Passkey Endpoints)."""
    if relying_party(core.settings) is None:
        raise errors.NotFound
    page = core.links.page(_PAGE)
    return document_response(b"application/json", msgspec.json.encode(PasskeyEndpoints(page, page)), _CACHE)


ROUTES: Final = (
    Route(
        "POST", "/api/auth/passkeys/options", begin, "Ask for options for a new passkey",
        data=NewPasskeyOptions,
        faults=(model.PasskeysUnavailable, errors.StepUpRequired, model.TooManyPasskeys),
    ),
    Route(
        "POST", "/api/auth/passkeys", create, "Add a passkey",
        data=PasskeyData, body=CreatePasskey, rules=name_of,
        faults=(
            model.PasskeysUnavailable, errors.StepUpRequired, model.InvalidRegistration, model.PasskeyTaken,
            model.TooManyPasskeys,
        ),
    ),
    Route("GET", "/api/auth/passkeys", page, "List your passkeys", data=PasskeyList),
    Route(
        "PUT", "/api/auth/passkeys/{id}", rename, "Rename one of your passkeys",
        data=PasskeyData, body=RenameFactor, rules=name_of, faults=(errors.FactorNotFound,),
    ),
    Route(
        "DELETE", "/api/auth/passkeys/{id}", remove, "Remove one of your passkeys",
        faults=(errors.StepUpRequired, errors.FactorNotFound, errors.FactorStillRequired, errors.LastWayIn),
    ),
    Route(
        "POST", "/api/auth/login/passkey/options", begin_sign_in, "Ask for options to sign in by passkey",
        data=SignInOptions, body=BeginSignIn, optional_body=True, signed_in=False,
        faults=(
            model.PasskeysUnavailable, errors.SignInExpired, errors.InvalidToken, errors.TokenExpired,
            errors.SessionEnded, errors.KeyNotAllowed, errors.ImpersonationNotAllowed, errors.TooManyAttempts,
        ),
    ),
    Route(
        "POST", "/api/auth/login/passkey", login, "Sign in by passkey",
        data=LoginData, body=PasskeyLogin, signed_in=False, guards=(refresh_cookie.check,),
        faults=(
            model.PasskeysUnavailable, model.InvalidPasskey, errors.AccountDisabled, errors.CrossSiteRequest,
            errors.TooManyAttempts,
        ),
    ),
    Route(
        "DELETE", "/api/auth/password", remove_password, "Remove your password",
        faults=(model.PasskeysUnavailable, errors.StepUpRequired, model.PasskeyNeeded),
    ),
    Route(
        "GET", "/.well-known/passkey-endpoints", well_known, "Where to add and manage passkeys",
        data=PasskeyEndpoints, signed_in=False, enveloped=False, faults=(errors.NotFound,),
    ),
)  # fmt: skip
