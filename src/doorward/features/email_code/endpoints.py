"""Signing in by a mailed code over HTTP."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward import errors
from doorward.api import refresh_cookie
from doorward.api.schemas.mailed import Flow, Identifier, IssuedFlow, MailedCode
from doorward.api.schemas.users import DeviceSecret, LoginData
from doorward.core import Core
from doorward.features.email_code.model import EmailCodeDisabled, EmailCodeSettings
from doorward.features.email_code.service import EmailCodes
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class RequestCode(Struct):
    identifier: Identifier


class CodeFlow(Struct, rename="camel"):
    flow: IssuedFlow
    expires_in: Annotated[int, Meta(ge=1, description="Seconds until the code expires", examples=[600])]


class VerifyCode(Struct):
    flow: Annotated[Flow, Meta(min_length=1)]
    code: Annotated[MailedCode, Meta(min_length=1)]
    device: DeviceSecret = ""


async def request_code(core: Core, request: Request) -> Response:
    """Mails a code for signing in. The answer, its work and its time are the same whether or not there is such a user.
    No mail is sent to users who are disabled or have no e-mail address."""
    issued = await EmailCodes(core).request(request.body.identifier, preferred_language(request), request.origin)
    return success(CodeFlow(issued.flow, core.settings.section(EmailCodeSettings).email_code_ttl))


async def verify_code(core: Core, request: Request) -> Response:
    """Signs in by the mailed code and the flow that asked for it, and verifies the e-mail address. A flow has five
    tries in all, `remaining` says how many are left. Wrong codes also count for the account, apart from wrong
    passwords."""
    body, origin = request.body, refresh_cookie.sign_in_origin(request, request.body.device)
    tokens, user = await EmailCodes(core).verify(body.flow, body.code, origin)
    return refresh_cookie.deliver(request, LoginData.of_login(tokens, user))


ROUTES: Final = (
    Route(
        "POST", "/api/auth/email-code", request_code, "Ask for a code for signing in",
        data=CodeFlow, body=RequestCode, signed_in=False, faults=(EmailCodeDisabled, errors.TooManyMails),
    ),
    Route(
        "POST", "/api/auth/email-code/verify", verify_code, "Sign in by a mailed code",
        data=LoginData, body=VerifyCode, signed_in=False, guards=(refresh_cookie.check,),
        faults=(
            EmailCodeDisabled, errors.InvalidCode, errors.SecondFactorRequired, errors.CrossSiteRequest,
            errors.TooManyAttempts,
        ),
    ),
)  # fmt: skip
