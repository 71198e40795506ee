"""Changing the own e-mail address over HTTP."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from doorward import errors
from doorward.api.schemas.mailed import LinkToken
from doorward.core import Core
from doorward.domain.user_fields import EMAIL_MAX
from doorward.domain.users import Profile
from doorward.features.email_change.service import EmailChange
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route


class ChangeEmail(Struct):
    email: (
        Annotated[
            str, Meta(max_length=EMAIL_MAX, description="The new address; null for none", examples=["ann@example.com"])
        ]
        | None
    )


class MailedToken(Struct):
    token: Annotated[LinkToken, Meta(min_length=1)]


class EmailChangeData(Struct):
    status: Annotated[
        Literal["confirmation_sent", "changed"],
        Meta(description="`changed` without a confirmation: removed, or only its case differs"),
    ]
    mail: Annotated[
        Literal["queued", "held"] | None,
        Meta(
            description="What becomes of the confirmation. `held`: there is no mail server, an administrator passes its"
            " link on; null: there is none"
        ),
    ]


def profile_of(core: Core, body: ChangeEmail) -> Profile:
    return Profile.parse(email=body.email)


async def change(core: Core, request: Request) -> Response:
    """Changes your e-mail address; asks for recent authentication. A new one becomes `pendingEmail`, and counts once
    the link that is mailed to it was used. The former address is told, with a link that revokes the change. The answer
    is the same for an address that another user has; its confirmation fails. Your current address is confirmed if it
    has not been; otherwise it ends a change that waits for its confirmation."""
    profile, language = profile_of(core, request.body), preferred_language(request)
    changed = await core.account.change_email(request.signed_in(), profile.email or None, language)
    if changed:
        return success(EmailChangeData("changed", None))
    return success(EmailChangeData("confirmation_sent", core.mailbox.outcome))


async def confirm(core: Core, request: Request) -> Response:
    """Confirms a new e-mail address by the token of the link that was mailed to it. Other links that were mailed to the
    user end, except the one that revokes the change."""
    await EmailChange(core).confirm(request.body.token, request.origin)
    return success()


async def revoke(core: Core, request: Request) -> Response:
    """Revokes a change of address by the token of the link that was mailed to the former address. Before the
    confirmation it cancels the change. After it, for seven days from the request, it restores the former address, ends
    all sessions and removes the password: choose a new one by `POST /api/auth/password/forgot`."""
    await EmailChange(core).revoke(request.body.token, request.origin)
    return success()


ROUTES: Final = (
    Route(
        "PUT", "/api/auth/email", change, "Change your e-mail address",
        data=EmailChangeData, body=ChangeEmail, rules=profile_of, faults=(errors.StepUpRequired, errors.TooManyMails),
    ),
    Route(
        "POST", "/api/auth/email/confirm", confirm, "Confirm an e-mail address",
        body=MailedToken, signed_in=False, faults=(errors.InvalidOneTimeToken, errors.EmailTaken),
    ),
    Route(
        "POST", "/api/auth/email/revoke", revoke, "Revoke a change of your e-mail address",
        body=MailedToken, signed_in=False, faults=(errors.InvalidOneTimeToken,),
    ),
)  # fmt: skip
