"""Values of password resets."""

from typing import Final

from msgspec import Struct

from doorward.domain.access import Origin
from doorward.errors import Fault
from doorward.settings import section, setting
from doorward.settings.values import duration

MIN_TTL: Final = 60
MAX_TTL: Final = 604_800


@section
class RecoverySettings:
    reset_ttl: int = setting(3600, duration(MIN_TTL, MAX_TTL), "How long a mailed link to reset a password is valid.")


class NoEmailAddress(Fault):
    code, reason, message = 409, "no_email_address", "The user has no e-mail address"


class ResetRequest(Struct, frozen=True):
    """What the job needs to carry out a request, and the origin of the request for the audit trail."""

    identifier: str
    language: str
    origin: Origin


class PasswordLink(Struct, frozen=True):
    link: str | None  # None for a mailed one: only its reader learns it.
    expires_at: str
