"""Invitations over HTTP."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from doorward import errors
from doorward.api import refresh_cookie
from doorward.api.endpoints.users import wrong_roles
from doorward.api.schemas.mailed import LinkToken
from doorward.api.schemas.paging import PageData, PageParams
from doorward.api.schemas.users import LoginData, Secret
from doorward.core import Core
from doorward.core.mail.kinds import LANGUAGES
from doorward.domain.roles import ROLE_NAME_MAX
from doorward.domain.times import Moment, iso
from doorward.domain.user_fields import EMAIL_MAX, NAME_MAX, ROLES_OF_USER_MAX, USERNAME_MAX
from doorward.domain.users import Profile
from doorward.features.invitations.acceptance import Accepting
from doorward.features.invitations.model import (
    MAX_TTL,
    MIN_TTL,
    Acceptance,
    AlreadyInvited,
    Invitation,
    InvitationAccepted,
    InvitationNotFound,
    NewInvitation,
    SentInvitation,
    TooManyInvitations,
)
from doorward.features.invitations.service import Invitations
from doorward.web.conditional import idempotent_request
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route

_Email = Annotated[str, Meta(max_length=EMAIL_MAX, examples=["ann@example.com"])]
_Username = Annotated[str, Meta(max_length=USERNAME_MAX, examples=["ann"])]
_Name = Annotated[str, Meta(max_length=NAME_MAX, description="Display name", examples=["Ann Lee"])]
_Token = Annotated[LinkToken, Meta(min_length=1)]
_Link = Annotated[
    str,
    Meta(description="In this answer only", examples=["https://login.example.com/account/invitation#token=dwl_Zk3v"]),
]
State = Literal["pending", "accepted", "expired"]


class CreateInvitation(Struct, rename="camel"):
    email: _Email | None = None
    username: _Username | None = None
    name: _Name | None = None
    roles: Annotated[
        list[Annotated[str, Meta(max_length=ROLE_NAME_MAX)]],
        Meta(max_length=ROLES_OF_USER_MAX, description="Names of roles", examples=[["user"]]),
    ] = []
    expires_in: (
        Annotated[int, Meta(ge=MIN_TTL, le=MAX_TTL, description="Seconds; default: the setting", examples=[604800])]
        | None
    ) = None

    def invitation(self, language: str = LANGUAGES[0]) -> NewInvitation:
        filled = _filled(email=self.email, username=self.username, name=self.name)
        return NewInvitation(Profile.parse(**filled, roles=self.roles), self.expires_in, language)


class InvitationData(Struct, rename="camel"):
    id: int
    email: _Email | None
    username: _Username | None
    name: _Name | None
    roles: Annotated[list[str], Meta(description="Names of roles; a role that was deleted since is left out")]
    inviter: Annotated[str, Meta(description="Name of the administrator", examples=["Maria Garcia"])]
    state: State
    created_at: Moment
    expires_at: Moment
    accepted_at: Moment | None
    user_id: Annotated[int | None, Meta(description="The user who accepted it")]

    @classmethod
    def of(cls, invitation: Invitation, now: int) -> "InvitationData":
        return cls(*invitation.document(now).values())


class SentInvitationData(InvitationData, rename="camel"):
    link: _Link
    mail: Annotated[
        Literal["queued", "held"] | None,
        Meta(description="`held`: there is no mail server, pass the link on; null: the invitation names no address"),
    ]

    @classmethod
    def sent(cls, core: Core, sent: SentInvitation) -> "SentInvitationData":
        mail = core.mailbox.outcome if sent.invitation.email else None
        answer = {"link": Invitations(core).link(sent), "mail": mail}
        return convert(sent.invitation.document(core.clock()) | answer, cls)


class InvitationListParams(PageParams, rename="camel"):
    state: State | UnsetType = UNSET


class InvitationPage(PageData[InvitationData]):
    pass


class ReadInvitation(Struct):
    token: _Token


class OfferData(Struct, rename="camel"):
    """What an invited person sees before they accept."""

    email: _Email | None
    username: _Username | None
    name: _Name | None
    inviter: str
    expires_at: Moment
    password_min_length: int
    password_max_length: int


class AcceptInvitation(Struct):
    token: _Token
    password: Secret
    username: Annotated[_Username, Meta(description="Required if the invitation names none")] | None = None
    name: _Name | None = None


def invitation_of(core: Core, body: CreateInvitation) -> NewInvitation:
    return body.invitation()


def acceptance_of(core: Core, body: AcceptInvitation) -> Acceptance:
    return Acceptance(body.token, body.password, Profile.parse(**_filled(username=body.username, name=body.name)))


async def page(core: Core, request: Request) -> Response:
    """Lists invitations, newest first. Accepted and expired ones stay for 90 days after their time."""
    state = request.filter.state or ""
    found = await Invitations(core).page(request.signed_in(), state, request.filter.request())
    return success(InvitationPage.of(found, lambda each: InvitationData.of(each, core.clock())))


async def read(core: Core, request: Request) -> Response:
    """Returns one invitation by id, without its link."""
    return success(
        InvitationData.of(await Invitations(core).read(request.signed_in(), request.params["id"]), core.clock())
    )


async def create(core: Core, request: Request) -> Response:
    """Invites a person to open an account with the given roles. A mail with a link goes to the address; the answer has
    another link to pass on. The mailed one also proves the address. Callers can grant only roles whose permissions they
    hold, and which they have themselves unless they hold `roles:grant`; this is checked again at the acceptance. 10,000
    invitations can wait at the same time. The language of the mail is that of `Accept-Language`."""
    wanted = request.body.invitation(preferred_language(request))
    return _sent(core, await Invitations(core).create(request.signed_in(), wanted, idempotent_request(request)))


async def resend(core: Core, request: Request) -> Response:
    """Sends an invitation again, also one that has expired: with new links, valid from now on for the usual time. The
    earlier links end. The caller becomes the inviter and needs the rights for it."""
    language = preferred_language(request)
    return _sent(core, await Invitations(core).resend(request.signed_in(), request.params["id"], language))


async def delete(core: Core, request: Request) -> Response:
    """Deletes an invitation; its links end. The user of an accepted one stays. Callers cannot delete an invitation to
    permissions that they lack."""
    await Invitations(core).delete(request.signed_in(), request.params["id"])
    return success()


async def read_offer(core: Core, request: Request) -> Response:
    """Tells what an invitation says, without using it up: for a page that asks for a password. The token is in the
    body, so that no log of addresses holds it."""
    found = await Accepting(core).read(request.body.token)
    policy = core.policy
    return success(
        OfferData(
            found.email,
            found.username,
            found.name,
            found.inviter_name,
            iso(found.expires_at),
            policy.min_length,
            policy.max_length,
        )
    )


async def accept(core: Core, request: Request) -> Response:
    """Opens the account with a password of the person's choice, and signs them in. `username` and `name` replace those
    of the invitation. The token is used up only by success: after a refused password or a taken username it is valid
    still. It is refused once the inviter could not invite like this any more."""
    origin = refresh_cookie.sign_in_origin(request)
    tokens, user = await Accepting(core).accept(acceptance_of(core, request.body), origin)
    return refresh_cookie.deliver(request, LoginData.of_login(tokens, user))


def _filled(**given: str | None) -> dict[str, Any]:
    return {field: value for field, value in given.items() if value and value.strip()}


def _sent(core: Core, sent: SentInvitation) -> Response:
    return success(SentInvitationData.sent(core, sent))


_GRANTING: Final = (errors.BeyondOwnRights, errors.RoleNotHeld, errors.UsernameTaken, errors.EmailTaken)

ROUTES: Final = (
    Route(
        "GET", "/api/invitations", page, "List invitations",
        data=InvitationPage, query=InvitationListParams, permission="users:create", lists=True,
    ),
    Route(
        "POST", "/api/invitations", create, "Invite a person",
        data=SentInvitationData, body=CreateInvitation, rules=invitation_of, late_rules=wrong_roles,
        permission="users:create", makes_credentials=True,
        faults=(
            *_GRANTING, AlreadyInvited, TooManyInvitations, errors.IdempotencyKeyReused, errors.TooManyMails,
        ),
    ),
    Route(
        "GET", "/api/invitations/{id}", read, "Read an invitation",
        data=InvitationData, permission="users:create", faults=(InvitationNotFound,),
    ),
    Route(
        "DELETE", "/api/invitations/{id}", delete, "Delete an invitation",
        permission="users:create", faults=(InvitationNotFound, errors.Outranked),
    ),
    Route(
        "POST", "/api/invitations/{id}/resend", resend, "Send an invitation again",
        data=SentInvitationData, permission="users:create", makes_credentials=True,
        faults=(
            InvitationNotFound, InvitationAccepted, AlreadyInvited, TooManyInvitations, *_GRANTING, errors.TooManyMails,
        ),
    ),
    Route(
        "POST", "/api/auth/invitations/read", read_offer, "Read what an invitation offers",
        data=OfferData, body=ReadInvitation, signed_in=False, faults=(errors.InvalidOneTimeToken,),
    ),
    Route(
        "POST", "/api/auth/invitations/accept", accept, "Accept an invitation",
        data=LoginData, body=AcceptInvitation, rules=acceptance_of, signed_in=False, guards=(refresh_cookie.check,),
        faults=(
            errors.InvalidOneTimeToken, errors.UsernameTaken, errors.EmailTaken, errors.CrossSiteRequest, errors.Busy,
        ),
    ),
)  # fmt: skip
