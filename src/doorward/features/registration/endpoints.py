"""Registration over HTTP."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from doorward import errors
from doorward.api import refresh_cookie
from doorward.api.schemas.mailed import Flow, IssuedFlow, LinkToken, MailedCode
from doorward.api.schemas.users import Filled, LoginData, Secret, password_rule
from doorward.core import Core
from doorward.domain.sign_in.one_time_tokens import CODE_DIGITS, digits
from doorward.domain.user_fields import EMAIL_MAX, NAME_MAX, USERNAME_MAX
from doorward.domain.users import Profile
from doorward.features.registration.model import (
    TTL,
    InvitationRequired,
    Proof,
    RegistrationClosed,
    WrongRegistrationPassword,
)
from doorward.features.registration.service import Registration
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

_Username = Annotated[str, Meta(max_length=USERNAME_MAX, examples=["ann"])]


class Register(Struct):
    username: Annotated[_Username, Meta(min_length=1, description="Unique, ignoring case")]
    email: Annotated[Filled, Meta(max_length=EMAIL_MAX, examples=["ann@example.com"])]
    password: Secret
    name: Annotated[str, Meta(max_length=NAME_MAX, description="Display name", examples=["Ann Lee"])] | None = None


class FlowData(Struct, rename="camel"):
    flow: IssuedFlow
    expires_in: Annotated[int, Meta(description="Seconds until link and code expire", examples=[86400])]


class ConfirmRegistration(Struct):
    token: LinkToken | UnsetType = UNSET
    flow: Flow | UnsetType = UNSET
    code: MailedCode | UnsetType = UNSET
    password: (
        Annotated[
            Secret,
            Meta(
                description="With `token`: must be the password of the registration. A page behind the link asks for it"
            ),
        ]
        | UnsetType
    ) = UNSET
    username: (
        Annotated[_Username, Meta(description="Replaces the requested one, if that was taken meanwhile")] | UnsetType
    ) = UNSET

    def proof(self) -> Proof:
        if self.token:
            return Proof(token=self.token, password=self.password or "")
        code = digits(self.code or "")
        missing = [name for name, given in (("flow", self.flow), ("code", code)) if not given]
        if missing == ["flow", "code"]:
            raise errors.ValidationFailed(("token", "is required, or flow and code"))
        if missing:
            raise errors.ValidationFailed((missing[0], "is required without a token"))
        if len(code) != CODE_DIGITS:
            raise errors.ValidationFailed(("code", f"must have {CODE_DIGITS} digits"))
        return Proof(flow=self.flow or "", code=code)

    def other_username(self) -> str | None:
        # Forms send an input that was left empty as "".
        return str(Profile.parse(username=self.username).username) if self.username else None


def profile_of(core: Core, body: Register) -> Profile:
    rule = password_rule(core.policy, body.username, body.email)
    return Profile.parse(rule, **asdict(body) | {"name": body.name or UNSET})


def proof_of(core: Core, body: ConfirmRegistration) -> Any:
    return body.proof(), body.other_username()


def must_be_open(core: Core, request: Request) -> None:
    """A guard, so that a request in vain is not asked to correct its fields first."""
    Registration(core).check_open()


async def register(core: Core, request: Request) -> Response:
    """Requests an account. A mail with a link and a code goes to the address; the account is created when one of them
    is used. The answer, and the time that it takes, are the same if a user has the address already; the mail then says
    so. Usernames are not reserved."""
    profile, language = profile_of(core, request.body), preferred_language(request)
    issued = await Registration(core).request(profile, language, request.origin)
    return success(FlowData(issued.flow, TTL // 1000))


async def confirm(core: Core, request: Request) -> Response:
    """Creates the account and signs the user in: by `token` from the link, or by `flow` and the mailed `code`, which
    has five tries; wrong codes also count for the address. A page that people reach by the link should also send the
    `password` that they chose, unless this browser holds the flow: otherwise a person could confirm an account whose
    password another one chose. `username_taken` leaves the token valid; repeat the request with another `username`."""
    proof, username = proof_of(core, request.body)
    tokens, user = await Registration(core).confirm(proof, username, refresh_cookie.sign_in_origin(request))
    return refresh_cookie.deliver(request, LoginData.of_login(tokens, user))


ROUTES: Final = (
    Route(
        "POST", "/api/auth/register", register, "Register",
        data=FlowData, body=Register, rules=profile_of, signed_in=False, guards=(must_be_open,),
        faults=(RegistrationClosed, InvitationRequired, errors.UsernameTaken, errors.TooManyMails, errors.Busy),
    ),
    Route(
        "POST", "/api/auth/register/confirm", confirm, "Confirm a registration",
        data=LoginData, body=ConfirmRegistration, rules=proof_of, signed_in=False, guards=(refresh_cookie.check,),
        faults=(
            errors.InvalidOneTimeToken, errors.InvalidCode, WrongRegistrationPassword, RegistrationClosed,
            InvitationRequired, errors.UsernameTaken, errors.EmailTaken, errors.CrossSiteRequest, errors.Busy,
            errors.TooManyAttempts,
        ),
    ),
)  # fmt: skip
