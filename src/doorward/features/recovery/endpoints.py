"""Forgotten passwords over HTTP."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.mailed import Identifier, LinkToken
from doorward.core import Core
from doorward.domain.times import Moment
from doorward.domain.user_fields import PASSWORD_MAX
from doorward.features.recovery.links import PasswordLinks
from doorward.features.recovery.model import MAX_TTL, MIN_TTL, NoEmailAddress
from doorward.features.recovery.service import Recovery
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import KeyUse, Route


class ForgotPassword(Struct):
    identifier: Identifier


class ForgottenData(Struct):
    mail: Annotated[
        Literal["queued", "held"],
        Meta(
            description="What becomes of such a mail, to any user. `held`: there is no mail server, an administrator"
            " passes its link on"
        ),
    ]


class ResetPassword(Struct):
    token: Annotated[LinkToken, Meta(min_length=1)]
    password: Annotated[
        str,
        Meta(min_length=1, max_length=PASSWORD_MAX, description="The new password", examples=["a new long password"]),
    ]


class CreatePasswordLink(Struct, rename="camel"):
    expires_in: (
        Annotated[int, Meta(ge=MIN_TTL, le=MAX_TTL, description="Seconds; default: the setting", examples=[86400])]
        | None
    ) = None
    mail: Annotated[bool, Meta(description="Mail the link to the user instead of returning it")] = False


class PasswordLinkData(Struct, rename="camel"):
    link: Annotated[
        str | None,
        Meta(
            description="In this answer only; null: it was mailed",
            examples=["https://login.example.com/account/reset#token=dwl_Zk3v"],
        ),
    ]
    expires_at: Moment
    mail: Annotated[
        Literal["queued", "held"] | None,
        Meta(description="`held`: there is no mail server, an administrator passes the link on; null: not mailed"),
    ]


async def forgot(core: Core, request: Request) -> Response:
    """Mails a link that sets a new password. The answer, its work and its time are the same whether or not there is
    such a user. No mail is sent to users who are disabled or have no e-mail address."""
    await Recovery(core).request(request.body.identifier, preferred_language(request), request.origin)
    return success(ForgottenData(core.mailbox.outcome))


async def reset(core: Core, request: Request) -> Response:
    """Sets a new password by the token of a mailed link, and verifies the e-mail address that the link was mailed to.
    The token of a link that an administrator passed on works the same way, and verifies no address.
    Ends all sessions of the user and all other mailed links, and does not sign in. A password that is refused leaves
    the token valid."""
    body, language = request.body, preferred_language(request)
    await Recovery(core).reset(body.token, body.password, language, request.origin)
    return success()


async def create_link(core: Core, request: Request) -> Response:
    """Makes a link by which the user chooses a new password, to pass on where a mail does not reach them. It works
    once, and ends when another one is made, when the password or the address changes, when the user is disabled, and
    when the caller could not make it any more. Until it is used the password stays as it is. The guards are those of
    setting the password: users who hold permissions or roles that you lack, service accounts and yourself are refused.
    Asks for recent authentication.

    With `mail`, the link goes to the user's address and is not in the answer. Such a link is that of a forgotten
    password: earlier ones stay valid until one is used, and it verifies the address. The language of the mail is that
    of `Accept-Language`."""
    links, actor, user_id = PasswordLinks(core), request.signed_in(), request.params["id"]
    if request.body.mail:
        language = preferred_language(request)
        made = await links.mail(actor, user_id, request.body.expires_in, language)
    else:
        made = await links.create(actor, user_id, request.body.expires_in)
    return success(PasswordLinkData(made.link, made.expires_at, None if made.link else core.mailbox.outcome))


ROUTES: Final = (
    Route(
        "POST", "/api/auth/password/forgot", forgot, "Ask for a link to reset your password",
        data=ForgottenData, body=ForgotPassword, signed_in=False, faults=(errors.TooManyMails,),
    ),
    Route(
        "POST", "/api/auth/password/reset", reset, "Reset your password",
        body=ResetPassword, signed_in=False, faults=(errors.InvalidOneTimeToken, errors.Busy),
    ),
    Route(
        "POST", "/api/users/{id}/password-link", create_link, "Make or mail a link to set a password",
        data=PasswordLinkData, body=CreatePasswordLink, optional_body=True, permission="users:update",
        keys=KeyUse.NEVER, makes_credentials=True,
        faults=(
            errors.UserNotFound, errors.OwnPassword, errors.Outranked, errors.RoleNotHeld, errors.AccountDisabled,
            errors.StepUpRequired, errors.ServiceAccount, errors.TooManyMails, NoEmailAddress,
        ),
    ),
)  # fmt: skip
