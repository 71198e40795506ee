"""Users: the values. The rules that make them valid are in the table of fields."""

import hashlib
import unicodedata
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from doorward.domain import user_fields
from doorward.domain.access import Role
from doorward.domain.sign_in.strength import LEVELS, STRENGTHS, Strength, strength_of_factors
from doorward.domain.text.bounds import SHORT
from doorward.domain.times import iso, iso_or_none
from doorward.domain.user_fields import ENABLED, NO_METADATA, RULES
from doorward.domain.validation import checked
from doorward.errors import ValidationFailed

_NO_METADATA: Final = msgspec.Raw(NO_METADATA)


class User(Struct, frozen=True):
    """After roles and permissions the columns, in the order of the table of fields: a row makes a user."""

    roles: tuple[Role, ...]
    permissions: tuple[str, ...]  # All that the roles give.
    id: int
    username: str
    name: str
    email: str | None
    phone: str | None
    avatar: str | None
    status: int
    created_at: int
    updated_at: int
    last_login_at: int | None
    must_change_password: int
    version: int
    # Answers kept for repeated requests by earlier versions are without these.
    metadata: str = NO_METADATA  # JSON
    email_verified: int = 0
    pending_email: str | None = None
    factors: int = 0  # The kinds that the user has, see `domain.sign_in.strength`.
    service: int = 0  # 1 for a service account, which has no password, no address and no sessions.

    @property
    def enabled(self) -> bool:
        return self.status == ENABLED

    @property
    def role_names(self) -> list[str]:
        return [role.name for role in self.roles]

    @property
    def required_strength(self) -> Strength:
        """What the roles ask of a sign-in. Every request reads it: most users have one role, and take the short way."""
        roles = self.roles
        if len(roles) == 1:
            return LEVELS[roles[0].required_strength]
        return LEVELS[max([role.required_strength for role in roles], default=0)]

    @property
    def strength(self) -> Strength:
        """What the factors that the user has set up allow."""
        return strength_of_factors(self.factors)

    def shown(self) -> tuple[Any, ...]:
        """The values of the user object, in the order of the table of fields.

        Written out, because lists call it for every user: reading by the names in the table takes twice as long.
        """
        return (
            self.id,
            self.username,
            self.name,
            self.email,
            self.phone,
            self.avatar,
            [role.name for role in self.roles],
            self.permissions,
            self.status,
            iso(self.created_at),
            iso(self.updated_at),
            iso_or_none(self.last_login_at),
            bool(self.must_change_password),
            _NO_METADATA if self.metadata == NO_METADATA else msgspec.Raw(self.metadata),
            bool(self.email_verified),
            self.pending_email,
            STRENGTHS[strength_of_factors(self.factors)],
            STRENGTHS[self.required_strength],
            bool(self.service),
        )

    def audited(self) -> dict[str, Any]:
        """What the audit trail records of a user."""
        return dict(zip(_AUDITED, _audited(self), strict=True))

    def document(self) -> dict[str, Any]:
        """The user object as plain values, for the command line."""
        document: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode(dict(zip(_SHOWN, self.shown(), strict=True)))
        )
        return document


class Profile(Struct, frozen=True):
    """The fields of a new or changed user. UNSET leaves a field unchanged; None clears it."""

    username: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    email: str | UnsetType | None = UNSET
    phone: str | UnsetType | None = UNSET
    avatar: str | UnsetType | None = UNSET
    status: int | UnsetType = UNSET
    roles: tuple[str, ...] | UnsetType = UNSET
    password: str | UnsetType = UNSET
    must_change_password: int | UnsetType = UNSET
    metadata: str | UnsetType = UNSET  # JSON
    email_verified: int | UnsetType = UNSET

    @classmethod
    def parse(cls, acceptable: Callable[[str], str] | None = None, /, **given: Any) -> "Profile":
        """Checks every given field, the password by `acceptable`, and reports all wrong fields at once."""
        return cls(**checked(given, RULES | {"password": acceptable} if acceptable else RULES))

    def own(self) -> "Profile":
        """Only the fields that users may change on their own account."""
        return Profile(**{name: getattr(self, name) for name in user_fields.OWN})


def check_verified(profile: Profile, email: str | UnsetType | None) -> None:
    """Refuses a verified address where there is none. `email` is the one that the user will have."""
    if profile.email_verified is not UNSET and profile.email_verified and not email:
        raise ValidationFailed(("emailVerified", "must be false for a user without an e-mail address"))


def fold(text: str) -> str:
    """The form under which names compare: computed here, because the databases fold case differently.

    No name is longer than SHORT, even with its accents written apart. A longer text gets a key of its own that starts
    with a control character, which no name may contain: so it compares equal to itself only, and costs no folding.
    """
    if len(text) > SHORT:
        return "\x1e" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    # Most are folded already: an import then holds one text instead of two.
    return text if folded == text else folded


_SHOWN: Final = tuple(field.wire for field in user_fields.SHOWN)
_AUDITED: Final = tuple(field.wire for field in user_fields.AUDITED)
_audited: Final = user_fields.reader(user_fields.AUDITED)
