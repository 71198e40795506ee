"""Invitations: an administrator offers an account, and the invited person chooses the password."""

from typing import Any, Final

from msgspec import Struct

from doorward.domain.times import iso, iso_or_none
from doorward.domain.users import Profile
from doorward.errors import Fault, TooMany
from doorward.settings import section, setting
from doorward.settings.values import duration

# Purpose of the tokens. Their subject is the id of the invitation.
PURPOSE: Final = "invitation"
# Payload of the token in the mail: only the reader of the mail has it, so it proves the address.
MAILED: Final = b"mailed"
# The most that wait to be accepted at the same time.
MAX_PENDING: Final = 10_000
# How long an invitation stays in the list after it has expired, or would have.
KEPT_FOR: Final = 90 * 86_400_000

MIN_TTL: Final = 60
MAX_TTL: Final = 90 * 86_400


class InvitationNotFound(Fault):
    code, reason, message = 404, "invitation_not_found", "There is no such invitation"


class AlreadyInvited(Fault):
    """`id`: the invitation that waits."""

    code, reason, message = 409, "already_invited", "An invitation for this address is pending; resend or delete it"

    def __init__(self, invitation_id: int = 0) -> None:
        super().__init__(id=invitation_id)


class InvitationAccepted(Fault):
    code, reason, message = 409, "invitation_accepted", "This invitation was accepted already"


class TooManyInvitations(TooMany):
    code, reason, message = 409, "too_many_invitations", "Too many invitations are pending; delete some first"


@section
class InvitationSettings:
    invitation_ttl: int = setting(
        7 * 86_400, duration(MIN_TTL, MAX_TTL), "How long an invitation is valid that names no time itself."
    )


class NewInvitation(Struct, frozen=True):
    profile: Profile  # Of its fields those that an invitation has: e-mail address, username, name and roles.
    ttl: int | None  # Seconds.
    language: str


class Invitation(Struct, frozen=True):
    """The columns, and the names of the roles that it gives."""

    id: int
    email: str | None
    username: str | None
    name: str | None
    inviter_id: int | None  # None for the command line.
    inviter_name: str
    created_at: int
    expires_at: int
    accepted_at: int | None
    user_id: int | None
    roles: tuple[str, ...] = ()

    def state(self, now: int) -> str:
        if self.accepted_at is not None:
            return "accepted"
        return "pending" if self.expires_at > now else "expired"

    def document(self, now: int) -> dict[str, Any]:
        """The invitation object, in the order of its wire type."""
        return {
            "id": self.id,
            "email": self.email,
            "username": self.username,
            "name": self.name,
            "roles": list(self.roles),
            "inviter": self.inviter_name,
            "state": self.state(now),
            "createdAt": iso(self.created_at),
            "expiresAt": iso(self.expires_at),
            "acceptedAt": iso_or_none(self.accepted_at),
            "userId": self.user_id,
        }


class SentInvitation(Struct, frozen=True):
    """An invitation with the link that its answer shows. Sealed, because idempotent answers are stored."""

    invitation: Invitation
    sealed_link: str


class Acceptance(Struct, frozen=True):
    token: str
    password: str
    profile: Profile  # Username and name, if the person gives them.
