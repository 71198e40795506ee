"""Forgotten passwords over HTTP."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.mailed import Identifier, LinkToken
from doorward.core import Core
from doorward.core.mail.kinds import LANGUAGES
from doorward.domain.user_fields import PASSWORD_MAX
from doorward.features.recovery.service import Recovery
from doorward.web.language import preferred
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class ForgotPassword(Struct):
    identifier: Identifier


class ResetPassword(Struct):
    token: Annotated[LinkToken, Meta(min_length=1)]
    password: Annotated[
        str,
        Meta(min_length=1, max_length=PASSWORD_MAX, description="The new password", examples=["a new long password"]),
    ]


async def forgot(core: Core, request: Request) -> Response:
    """Mails a link that sets a new password. The answer, its work and its time are the same whether or not there is
    such a user. No mail is sent to users who are disabled or have no e-mail address."""
    await Recovery(core).request(request.body.identifier, preferred(request, LANGUAGES), request.origin)
    return success()


async def reset(core: Core, request: Request) -> Response:
    """Sets a new password by the token of a mailed link, and verifies the e-mail address that the link was mailed to.
    Ends all sessions of the user and all other mailed links, and does not sign in. A password that is refused leaves
    the token valid."""
    body, language = request.body, preferred(request, LANGUAGES)
    await Recovery(core).reset(body.token, body.password, language, request.origin)
    return success()


ROUTES: Final = (
    Route(
        "POST", "/api/auth/password/forgot", forgot, "Ask for a link to reset your password",
        body=ForgotPassword, signed_in=False, faults=(errors.TooManyMails,),
    ),
    Route(
        "POST", "/api/auth/password/reset", reset, "Reset your password",
        body=ResetPassword, signed_in=False, faults=(errors.InvalidOneTimeToken, errors.Busy),
    ),
)  # fmt: skip
